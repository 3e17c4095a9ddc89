import JSON
import Testing
import TodoAPI
import TodoCore
import TodoStore

@testable import TodoServer

@Suite("Adding a method, as docs/adding-a-method.md shows it")
struct AddingAMethodTests {
    private let handlers = Handlers(
        Handlers.standard.all + [
            .store(TodoDuplicate.self) { params, manager, _ throws(StoreError) in
                let todo = try manager.store.todo(params.id)
                return try manager.store.create(
                    NewTodo(
                        title: params.title ?? todo.title, detail: todo.detail, isToday: todo.isToday,
                        dueOn: todo.dueOn, place: .after(todo.id)),
                    at: manager.now)
            }
        ])

    @Test("The code on the page is this code")
    func pageIsTrue() throws {
        let source = try ["WorkedExample", "AddingAMethodTests"].map { name in
            Self.words(try #require(Repository.text("Tests/ContractTests/\(name).swift")))
        }
        let page = try #require(Repository.text("docs/adding-a-method.md"))
        var blocks: [String] = []
        var isInside = false
        for line in page.split(separator: "\n") {
            if line.hasPrefix("```") {
                isInside = line == "```swift"
                if isInside { blocks.append("") }
            } else if isInside {
                blocks[blocks.count - 1] += line + " "
            }
        }
        #expect(blocks.count == 2)
        for block in blocks { #expect(source.contains { $0.contains(Self.words(block)) }, "\(block)") }
    }

    @Test("It works, its params are checked, and it is in the document and among the tools")
    func works() throws {
        let replies = try Conversation.replies(
            [
                (TodoCreate.name, #"{"title":"Buy milk","category":"Home"}"#), (TodoDuplicate.name, #"{"id":1}"#),
                (TodoDuplicate.name, #"{"id":1,"titel":"a"}"#), (TodoDuplicate.name, #"{"id":7}"#),
            ], handlers: handlers)
        #expect(replies[1]["result"]?["title"]?.string == "Buy milk")
        #expect(replies[1]["result"]?["category"]?.string == "Home")
        #expect(replies[2]["error"]?["data"]?["hint"]?.string == "title")
        #expect(replies[3]["error"]?["code"] == .integer(404))
        let method = try Conversation.document(handlers)["methods"]?.array?.last
        #expect(method?["name"]?.string == TodoDuplicate.name)
        #expect(method?["examples"]?[0]?["result"]?["value"]?["title"]?.string == "Buy milk again")
        #expect(throws: Never.self) { try Toolbox(handlers).find(Tool.name(of: TodoDuplicate.name)) }
    }

    /// The text with one blank wherever there are any: how lines are broken does not matter.
    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
