import JSON
import Testing
import TodoAPI
import TodoStore

@testable import TodoServer

@Suite("The list of methods")
struct HandlersTests {
    private func handler(_ name: String) throws -> Handler? {
        let text = Array(JSONValue.string(name).text.utf8)
        let place = try JSONScanner.check(text.span)
        return Handlers.standard.find(JSONView(text.span, at: place))
    }

    @Test("Each method is found by its name, and carried out in the way that its effect says")
    func registered() throws {
        for method in Handlers.standard.all.map(\.method) {
            let handler = try #require(try handler(method.name))
            switch (method.effect, handler.action) {
            case (.readsStore, .ordered(.reading, _)), (.changesStore, .ordered(.writing, _)),
                (.usesNetwork, .concurrent),
                (.controlsSession, .session), (.notification, .notification):
                break
            default: Issue.record("\(method.name) is carried out as \(handler.action)")
            }
        }
    }

    @Test("A name is known only as it is written; another gets the nearest one as a hint")
    func unknown() throws {
        for name in ["Todo.get", "todo.get ", "todo", "", "todo.gett"] { #expect(try handler(name) == nil) }
        guard case .methodNotFound("todo.crate", let hint) = Handlers.standard.unknown("todo.crate") else {
            Issue.record("not methodNotFound")
            return
        }
        #expect(hint == "todo.create")
        guard case .methodNotFound(_, let none) = Handlers.standard.unknown("zzzzzzzzzzzzzzzzzzzzzzz") else { return }
        #expect(none == nil)
    }

    @Test("A batch of calls that are answered later goes out once, as a whole, in the order of the calls")
    func pendingBatches() {
        var batches = PendingBatches()
        let (first, second) = (batches.add(3), batches.add(2))
        #expect(batches.fill(first, 2, with: Array("c".utf8)) == nil)
        #expect(batches.fill(second, 0, with: []) == nil)
        #expect(batches.fill(first, 1, with: []) == nil)
        #expect(batches.fill(first, 1, with: Array("again".utf8)) == nil)
        #expect(batches.fill(first, 0, with: Array("a".utf8)) == Array("[a,c]".utf8))
        #expect(batches.fill(second, 1, with: []) == [])
        #expect(batches.fill(first, 0, with: Array("late".utf8)) == nil)
    }
}
