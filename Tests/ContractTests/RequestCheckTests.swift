import JSON
import Testing

@testable import TodoServer

@Suite("Checking requests without a store")
struct RequestCheckTests {
    private func verdicts(_ text: String, messageLimit: Int = 64 << 20) -> [String] {
        let bytes = Array(text.utf8)
        var check = RequestCheck(.standard, messageLimit: messageLimit)
        var verdicts: [RequestCheck.Verdict] = []
        let count = check.read(bytes.span, isLast: true, into: &verdicts)
        #expect(count == bytes.count || verdicts.last?.isValid == false)
        return verdicts.map(\.text)
    }

    /// What the server itself answers to one line: the code of the error, nil for a result, or for nothing.
    private func code(_ line: String) throws -> Int64? {
        let replies = try Conversation.lines([line]).map { try JSONValue(parsing: Array($0.utf8)) }
        return replies.compactMap { $0["error"]?["code"]?.integer }.first
    }

    @Test("A valid request is called valid, and its line and method are named")
    func valid() {
        let text = """
            {"jsonrpc":"2.0","id":1,"method":"todo.create","params":{"title":"a"}}\r

            {"jsonrpc":"2.0","method":"exit"}
            """
        #expect(verdicts(text) == ["1: todo.create: valid", "3: exit: valid"])
    }

    @Test("A mistake is named with its place and its reason")
    func mistakes() {
        let text = """
            {"jsonrpc":"2.0","id":1,"method":"todo.list","params":{"filter":{"dueBefore":"soon"}}}
            {"jsonrpc":"2.0","id":1,"method":"todo.creat"}
            {"id":1,"method":"todo.get","params":{"id":1}}
            {"jsonrpc":"2.0","id":1,"method":"exit"}
            {"jsonrpc":
            """
        let found = verdicts(text)
        #expect(found[0].hasPrefix("1: todo.list: invalidParams (-32602): /filter/dueBefore: format: "))
        #expect(found[1].contains("did you mean todo.create?"))
        #expect(found[2].hasPrefix("3: todo.get: invalidRequest (-32600): "))
        #expect(found[3].hasPrefix("4: exit: invalidRequest (-32600): "))
        let start = "5: parseError (-32700): The message could not be read as JSON: "
        #expect(found[4].hasPrefix(start) && found[4].hasSuffix(", byte 11"), "\(found[4])")
    }

    @Test("Each member of a batch has a verdict of its own, and an empty one is a mistake")
    func batches() {
        let found = verdicts(#"[{"jsonrpc":"2.0","id":1,"method":"todo.get","params":{"id":1}},7]"# + "\n[]")
        #expect(found[0] == "1[1]: todo.get: valid")
        #expect(found[1].hasPrefix("1[2]: invalidRequest"))
        #expect(found[2].hasPrefix("2: invalidRequest"))
    }

    @Test(
        "What it says of a message is what the server does with it",
        arguments: [
            #"{"jsonrpc":"2.0","id":1,"method":"$/cancelRequest","params":{"id":7}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"$/other"}"#, #"{"jsonrpc":"2.0","method":"$/other"}"#,
            #"{"jsonrpc":"2.0","id":1,"result":null}"#, #"{"jsonrpc":"2.0","id":1,"method":"initialized"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"todo_list"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"todo_lost","arguments":{}}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999"}}}"#,
            "\u{0}", "\u{B}\u{C}", "{", "[" + Array(repeating: "0", count: 10_001).joined(separator: ",") + "]",
        ])
    func agrees(line: String) throws {
        let found = verdicts("\n" + line)
        #expect(found.count == 1)
        if let code = try code(line) {
            #expect(found.first?.contains(" (\(code)): ") == true, "\(found)")
        } else {
            #expect(found.first?.contains("valid") == true && found.first?.contains("(-") == false, "\(found)")
        }
    }

    @Test("Arguments of a tool are looked at as the params of its method")
    func arguments() {
        let found = verdicts(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"todo_get","arguments":{"id":"1"}}}"#)
        #expect(found.first?.hasPrefix("1: tools/call: invalidParams (-32602): /id: type: ") == true)
    }

    @Test("A message over the limit is refused, and those behind it have their own lines")
    func limit() {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#
        let found = verdicts("\(request)\n\(request)   \n\n\(request)", messageLimit: request.utf8.count)
        #expect(
            found == [
                "1: rpc.discover: valid", "2: invalidRequest (-32600): the message is longer than 48 bytes",
                "4: rpc.discover: valid",
            ])
    }

    @Test("Messages with headers are read too, and after a broken header nothing is")
    func headers() {
        let request = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#
        let whole = "Content-Length: \(request.utf8.count)\r\n\r\n\(request)"
        #expect(verdicts(whole + whole) == ["3: rpc.discover: valid", "5: rpc.discover: valid"])
        let found = verdicts(whole + "Content-Length: x\r\n\r\n" + request)
        #expect(found.count == 2 && found[1].hasPrefix("3: parseError (-32700): "))
    }

    @Test("A byte order mark and blank lines are passed over")
    func blanks() {
        #expect(
            verdicts("\u{FEFF}" + #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n \n") == [
                "1: rpc.discover: valid"
            ])
    }
}
