import JSON
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension EndToEnd {
    /// A store that another program's connection holds. The contract: a writer waits for at most 5 s, a reader never.
    @Suite("A store that another program holds", .serialized)
    struct LockTests {
        private func withHeldStore(_ body: (TemporaryFolder, ServerProcess, SQLiteFile) throws -> Void) throws {
            try withFolder { folder in
                let server = try folder.server()
                _ = try server.result("todo.create", #"{"title":"before"}"#)
                let holder = try SQLiteFile(folder.file("s.sqlite"))
                try holder.run("BEGIN IMMEDIATE")
                try body(folder, server, holder)
            }
        }

        @Test("A lock that is held for a second is waited for, and everybody can read meanwhile")
        func shortLock() throws {
            try withHeldStore { folder, server, holder in
                let other = try folder.server(framing: .headers)
                #expect(try server.titles() == ["before"])
                try server.request("todo.create", #"{"title":"during"}"#)
                #expect(try other.titles() == ["before"])
                #expect(try server.isSilent(forSeconds: 1))
                try holder.run("COMMIT")
                #expect(try server.next(within: 3)["result"]?["title"] == .string("during"))
                #expect(try other.titles() == ["before", "during"])
                try server.expectQuietEnd()
                try other.expectQuietEnd()
            }
        }

        @Test(
            "A lock that stays is 503 locked after 5 s, also for all that waited behind; reads are answered, nothing has happened"
        )
        func longLock() throws {
            try withHeldStore { _, server, holder in
                for number in 1...20 { try server.request("todo.create", #"{"title":"\#(number)"}"#) }
                try server.request("todo.get", #"{"id":1}"#)
                #expect(try server.isSilent(forSeconds: 4))
                for _ in 1...20 {
                    let error = try server.next(within: 4)
                    #expect(error.errorCode == 503 && error.reason == "locked")
                }
                #expect(try server.next(within: 1)["result"]?["title"] == .string("before"))
                // A new request waits anew.
                try server.request("todo.create", #"{"title":"after"}"#)
                #expect(try server.isSilent(forSeconds: 1))
                try holder.run("COMMIT")
                #expect(try server.next(within: 3)["result"]?["title"] == .string("after"))
                #expect(try server.titles() == ["before", "after"])
                try server.expectQuietEnd()
            }
        }

        @Test("A request that waits for the lock can be cancelled: -32800, and it does not happen afterwards")
        func cancelled() throws {
            try withHeldStore { _, server, holder in
                let first = try server.request("todo.create", #"{"title":"no"}"#)
                let second = try server.request("todo.create", #"{"title":"yes"}"#)
                try server.notify("$/cancelRequest", #"{"id":\#(first)}"#)
                let error = try server.next(within: 3)
                #expect(error["id"]?.integer == first && error.errorCode == -32800)
                try holder.run("COMMIT")
                #expect(try server.next(within: 3)["id"]?.integer == second)
                #expect(try server.titles() == ["before", "yes"])
                try server.expectQuietEnd()
            }
        }

        @Test(
            "The end of the input is waited out: the request is answered, one way or the other, then status 0",
            arguments: [true, false])
        func endOfInput(isReleased: Bool) throws {
            try withHeldStore { _, server, holder in
                try server.request("todo.create", #"{"title":"last"}"#)
                server.closeInput()
                #expect(try server.isSilent(forSeconds: 0.5))
                if isReleased { try holder.run("COMMIT") }
                let reply = try server.next(within: 8)
                #expect((reply["result"] != nil) == isReleased && (reply.reason == "locked") != isReleased)
                #expect(try server.exitStatus(within: 3) == 0)
                if !isReleased { try holder.run("COMMIT") }
            }
        }

        @Test("A server that waits for a lock can be stopped by a signal at once")
        func signal() throws {
            try withHeldStore { _, server, holder in
                try server.request("todo.create", #"{"title":"no"}"#)
                #expect(try server.isSilent(forSeconds: 0.3))
                server.signal(SIGTERM)
                #expect(try server.exitStatus(within: 2) == 0)
                #expect(try server.rest() == [])
                try holder.run("COMMIT")
            }
        }

        @Test("A batch that is carried out apart waits 5 s once, not once for each of its changes")
        func batchApart() throws {
            try withHeldStore { _, server, holder in
                let members = [request(1, "initialize")] + (2...4).map { request($0, "todo.create", #"{"title":"b"}"#) }
                try server.send("[" + members.joined(separator: ",") + "]\n")
                let replies = try server.next(within: 8).array ?? []
                #expect(replies.ids == ["1", "2", "3", "4"])
                for reply in replies.dropFirst() { #expect(reply.reason == "locked") }
                try holder.run("COMMIT")
                #expect(try server.titles() == ["before"])
                try server.expectQuietEnd()
            }
        }

        @Test("A batch that is carried out apart waits too, and is done when the lock goes")
        func batchApartWaits() throws {
            try withHeldStore { _, server, holder in
                let members = [request(1, "initialize"), request(2, "todo.create", #"{"title":"b"}"#)]
                try server.send("[" + members.joined(separator: ",") + "]\n")
                #expect(try server.isSilent(forSeconds: 0.5))
                try holder.run("COMMIT")
                let replies = try server.next(within: 3).array ?? []
                #expect(replies.last?["result"]?["title"] == .string("b"))
                #expect(try server.titles() == ["before", "b"])
                try server.expectQuietEnd()
            }
        }

        @Test("A batch that waits is done as a whole when the lock goes")
        func batch() throws {
            try withHeldStore { _, server, holder in
                let members = [
                    request(1, "todo.list"), request(2, "todo.create", #"{"title":"b"}"#), request(3, "todo.list"),
                ]
                try server.send("[" + members.joined(separator: ",") + "]\n")
                #expect(try server.isSilent(forSeconds: 0.5))
                try holder.run("COMMIT")
                let replies = try server.next(within: 3).array ?? []
                #expect(replies.ids == ["1", "2", "3"])
                #expect(replies.last?["result"]?["todos"]?.array?.count == 2)
                try server.expectQuietEnd()
            }
        }
    }
}
