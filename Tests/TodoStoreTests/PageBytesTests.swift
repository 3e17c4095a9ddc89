import TestSupport
import Testing
import TodoCore
import TodoStore

/// A page is bounded in bytes too: todos with details of a mebibyte each.
@Suite("Pages of long texts", .blocking)
struct PageBytesTests {
    private static let count = 24
    private static let detail = String(repeating: "d", count: 1 << 20)

    private func fill(_ user: HistoryUser) throws -> [Todo.ID] {
        try (0..<Self.count).map { number in
            let new = NewTodo(title: "t", detail: Self.detail, category: "c\(number % 3)")
            return try user.request { store, now throws(StoreError) in try store.create(new, at: now).id }
        }
    }

    @Test("Each page of a list stays within its bytes, and together they have every todo once, in order")
    func list() throws {
        let user = StoreUser(.memory)
        for number in 0..<Self.count {
            try user.create(NewTodo(title: "t", detail: Self.detail, category: "c\(number % 3)"))
        }
        var (ids, cursor): ([Todo.ID], String?) = ([], nil)
        repeat {
            let page = try user.page(cursor: cursor)
            #expect(page.todos.reduce(0) { $0 + $1.textBytes } <= TodoPage.byteLimit)
            // As many as fit.
            #expect(page.next == nil || page.todos.count == TodoPage.byteLimit / (Self.detail.utf8.count + 1))
            ids += page.todos.map(\.id)
            cursor = page.next
        } while cursor != nil
        #expect(
            ids == (0..<3).flatMap { section in (0..<Self.count).filter { $0 % 3 == section }.map { Int64($0 + 1) } })
    }

    @Test("One todo that is longer than a page has a page of its own, and with no room left there is only the way on")
    func tooLong() throws {
        let user = StoreUser(.memory)
        for _ in 0..<3 { try user.create(NewTodo(title: "t", detail: Self.detail)) }
        func page(_ byteLimit: Int, _ cursor: String? = nil) throws -> TodoPage {
            try user.read { store in
                try store.list(
                    TodoQuery(
                        filter: TodoFilter(), limit: 100, byteLimit: byteLimit, cursor: cursor, calendar: .fixed))
            }
        }
        let first = try page(1000)
        #expect(first.todos.map(\.id) == [1])
        #expect(try page(1000, first.next).todos.map(\.id) == [2])
        for byteLimit in [0, -5] {
            let empty = try page(byteLimit)
            #expect(empty.todos.isEmpty)
            let next = try #require(empty.next)
            #expect(try page(TodoPage.byteLimit, next).todos.map(\.id) == [1, 2, 3])
        }
    }

    @Test("The changes of many long todos come in parts, each once, with the deletions among them in order")
    func changes() throws {
        let user = HistoryUser()
        var cursor = try user.changes().cursor
        let ids = try fill(user)
        try user.delete(ids[5])
        try user.update(ids[2], TodoChanges(title: "again"))
        var (changes, parts): ([TodoChange], Int) = ([], 0)
        var hasMore = true
        while hasMore {
            let page = try user.changes(since: cursor)
            #expect(page.changes.reduce(0) { $0 + ($1.todo?.textBytes ?? 0) } <= TodoPage.byteLimit)
            changes += page.changes
            parts += 1
            (cursor, hasMore) = (page.cursor, page.hasMore)
        }
        #expect(parts == 2)
        #expect(changes.map(\.id) == ids.filter { $0 != ids[5] && $0 != ids[2] } + [ids[5], ids[2]])
        #expect(changes.filter { $0.kind == .deleted }.map(\.id) == [ids[5]])
    }
}
