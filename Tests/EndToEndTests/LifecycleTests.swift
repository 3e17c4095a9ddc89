import JSON
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension EndToEnd {
    @Suite("The life of a session", .serialized)
    struct LifecycleTests {
        @Test("initialize, shutdown, exit: status 0, and every request in between is refused")
        func orderly() throws {
            try withFolder { folder in
                let server = try folder.server(framing: .headers)
                let hello = try server.result(
                    "initialize", #"{"processId":\#(getpid()),"clientInfo":{"name":"t"},"rootUri":null}"#)
                #expect(
                    hello["serverInfo"]?["name"] == .string("todo-server") && hello["protocolVersion"] == .number("1"))
                #expect(hello["session"]?.string?.isEmpty == false && hello["capabilities"]?.members != nil)
                try server.notify("initialized")
                #expect(try server.call("shutdown")["result"] == .null)
                #expect(try server.call("todo.list").errorCode == -32600)
                #expect(try server.call("shutdown").errorCode == -32600)
                try server.notify("todo.create", #"{"title":"no"}"#)
                try server.notify("exit")
                #expect(try server.exitStatus() == 0)
                #expect(try server.rest() == [])
                #expect(try folder.server().titles() == [])
            }
        }

        @Test("exit without shutdown is status 1, and what came before it is answered")
        func exitAlone() throws {
            try withFolder { folder in
                let server = try folder.server()
                let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
                try server.send(
                    request(1, "todo.create", #"{"title":"a"}"#) + "\n" + exit + "\n" + request(2, "todo.list") + "\n")
                #expect(try server.rest().ids == ["1"])
                #expect(try server.exitStatus() == 1)
            }
        }

        @Test("What is under way at exit is answered before the end, once, as cancelled", arguments: [false, true])
        func exitWhileBusy(isShutDown: Bool) throws {
            // A service that never answers, and pictures that are there: a quick one may be done before the exit is seen.
            let service = LoopbackListener()
            defer { service.stop() }
            let (waiting, quick) = (#"{"kind":"dog"}"#, #"{"kind":"dog","id":"bundled-dog-1"}"#)
            var lines = (1...3).map { request($0, "pet.random", waiting) }
            lines += (4...5).map { request($0, "pet.image", quick) }
            lines.append("[" + request(6, "pet.random", waiting) + "," + request(7, "todo.list") + "]")
            if isShutDown { lines.append(request(8, "shutdown")) }
            lines.append(#"{"jsonrpc":"2.0","method":"exit"}"#)
            for _ in 0..<5 {
                try withFolder { folder in
                    // From a file all of it is there at once.
                    try Files.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: folder.file("in"))
                    let server = try folder.server(
                        ["--dog-api", service.url],
                        wrapper: ["sh", "-c", "exec \"$0\" \"$@\" < \(folder.file("in"))"])
                    let replies = try server.rest()
                    let single = replies.filter { $0.array == nil && $0["id"]?.integer != 8 }
                    #expect(single.ids.sorted() == ["1", "2", "3", "4", "5"])
                    #expect(single.ids.filter { $0 <= "3" } == ["1", "2", "3"])
                    for reply in single {
                        let mayBeDone = (reply["id"]?.integer ?? 0) > 3
                        #expect(reply.errorCode == -32800 || mayBeDone && reply["result"] != nil, "\(reply.text)")
                    }
                    let batch = try #require(replies.first { $0.array != nil })
                    #expect(batch.array?.ids == ["6", "7"] && batch[0]?.errorCode == -32800)
                    #expect(replies.count == (isShutDown ? 7 : 6))
                    #expect(try server.exitStatus() == (isShutDown ? 0 : 1))
                }
            }
        }

        @Test("At exit too a client that does not read yet gets all replies")
        func exitBeforeReading() throws {
            try withFolder { folder in
                let server = try folder.server()
                let detail = String(repeating: "d", count: 100_000)
                _ = try server.result("todo.create", #"{"title":"a","detail":"\#(detail)"}"#)
                server.isReading = false
                for _ in 1...8 { try server.request("todo.get", #"{"id":1}"#) }
                try server.notify("exit")
                // Its pipe is full: it cannot end before somebody reads.
                #expect(throws: ServerProcess.Failure.self) { try server.exitStatus(within: 0.5) }
                server.isReading = true
                #expect(try server.rest().ids == (2...9).map(String.init))
                #expect(try server.exitStatus() == 1)
            }
        }

        @Test(
            "End of input: everything that was read is answered, pets too, then status 0",
            arguments: ServerProcess.Framing.allCases)
        func endOfInput(framing: ServerProcess.Framing) throws {
            try withFolder { folder in
                let server = try folder.server(framing: framing)
                var text = server.framed(request(0, "pet.random", #"{"kind":"dog","allowOffline":true}"#))
                for number in 1...500 {
                    text += server.framed(request(number, "todo.create", #"{"title":"t\#(number)"}"#))
                }
                try server.send(text)
                server.closeInput()
                let replies = try server.rest()
                let ids = replies.compactMap { $0["id"]?.integer }
                let (ordered, pets) = (ids.filter { $0 > 0 }, ids.filter { $0 == 0 })
                #expect(ordered == Array(1...500) && pets == [0])
                let failed = replies.filter { $0["result"] == nil }
                #expect(failed == [])
                #expect(try server.exitStatus() == 0)
                let count = try folder.server().titles().count
                #expect(count == 500)
            }
        }

        @Test(
            "A client that is gone ends the server quietly, with what was committed kept",
            arguments: ["idle", "replying"])
        func brokenPipe(when: String) throws {
            try withFolder { folder in
                let server = try folder.server()
                _ = try server.result("todo.create", #"{"title":"kept"}"#)
                server.closeOutput()
                if when == "replying" { _ = try? server.request("todo.list") }
                #expect(try server.exitStatus(within: 10) == 0)
                #expect(server.errorText == "")
                #expect(try folder.server().titles() == ["kept"])
            }
        }

        @Test(
            "SIGTERM and SIGINT while it is busy: it ends by itself, and what was acknowledged is there",
            arguments: [SIGTERM, SIGINT])
        func signals(number: Int32) throws {
            try withFolder { folder in
                let server = try folder.server()
                for number in 1...2000 { try server.request("todo.create", #"{"title":"t\#(number)"}"#) }
                var acknowledged: [Int64] = []
                while acknowledged.count < 50 {
                    acknowledged.append(try #require(try server.next()["result"]?["id"]?.integer))
                }
                server.signal(number)
                #expect(try server.exitStatus() == 0)
                for reply in try server.rest(mayBeCut: true) {
                    acknowledged.append(try #require(reply["result"]?["id"]?.integer))
                }
                let kept = try folder.server().titles().count
                #expect(acknowledged == Array(1...Int64(acknowledged.count)) && kept >= acknowledged.count)
            }
        }

        @Test("When the process of processId is gone, the server ends, although its input stays open")
        func parentIsGone() throws {
            try withFolder { folder in
                let editor = try ServerProcess(["--store", ":memory:"])
                let server = try folder.server()
                _ = try server.result("initialize", #"{"processId":\#(editor.id)}"#)
                #expect(server.isRunning)
                editor.closeInput()
                #expect(try editor.exitStatus() == 0)
                #expect(try server.exitStatus(within: 10) == 0)
            }
        }

        @Test("A processId that is gone already: the request is answered, then the server ends; null watches nobody")
        func deadParent() throws {
            try withFolder { folder in
                let editor = try ServerProcess(["--version"])
                #expect(try editor.exitStatus() == 0)
                let server = try folder.server()
                #expect(try server.result("initialize", #"{"processId":\#(editor.id)}"#)["session"] != nil)
                #expect(try server.exitStatus(within: 10) == 0)
                let other = try folder.server()
                _ = try other.result("initialize", #"{"processId":null}"#)
                #expect(try other.titles() == [])
                try other.expectQuietEnd()
            }
        }

        @Test(
            "A locale chooses the language of messages and built-in titles, whatever its region; others change nothing")
        func locale() throws {
            try withFolder { folder in
                let server = try folder.server(wrapper: ["env", "-u", "LC_MESSAGES", "LC_ALL=C", "LANG=ko_KR.UTF-8"])
                _ = try server.result("todo.create", #"{"title":"t"}"#)
                func title() throws -> String? { try server.result("sections.list")["sections"]?[0]?["title"]?.string }
                #expect(try title() == "No category")
                for (locale, expected) in [
                    ("ko", "분류 없음"), ("xx", "분류 없음"), ("en-GB", "No category"), ("ko-KR", "분류 없음"),
                ] {
                    _ = try server.result("initialize", #"{"locale":"\#(locale)"}"#)
                    #expect(try title() == expected)
                }
                let error = try server.call("todo.create")
                #expect(error["error"]?["message"] == .string("내용이 모두 입력되지 않았습니다."))
                try server.expectQuietEnd()
            }
        }

        @Test(
            "The environment chooses the language: LC_ALL before LC_MESSAGES before LANG",
            arguments: [
                (["LC_ALL=ko_KR.UTF-8", "LANG=en_US"], true), (["LC_MESSAGES=ko", "LANG=en_US"], true),
                (["LC_ALL=", "LANG=ko_KR.UTF-8"], true), (["LC_ALL=en_US", "LANG=ko_KR"], false),
                (["LANG=fr_FR"], false),
            ])
        func language(variables: [String], isKorean: Bool) throws {
            try withFolder { folder in
                let server = try folder.server(
                    wrapper: ["env", "-u", "LC_ALL", "-u", "LC_MESSAGES", "-u", "LANG"] + variables)
                let message = try server.call("todo.update", #"{"id":1,"title":" "}"#)["error"]?["message"]?.string
                #expect((message == "수정할 수 없습니다.") == isKorean)
                try server.expectQuietEnd()
            }
        }
    }
}
