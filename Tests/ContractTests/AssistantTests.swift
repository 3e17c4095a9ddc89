import JSON
import TestSupport
import Testing
import TodoAPI

@testable import TodoServer

@Suite("Assistants", .blocking)
struct AssistantTests {
    private static let stateless =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    /// The replies to requests in a session that begins with a handshake.
    private func replies(_ requests: [(method: String, params: String?)]) throws -> [JSONValue] {
        let handshake: (method: String, params: String?) = (MCPInitialize.name, #"{"protocolVersion":"2025-06-18"}"#)
        return Array(try Conversation.replies([handshake] + requests).sorted(by: JSONValue.byID).dropFirst())
    }

    private func call(_ tool: String, _ arguments: String) -> (method: String, params: String?) {
        (MCPCallTool.name, #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
    }

    @Test(
        "A known revision is spoken, and for another one the newest that is known", arguments: MCP.revisions + ["1999"])
    func negotiates(revision: String) throws {
        let reply = try Conversation.replies([(MCPInitialize.name, #"{"protocolVersion":"\#(revision)"}"#)])
        let expected = MCP.revisions.contains(revision) ? revision : "2025-11-25"
        #expect(reply[0]["result"]?["protocolVersion"]?.string == expected)
        #expect(reply[0]["result"]?["instructions"]?.string?.isEmpty == false)
    }

    @Test("An initialize whose protocolVersion is a number, or is not there, is that of the contract")
    func ordinaryInitialize() throws {
        for params in [#"{"protocolVersion":1}"#, "{}"] {
            let reply = try Conversation.replies([(Initialize.name, params)])
            #expect(reply[0]["result"]?["protocolVersion"] == .integer(1))
        }
    }

    @Test("Each method that does something for the user is a tool, with schemas that stand alone")
    func toolsAreComplete() throws {
        let tools = try replies([(MCPListTools.name, nil)])[0]["result"]?["tools"]?.array ?? []
        let methods = Handlers.standard.descriptions.filter(\.effect.isTool)
        #expect(tools.compactMap { $0["name"]?.string } == methods.map { Tool.name(of: $0.name) })
        for (tool, method) in zip(tools, methods) {
            for schema in [tool["inputSchema"], tool["outputSchema"]] {
                #expect(schema?["type"]?.string == "object")
                #expect(schema?.text.contains("$ref") == false)
                // Models are not given tools with choices at the top.
                for keyword in ["anyOf", "allOf", "oneOf", "not"] { #expect(schema?[keyword] == nil) }
            }
            #expect(
                tool["annotations"]?["readOnlyHint"]?.bool
                    == (method.effect == .readsStore || method.effect == .usesNetwork))
            #expect(tool["title"]?.string == method.title && method.title != method.name)
            for rule in method.params.rules { #expect(tool["description"]?.string?.contains(rule.sentence) == true) }
        }
    }

    @Test("What overwrites or deletes is called destructive, and what only adds or arranges is not")
    func destructiveTools() throws {
        let tools = try replies([(MCPListTools.name, nil)])[0]["result"]?["tools"]?.array ?? []
        let destructive = tools.filter { $0["annotations"]?["destructiveHint"]?.bool == true }
        #expect(
            destructive.compactMap { $0["name"]?.string } == [
                "todo_update", "todo_delete", "todo_updateMany", "todo_deleteMany", "todo_undo", "sections_rename",
                "sections_delete",
            ])
    }

    @Test("A cursor of another list is refused, since there is one page")
    func listCursor() throws {
        let replies = try replies([
            (MCPListTools.name, #"{"cursor":"x"}"#), (MCPListTools.name, #"{"cursor":null}"#),
            (MCPListTools.name, #"{"cursor":7}"#),
        ])
        #expect(replies.map { $0["error"]?["code"]?.integer } == [-32602, nil, -32602])
        #expect(replies[1]["result"]?["tools"]?.array?.isEmpty == false)
    }

    @Test("The list of tools is short enough to be read in every session")
    func toolsAreShort() throws {
        let count = Handlers.standard.descriptions.filter(\.effect.isTool).count
        let text = try replies([(MCPListTools.name, nil)])[0].text
        #expect(text.utf8.count < 2000 * count)
    }

    @Test("Descriptions of tools call other methods by the names of their tools")
    func descriptionsNameTools() throws {
        let text = try replies([(MCPListTools.name, nil)])[0].text
        for method in Handlers.standard.descriptions where method.effect.isTool { #expect(!text.contains(method.name)) }
    }

    @Test("A result comes as an object and as the same text")
    func resultsComeTwice() throws {
        let result = try replies([call("todo_create", #"{"title":"한글 \"a\""}"#)])[0]["result"]
        let content = try #require(result?["content"]?[0])
        #expect(content["type"]?.string == "text")
        #expect(try JSONValue(parsing: Array((content["text"]?.string ?? "").utf8)) == result?["structuredContent"])
        #expect(result?["isError"] == nil)
    }

    @Test("Lists are brief unless an assistant wants more")
    func listsAreBrief() throws {
        let results = try replies([
            call("todo_create", #"{"title":"a"}"#), call("todo_list", "{}"),
            call("todo_list", #"{"fields":["detail"]}"#),
            call("sections_list", "{}"),
        ]).map { $0["result"]?["structuredContent"] }
        let brief = ["id", "title", "category", "isCompleted", "isToday", "dueOn"]
        #expect(results[1]?["todos"]?[0]?.members?.map(\.name) == brief)
        #expect(results[2]?["todos"]?[0]?.members?.map(\.name) == ["id", "detail"])
        #expect(results[3]?["sections"]?[0]?["todos"]?[0]?.members?.map(\.name) == brief)
    }

    @Test("Changes and undo are brief too, and say what was left out")
    func changesAreBrief() throws {
        let creates = (1...30).map { call("todo_create", #"{"title":"\#($0)","detail":"d"}"#) }
        let results = try replies(
            creates + [
                call("todo_updateMany", #"{"filter":{},"set":{"isToday":true}}"#), call("todo_undo", "{}"),
                call("todo_undo", #"{"revision":32,"limit":1000,"fields":[]}"#),
                call("todo_undo", #"{"revision":33,"limit":30}"#),
            ]
        ).map { $0["result"]?["structuredContent"] }
        let brief = ["id", "title", "category", "isCompleted", "isToday", "dueOn"]
        let undo = results[31]
        #expect(undo?["todos"]?.array?.count == 20 && undo?["omitted"] == .integer(10))
        #expect(undo?["todos"]?[0]?.members?.map(\.name) == brief)
        #expect(results[32]?["todos"]?.array?.count == 30 && results[32]?["todos"]?[29]?.text == #"{"id":30}"#)
        #expect(results[33]?["todos"]?.array?.count == 30 && results[33]?["omitted"] == nil)
    }

    @Test("Changes since a cursor come in pages of short todos")
    func changePages() throws {
        // The store of a session in which a cursor is known only once it has answered.
        let server = try ServerProcess(["--store", ":memory:"])
        func content(_ tool: String, _ arguments: String) throws -> JSONValue? {
            let call = call(tool, arguments)
            return try server.result(call.method, call.params ?? "")["structuredContent"]
        }
        let cursor = try #require(try content("changes_since", "{}")?["cursor"]?.text)
        for number in 1...30 { _ = try content("todo_create", #"{"title":"\#(number)","detail":"d"}"#) }
        let page = try content("changes_since", #"{"cursor":\#(cursor)}"#)
        #expect(page?["changes"]?.array?.count == 20 && page?["hasMore"] == .bool(true))
        #expect(
            page?["changes"]?[0]?["todo"]?.members?.map(\.name) == [
                "id", "title", "category", "isCompleted", "isToday", "dueOn",
            ])
        let all = try content("changes_since", #"{"cursor":\#(cursor),"limit":1000,"fields":["detail"]}"#)
        #expect(all?["changes"]?.array?.count == 30)
        #expect(all?["changes"]?[29]?["todo"]?.text == #"{"id":30,"detail":"d"}"#)
    }

    @Test("null counts as no arguments, and what else is no object is a result that says so")
    func strangeArguments() throws {
        let replies = try replies([
            call("todo_list", "null"), (MCPCallTool.name, #"{"name":"todo_list"}"#), call("todo_list", "[]"),
            call("todo_list", #""x""#), call("todo_get", "7"),
        ]).map { $0["result"] }
        for reply in replies.prefix(2) { #expect(reply?["structuredContent"]?["todos"] == .array([])) }
        for reply in replies.dropFirst(2) {
            #expect(reply?["isError"] == .bool(true))
            #expect(reply?["content"]?[0]?["text"]?.string?.contains(#""path":"","reason":"type""#) == true)
        }
    }

    @Test("After the handshake nothing is told unasked, whatever was begun before")
    func noNotifications() throws {
        let create =
            #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"todo_create","arguments":{"title":"a"}}}"#
        let lines = try Conversation.lines([
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#, create,
        ])
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { !$0.contains(TodoDidChange.name) })
    }

    @Test("A call that fails is a result that says why, and nothing of it has happened")
    func failuresAreResults() throws {
        let replies = try replies([
            call("todo_create", "{}"), call("todo_create", #"{"title":"a","before":7}"#),
            call("todo_get", #"{"id":1}"#),
            call("todo_create", #"{"title":"a","titel":"b"}"#), call("todo_list", "{}"),
        ])
        for reply in replies.dropLast() {
            #expect(reply["result"]?["isError"] == .bool(true))
            #expect(reply["result"]?["content"]?[0]?["text"]?.string?.contains(#""kind":""#) == true)
        }
        #expect(replies[4]["result"]?["structuredContent"]?["todos"] == .array([]))
    }

    @Test("A tool that does not exist is an error, with the one that was meant")
    func unknownTool() throws {
        let error = try replies([call("todo_creat", "{}")])[0]["error"]
        #expect(error?["code"] == .integer(ErrorKind.invalidParams.code))
        #expect(error?["data"]?["hint"]?.string == "todo_create")
        #expect(error?["message"]?.string == "There is no tool todo_creat; did you mean todo_create?")
        let other = try replies([call("nothing_like_it", "{}")])[0]["error"]
        #expect(other?["message"]?.string == "There is no tool nothing_like_it.")
    }

    @Test("After the handshake only the methods of that protocol are known")
    func ownMethodsAreNotKnown() throws {
        let replies = try replies([(TodoList.name, nil), ("resources/list", nil), (MCPPing.name, nil)])
        #expect(replies[0]["error"]?["code"] == .integer(ErrorKind.methodNotFound.code))
        #expect(replies[1]["error"]?["code"] == .integer(ErrorKind.methodNotFound.code))
        #expect(replies[2]["result"] == .object([]))
    }

    @Test("Without a handshake each request says its revision, and each result that it is complete")
    func stateless() throws {
        let replies = try Conversation.replies([
            (MCPDiscover.name, "{\(Self.stateless)}"), (MCPListTools.name, "{\(Self.stateless)}"),
            (MCPCallTool.name, #"{"name":"todo_create","arguments":{"title":"a"},\#(Self.stateless)}"#),
            (MCPCallTool.name, #"{"name":"todo_get","arguments":{"id":9},\#(Self.stateless)}"#),
        ])
        for reply in replies {
            #expect(reply["result"]?["resultType"]?.string == "complete")
            #expect(
                reply["result"]?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"]?.string == Version.text)
        }
        #expect(replies[0]["result"]?["supportedVersions"] == .strings(["2026-07-28"]))
        #expect(replies[3]["result"]?["isError"] == .bool(true))
    }

    @Test("A revision that is not spoken is refused with those that are")
    func unknownRevision() throws {
        let meta = #""_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}"#
        let error = try Conversation.replies([(MCPListTools.name, "{\(meta)}")])[0]["error"]
        #expect(error?["code"] == .integer(-32022))
        #expect(error?["data"]?["supported"] == .strings(["2026-07-28"]))
        #expect(error?["data"]?["requested"]?.string == "2031-01-01")
        let number = #""_meta":{"io.modelcontextprotocol/protocolVersion":7}"#
        let wrong = try Conversation.replies([(MCPListTools.name, "{\(number)}")])[0]["error"]
        #expect(wrong?["code"] == .integer(-32602))
        #expect(wrong?["data"]?["path"]?.string == "/_meta/io.modelcontextprotocol~1protocolVersion")
    }

    @Test("Notifications of a host are never answered, and one with an id is refused")
    func notifications() throws {
        let lines = try Conversation.lines([
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"notifications/initialized"}"#,
        ])
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#""code":-32600"#) == true)
    }

    @Test("Calls in a batch are answered in its order")
    func batches() throws {
        let lines = try Conversation.lines([
            #"[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"todo_create","arguments":{"title":"a"}}},"#
                + #"{"jsonrpc":"2.0","id":2,"method":"ping"},"#
                + #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"todo_get","arguments":{"id":1}}}]"#
        ])
        let replies = try JSONValue(parsing: Array(lines[0].utf8))
        #expect(replies.array?.compactMap { $0["id"]?.integer } == [1, 2, 3])
        #expect(replies[2]?["result"]?["structuredContent"]?["title"]?.string == "a")
    }
}
