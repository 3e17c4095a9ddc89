import JSON
import TestSupport
import Testing

extension EndToEnd {
    @Suite("Batches", .serialized)
    struct BatchTests {
        @Test(
            "A batch is answered by one array, in its order, without entries for notifications",
            arguments: ServerProcess.Framing.allCases)
        func order(framing: ServerProcess.Framing) throws {
            try withFolder { folder in
                let server = try folder.server(framing: framing)
                let create = #"{"jsonrpc":"2.0","method":"todo.create","params":{"title":"n"}}"#
                let members = [
                    request(1, "todo.create", #"{"title":"a"}"#), create, "7", request(2, "todo.get", #"{"id":9}"#),
                ]
                try server.send(server.framed("[" + members.joined(separator: ",") + "]"))
                let replies = try #require(try server.next().array)
                #expect(replies.ids == ["1", "null", "2"])
                #expect(replies[1].errorCode == -32600 && replies[2].errorCode == 404)
                #expect(try server.titles() == ["a", "n"])
                try server.send(server.framed("[" + create + "]"))
                try server.send(server.framed("[]"))
                let error = try server.next()
                #expect(error["id"] == .null && error.errorCode == -32600)
                #expect(try server.titles() == ["a", "n", "n"])
                try server.expectQuietEnd()
            }
        }

        @Test("A batch with a pet waits for it, is answered in its order, and does each of its changes once")
        func withPet() throws {
            try withFolder { folder in
                let server = try folder.server()
                let pet = request(2, "pet.random", #"{"kind":"cat","allowOffline":true}"#)
                let members = [
                    request(1, "todo.create", #"{"title":"a"}"#), pet, request(3, "todo.create", #"{"title":"b"}"#),
                ]
                try server.send("[" + members.joined(separator: ",") + "]\n")
                let replies = try #require(try server.next().array)
                #expect(replies.ids == ["1", "2", "3"])
                #expect(replies[1]["result"]?["source"] == .string("bundled"))
                #expect(replies[0]["result"]?["id"] == .number("1") && replies[2]["result"]?["id"] == .number("2"))
                #expect(try server.titles() == ["a", "b"])
                try server.expectQuietEnd()
            }
        }

        @Test(
            "A batch with something about the session behind a change does the change once",
            arguments: [request(2, "initialize"), #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":9}}"#])
        func withSession(member: String) throws {
            try withFolder { folder in
                let server = try folder.server()
                try server.send(request(7, "todo.create", #"{"title":"before"}"#) + "\n")
                try server.send("[" + request(1, "todo.create", #"{"title":"a"}"#) + "," + member + "]\n")
                #expect(try server.next()["id"] == .number("7"))
                #expect(try server.next().array?.first?["result"]?["id"] == .number("2"))
                #expect(try server.titles() == ["before", "a"])
                try server.expectQuietEnd()
            }
        }

        @Test("A pet that is cancelled in a batch is -32800 there, and the others are answered")
        func cancelledMember() throws {
            let service = LoopbackListener()
            defer { service.stop() }
            try withFolder { folder in
                // It never answers.
                let server = try folder.server(["--cat-api", service.url])
                let members = [request(1, "pet.random", #"{"kind":"cat"}"#), request(2, "todo.list")]
                try server.send("[" + members.joined(separator: ",") + "]\n")
                try server.notify("$/cancelRequest", #"{"id":1}"#)
                let replies = try #require(try server.next(within: 8).array)
                #expect(replies.count == 2 && replies[0].errorCode == -32800 && replies[1]["result"] != nil)
                try server.expectQuietEnd()
            }
        }
    }
}
