import JSON
import Testing

@testable import TodoServer

@Suite("Checking requests without a store")
struct RequestCheckTests {
    private func verdicts(_ text: String) -> [String] {
        RequestCheck.verdicts(on: Array(text.utf8), .standard).map(\.text)
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

    @Test("A byte order mark and blank lines are passed over")
    func blanks() {
        #expect(
            verdicts("\u{FEFF}" + #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n \n") == [
                "1: rpc.discover: valid"
            ])
    }
}
