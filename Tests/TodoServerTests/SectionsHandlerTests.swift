import EventLoop
import JSON
import TestSupport
import Testing
import TodoAPI
import TodoCore
import TodoStore

@testable import TodoServer

@Suite("sections.list", .blocking)
struct SectionsHandlerTests {
    @Test("All sections together are bounded in bytes, and each says where its list goes on")
    func bytes() throws {
        let manager = TodoManager(.memory, session: "test", loop: try EventLoop())
        let detail = String(repeating: "d", count: 1 << 20)
        let (reply, rest) = try manager.assumeIsolated { manager in
            let (store, now) = (manager.store, manager.now)
            try store.begin(.writing, at: now)
            defer { store.rollback() }
            for (section, count) in [("A", 9), ("B", 8), ("C", 2), ("D", 2)] {
                for _ in 0..<count {
                    _ = try store.create(NewTodo(title: "t", detail: detail, category: section), at: now)
                }
            }
            let reply = try manager.sections(SectionsList.Params(), .english)
            var rest: [Int] = []
            for section in reply.sections {
                var filter = TodoFilter()
                filter.section = section.section.id.text
                let next = TodoQuery(
                    filter: filter, limit: 100, cursor: section.nextCursor ?? nil, today: reply.today,
                    calendar: manager.calendar)
                rest.append(section.nextCursor == .some(nil) ? 0 : try store.list(next).todos.count)
            }
            return (reply, rest)
        }
        // Fifteen of a mebibyte and a byte fit into the sixteen of a page; the first of C takes what is left, and more.
        #expect(reply.sections.map { $0.todos?.todos.count } == [9, 6, 1, 0])
        #expect(rest == [0, 2, 1, 2])
    }
}
