import JSON
import TestSupport
import Testing

extension EndToEnd {
    @Suite("Framing, over real pipes", .serialized)
    struct FramingTests {
        @Test(
            "Requests and replies pass in both framings, and nothing but frames is on the output",
            arguments: ServerProcess.Framing.allCases)
        func bothFramings(framing: ServerProcess.Framing) throws {
            try withFolder { folder in
                let server = try folder.server(framing: framing)
                let todo = try server.result("todo.create", #"{"title":"한글 👨‍👩‍👧\n"}"#)
                #expect(todo["title"]?.string == "한글 👨‍👩‍👧" && todo["id"] == .number("1"))
                #expect(try server.result("todo.get", #"{"id":1}"#) == todo)
                #expect(try server.call("todo.get", #"{"id":2}"#).errorCode == 404)
                try server.expectQuietEnd()
                #expect(server.errorText == "")
            }
        }

        @Test("Headers are read tolerantly, cut anywhere, and answered with exactly one")
        func tolerantHeaders() throws {
            try withFolder { folder in
                let server = try folder.server(framing: .headers)
                let body = request(1, "todo.list")
                let frame = """
                    content-LENGTH :  \(body.utf8.count) \r
                    Content-Type: application/vscode-jsonrpc; charset=utf8\r
                    X-Other: 1\r
                    \r
                    \(body)
                    """
                for byte in frame.utf8 { try server.send([byte]) }
                #expect(try server.next()["result"]?["todos"] == .array([]))
                try server.send("Content-Length: \(body.utf8.count)\n\n\(body)")
                #expect(try server.next()["id"] == .number("1"))
                try server.expectQuietEnd()
            }
        }

        /// A header block from which nobody can tell where the next message starts.
        static let lost = [
            "Content-Type: x\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n",
            "Content-Length:\r\n\r\n",
            "Content-Length: 2\r\nContent-Length: 3\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
            "no colon\r\n\r\n",
            "X: " + String(repeating: "x", count: 8200),
        ]

        @Test(
            "A header without a usable length: what came before is answered, then -32700 with id null and status 1",
            arguments: lost)
        func lostHeaders(header: String) throws {
            try withFolder { folder in
                let server = try folder.server(framing: .headers)
                try server.request("todo.create", #"{"title":"before"}"#)
                try server.send(header)
                #expect(try server.next()["result"]?["title"] == .string("before"))
                let error = try server.next()
                #expect(error["id"] == .null && error.errorCode == -32700)
                #expect(try server.exitStatus() == 1)
                #expect(try server.rest() == [])
            }
        }

        @Test("What cannot be read is -32700 with id null, and the next line is answered")
        func unreadableLines() throws {
            try withFolder { folder in
                let server = try folder.server()
                for line in ["{", "nonsense", "{\"a\":1,}", "\"\u{1}\"", #"{"id":1,"method":"\ud800"}"#, "[1,", "{}x"] {
                    // The first line must tell the framing.
                    try server.send((line.first == "{" ? "" : " ") + "{}\n" + line + "\n")
                    #expect(try server.next().errorCode == -32600)
                    let error = try server.next()
                    #expect(error["id"] == .null && error.errorCode == -32700, "\(line)")
                }
                try server.send([0x7B, 0x22, 0xFF, 0x22, 0x7D, 0x0A])
                #expect(try server.next().errorCode == -32700)
                let deep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
                try server.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"todo.get\",\"params\":\(deep)}\n")
                #expect(try server.next().errorCode == -32700)
                #expect(try server.result("todo.list")["todos"] == .array([]))
                try server.expectQuietEnd()
            }
        }

        @Test("A byte order mark, blank lines and CR LF are no part of a message; a last line needs no line feed")
        func blanks() throws {
            try withFolder { folder in
                let server = try folder.server()
                try server.send([0xEF, 0xBB, 0xBF])
                try server.send("\r\n\n  \n" + request(1, "todo.list") + "\r\n\r\n" + request(2, "todo.list"))
                server.closeInput()
                #expect(try server.rest().ids == ["1", "2"])
                #expect(try server.exitStatus() == 0)
            }
        }

        @Test(
            "A message over the limit is -32600 with id null in its place, and the next one is answered",
            arguments: ServerProcess.Framing.allCases)
        func tooLong(framing: ServerProcess.Framing) throws {
            try withFolder { folder in
                let server = try folder.server(["--max-message-bytes", "1000"], framing: framing)
                let long = server.framed(
                    request(2, "todo.create", #"{"title":"t","detail":"\#(String(repeating: "d", count: 200_000))"}"#))
                try server.send(
                    server.framed(request(1, "todo.create", #"{"title":"a"}"#)) + long
                        + server.framed(request(3, "todo.create", #"{"title":"b"}"#)))
                #expect(try server.next()["id"] == .number("1"))
                let error = try server.next()
                #expect(error["id"] == .null && error.errorCode == -32600)
                #expect(try server.next()["id"] == .number("3"))
                #expect(try server.titles() == ["a", "b"])
                try server.expectQuietEnd()
            }
        }

        @Test("Ids come back as they were written, and notifications never get a reply")
        func ids() throws {
            try withFolder { folder in
                let server = try folder.server()
                for id in ["1.0", "12345678901234567890", #""a\u0041""#, "-0", "1e3", "null", #""""#] {
                    try server.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"todo.list"}"# + "\n")
                    let reply = try server.next().text
                    let expected = try JSONValue(parsing: Array(id.utf8)).text
                    #expect(reply.contains("\"id\":\(expected)"), "\(reply)")
                }
                for id in ["true", "[]", "{}"] {
                    try server.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"todo.list"}"# + "\n")
                    let reply = try server.next()
                    #expect(reply["id"] == .null && reply.errorCode == -32600)
                }
                for params in [#"{"title":"kept"}"#, #"{"title":""}"#, "7"] { try server.notify("todo.create", params) }
                try server.notify("no.such")
                try server.notify("$/whatever")
                #expect(try server.titles() == ["kept"])
                #expect(try server.call("$/whatever").errorCode == -32601)
                try server.expectQuietEnd()
            }
        }
    }
}
