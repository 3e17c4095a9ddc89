import JSON
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension EndToEnd {
    @Suite("The process and what it costs", .serialized)
    struct ProcessTests {
        @Test("Non-blocking pipes on both sides: large requests and replies pass whole and in order")
        func nonBlocking() throws {
            try withFolder { folder in
                let server = try folder.server(isNonBlocking: true)
                let detail = String(repeating: "d", count: 100_000)
                for number in 1...8 {
                    try server.request("todo.create", #"{"title":"\#(number)","detail":"\#(detail)"}"#)
                }
                for number in 1...8 {
                    let todo = try #require(try server.next()["result"])
                    #expect(todo["title"] == .string("\(number)") && todo["detail"]?.string == detail)
                }
                try server.request("todo.list")
                #expect(try server.next()["result"]?["todos"]?.array?.count == 8)
                try server.expectQuietEnd()
            }
        }

        #if os(Linux)
            @Test(
                "A client that sends and does not read is waited for: memory stays bounded, and then every reply comes, in order"
            )
            func slowReader() throws {
                try withFolder { folder in
                    let server = try folder.server()
                    let detail = String(repeating: "d", count: 2000)
                    _ = try server.result("todo.create", #"{"title":"t","detail":"\#(detail)"}"#)
                    let count = 40_000
                    let text = (0..<count).map { request($0, "todo.get", #"{"id":1}"#) + "\n" }.joined()
                    server.isReading = false
                    #expect(try server.sendUntilBlocked(Array(text.utf8), forSeconds: 0.5) == false)
                    #expect(server.isRunning)
                    server.isReading = true
                    for number in 0..<count {
                        let reply = try server.next()
                        if reply["id"]?.integer != Int64(number) || reply["result"] == nil {
                            Issue.record("reply \(number) is \(reply.text.prefix(100))")
                            break
                        }
                    }
                    // The replies are 90 MB.
                    try server.expectPeakMemory(atMost: 59)
                    try server.expectQuietEnd()
                }
            }

            @Test("A hundred pets leave no descriptor and no child behind")
            func petsLeaveNothing() throws {
                try withFolder { folder in
                    let server = try folder.server()
                    func ask(_ count: Int) throws {
                        for _ in 0..<count { try server.request("pet.random", #"{"kind":"cat","allowOffline":true}"#) }
                        for _ in 0..<count { #expect(try server.next()["result"]?["source"] == .string("bundled")) }
                    }
                    _ = try server.result("todo.create", #"{"title":"t"}"#)
                    try ask(3)
                    let before = server.descriptors
                    try ask(100)
                    try server.expectNothingLeft(beyond: before)
                    try server.expectQuietEnd()
                }
            }

            @Test("Waiting costs nothing: a server that has nothing to do uses no processor time")
            func idle() throws {
                try withFolder { folder in
                    let server = try folder.server()
                    _ = try server.result("initialize", #"{"processId":\#(getpid())}"#)
                    _ = try server.result("todo.create", #"{"title":"t"}"#)
                    #expect(try server.next()["method"] == .string("todo.didChange"))
                    func ticks() throws -> Int {
                        let fields = try Files.text(of: "/proc/\(server.id)/stat").split(separator: " ")
                        return (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
                    }
                    let before = try ticks()
                    #expect(try server.isSilent(forSeconds: 1))
                    #expect(try ticks() - before <= 2)
                    try server.expectQuietEnd()
                }
            }

            @Test("Descriptor 1 leads to standard error: a stray line cannot come between the replies")
            func standardOutput() throws {
                try withFolder { folder in
                    let server = try folder.server()
                    _ = try server.result("todo.create", #"{"title":"t"}"#)
                    let targets = [1, 2].map { number in
                        var target: [UInt8] = Array(repeating: 0, count: 4096)
                        let count = unsafe readlink("/proc/\(server.id)/fd/\(number)", &target, target.count)
                        return Array(target[..<max(0, count)])
                    }
                    #expect(targets[0] == targets[1] && !targets[0].isEmpty)
                    try server.expectQuietEnd()
                }
            }

            @Test("No listening socket, and no socket at all, before and after todos")
            func noSockets() throws {
                try withFolder { folder in
                    let server = try folder.server()
                    _ = try server.result("todo.create", #"{"title":"t"}"#)
                    #expect(!server.descriptors.contains { $0.hasPrefix("socket:") })
                    try server.expectQuietEnd()
                }
            }
        #endif

        @Test("No todo waits for a pet, a slow pet can be cancelled, and a cancel of something else does nothing")
        func petsDoNotHoldUp() throws {
            let service = LoopbackListener()
            defer { service.stop() }
            try withFolder { folder in
                let server = try folder.server(["--dog-api", service.url])
                let pet = try server.request("pet.random", #"{"kind":"dog"}"#)
                #expect(try server.result("todo.create", #"{"title":"t"}"#)["id"] == .number("1"))
                try server.notify("$/cancelRequest", #"{"id":"\#(pet)"}"#)
                try server.notify("$/cancelRequest", #"{"id":99}"#)
                #expect(try server.titles() == ["t"])
                try server.notify("$/cancelRequest", #"{"id":\#(pet)}"#)
                let error = try server.next(within: 5)
                #expect(error["id"]?.integer == pet)
                #expect(error.errorCode == -32800)
                try server.expectQuietEnd()
            }
        }
    }
}
