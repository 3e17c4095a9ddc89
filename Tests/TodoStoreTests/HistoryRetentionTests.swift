import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("What is kept of the history", .blocking)
struct RetentionTests {
    @Test("Rows are bounded, however many requests there are")
    func bounded() throws {
        try HistoryFolder.with { location in
            let user = HistoryUser(location, limit: 50)
            var ids = try (0..<20).map { try user.create("\($0)", in: $0 < 10 ? "A" : "B") }
            for number in 0..<1200 {
                switch number % 5 {
                case 0: ids.append(try user.create("n\(number)"))
                case 1: try user.delete(ids.removeFirst())
                case 2: try user.updateMany(ids, TodoChanges(isToday: number % 2 == 0))
                case 3: try user.rename(number % 10 == 3 ? "A" : "Z", to: number % 10 == 3 ? "Z" : "A")
                default: try user.move(ids[0], .index(5), to: "B")
                }
            }
            let sizes = try ["requests", "todosBefore", "sectionsBefore", "gone"].map {
                try location.number("SELECT count(*) FROM \($0)")
            }
            #expect(sizes[0] <= 50 + 33)
            #expect(sizes[1] <= (50 + 33) * 20)
            #expect(sizes[2] <= 50 + 33)
            #expect(sizes[3] <= 500 + 257)
        }
    }

    @Test("Rows are bounded for large requests too")
    func boundedForLarge() throws {
        try HistoryFolder.with { location in
            let user = HistoryUser(location, limit: 10)
            let ids = try (0..<400).map { try user.create("\($0)") }
            for number in 0..<300 { try user.updateMany(ids, TodoChanges(isToday: number % 2 == 0)) }
            #expect(try location.number("SELECT count(*) FROM todosBefore") <= (10 + 33) * 400)
        }
    }

    @Test("A detail is kept only by requests that change it")
    func details() throws {
        try HistoryFolder.with { location in
            let user = HistoryUser(location)
            let id = try user.create("a", in: "A")
            try user.update(id, TodoChanges(detail: "a long detail"))
            let before = try user.snapshot()
            let requests = [
                try user.update(id, TodoChanges(title: "b", category: "B", isCompleted: true)),
                try user.move(id, .end, to: "A"), try user.deleteSection("A", .move(to: .category(2))),
            ]
            let details = "SELECT count(*) FROM todosBefore WHERE detail <> ''"
            #expect(try location.number(details) == 0)
            for revision in requests.reversed() { try user.undo(user.undo(user.undo(revision).revision).revision) }
            #expect(try location.number(details) == 0)
            #expect(try user.snapshot() == before)
            try user.undo(user.undo(user.delete(id)).revision)
            #expect(try location.number(details) == 2)
        }
    }

    @Test("The oldest request that can be undone can be, at any revision", arguments: [1, 7, 30, 33])
    func oldest(limit: Int64) throws {
        for rest in Int64(0)..<33 {
            let user = HistoryUser(limit: limit)
            let id = try user.create("a")
            let other = try user.create("b")
            for number in 0..<rest { try user.update(other, TodoChanges(title: "\(number)")) }
            let change = try user.update(id, TodoChanges(title: "changed"))
            for number in 0..<(limit - 1) { try user.update(other, TodoChanges(detail: "\(number)")) }
            let result = try user.undo(change)
            #expect(result.todos.map { $0?.title } == ["a"], "\(rest) before")
            #expect(try user.snapshot().todos[id]?.title == "a", "\(rest) before")
        }
    }

    @Test("Deletions are kept as long as their requests can be undone")
    func goneIsKept() throws {
        let user = HistoryUser(limit: 300)
        try user.request { store, now throws(StoreError) in
            for number in 0..<3100 { _ = try store.create(NewTodo(title: "\(number)"), at: now) }
        }
        let all = try user.ids(in: "")
        let small = try user.deleteMany(Array(all[..<20]))
        let large = try user.deleteMany(Array(all[20...]))
        // Past the next upkeep, within the limit.
        for number in 0..<260 { try user.create("n\(number)", in: "N") }
        try user.undo(large)
        try user.undo(small)
        #expect(try user.ids(in: "") == all)
    }
}
