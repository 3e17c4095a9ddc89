import TestSupport
import Testing
import TodoCore
import TodoStore

/// What happens between two pages, done by another process's store on the same file.
private struct Meddler {
    var dice: SeededGenerator
    let user: StoreUser
    var alive: [Todo.ID]
    /// What was moved or deleted, and so may come twice or not at all.
    var touched: Set<Todo.ID> = []

    private var untouched: [Todo.ID] { alive.filter { !touched.contains($0) } }

    mutating func meddle(after last: Todo.ID) throws {
        for _ in 0..<dice.below(5) {
            let rest = untouched
            guard rest.count > 10 else { return }
            let id = dice.once(in: 4) && rest.contains(last) ? last : dice.pick(rest)
            switch dice.below(8) {
            case 0, 1:
                try user.delete(id)
                touched.insert(id)
            case 2, 3:
                touched.insert(id)
                try user.move(id, .index(dice.pick([0, 3, 99])), category: dice.pick(["c0", "c1", "c2"]))
            case 4: try user.create("new", in: dice.pick(["c0", "c1", "c2", "d"]), .index(dice.pick([0, 0, 99])))
            case 5: try user.update(id, TodoChanges(title: "renamed"))
            case 6: try moveSection()
            default: try fillGap(beside: rest.contains(last) ? last : id)
            }
        }
    }

    private mutating func moveSection() throws {
        let sections = try user.sections()
        let (id, index) = (dice.pick(sections).id.text, Int64(dice.below(sections.count)))
        _ = try user.write { try $0.moveSection(id, to: .index(index)) }
    }

    /// So many go into one gap that its neighbours have to be spread; then the anchor may go.
    private mutating func fillGap(beside anchor: Todo.ID) throws {
        let isAfter = dice.once(in: 2)
        try user.write { store in
            for _ in 0..<40 {
                let place: Place = isAfter ? .after(anchor) : .before(anchor)
                _ = try store.create(NewTodo(title: "filler", isToday: true, place: place), at: user.now)
            }
        }
        switch dice.below(4) {
        case 0:
            try user.delete(anchor)
            touched.insert(anchor)
        case 1:
            try user.move(anchor, .index(0))
            touched.insert(anchor)
        case 2: try user.update(anchor, TodoChanges(detail: "changed"))
        default: break
        }
    }
}

@Suite("Lists, page by page", .blocking)
struct PagingTests {
    @Test(
        "What is neither moved nor deleted comes exactly once, whatever another process does between the pages",
        arguments: 0..<40)
    func everyTodoOnce(round: Int) throws {
        try TemporaryFolder.with { folder in
            var dice = SeededGenerator.printed(for: "paging")
            let path = folder.file("s.sqlite")
            let reader = StoreUser(path)
            let ids = try reader.write { store in
                try (0..<90).map { number in
                    try store.create(
                        NewTodo(title: "t", isToday: true, category: "c\(number % 3)"), at: reader.now
                    ).id
                }
            }
            var filter = TodoFilter()
            switch round % 4 {
            case 1: filter.isToday = true
            case 2: filter.isCompleted = false
            case 3: filter.category = "c1"
            default: break
            }
            let wanted = round % 4 == 3 ? Set(try reader.ids(in: "c1")) : Set(ids)
            let limit = dice.pick([1, 2, 7, 20])
            var meddler = Meddler(dice: dice, user: StoreUser(path), alive: ids)
            var seen: [Todo.ID: Int] = [:]
            var cursor: String?
            repeat {
                let page = try reader.page(filter, limit: limit, cursor: cursor)
                for todo in page.todos { seen[todo.id, default: 0] += 1 }
                cursor = page.next
                if let last = page.todos.last { try meddler.meddle(after: last.id) }
            } while cursor != nil
            for id in wanted where !meddler.touched.contains(id) {
                #expect(seen[id] == 1, "todo \(id) came \(seen[id] ?? 0) times; seed \(dice.seed)")
            }
        }
    }

    @Test(
        "A cursor goes on behind its todo when a create spreads the places in the very next request",
        arguments: [true, false])
    func spreadByCreate(isAfter: Bool) throws {
        // As many creates as it takes: a page is read before each, so that the one that spreads is among them.
        let user = StoreUser(.memory)
        let ids = try (0..<80).map { _ in try user.create().id }
        for _ in 0..<70 {
            let page = try user.page(limit: 40)
            let seen = page.todos.map(\.id)
            try user.create("filler", isAfter ? .after(ids[10]) : .before(ids[10]))
            let rest = try user.page(limit: 1000, cursor: page.next).todos.map(\.id)
            let twice = Set(seen).intersection(rest)
            #expect(twice.isEmpty, "came twice: \(twice)")
            #expect(Set(ids).subtracting(seen).subtracting(rest).isEmpty)
        }
    }

    @Test("A page ends where the todos end: no empty last page, and none beyond")
    func lastPage() throws {
        let user = StoreUser(.memory)
        #expect(try user.page(limit: 1) == (todos: 0, isLast: true))
        for _ in 0..<6 { try user.create() }
        #expect(try user.page(limit: 6) == (todos: 6, isLast: true))
        #expect(try user.page(limit: 5) == (todos: 5, isLast: false))
        #expect(try user.page(limit: 1000) == (todos: 6, isLast: true))
        let page = try user.page(limit: 3)
        #expect(try user.page(limit: 3, cursor: page.next) == (todos: 3, isLast: true))
    }

    @Test("A cursor belongs to its filter, and to no other text")
    func foreignCursors() throws {
        let user = StoreUser(.memory)
        for _ in 0..<6 { try user.create() }
        let cursor = try #require(try user.page(limit: 2).next)
        var other = TodoFilter()
        other.isCompleted = false
        for (filter, text) in [(other, cursor), (TodoFilter(), ""), (TodoFilter(), "x"), (TodoFilter(), cursor + "A")] {
            let error = #expect(throws: StoreError.self) { try user.page(filter, limit: 2, cursor: text) }
            #expect(error?.word == "foreignCursor")
        }
    }

    @Test("A cursor keeps the day of its first page, so that midnight takes nothing from a list of today")
    func midnight() throws {
        let user = StoreUser(.memory)
        for day in ["2024-06-15", "2024-06-16"] {
            for _ in 0..<4 { try user.create(NewTodo(title: day, dueOn: DueDate(day))) }
        }
        var filter = TodoFilter()
        filter.section = "today"
        let first = try user.page(filter, limit: 3)
        let tomorrow = LocalCalendar { date in
            Day(
                date: date ?? DueDate("2024-06-16") ?? .first, start: Day.fixed.start, end: Day.fixed.end)
        }
        let second = try user.read {
            try $0.list(TodoQuery(filter: filter, limit: 10, cursor: first.next, calendar: tomorrow))
        }
        #expect(second.todos.map(\.title) == ["2024-06-15"])
    }
}

private func == (page: TodoPage, expected: (todos: Int, isLast: Bool)) -> Bool {
    page.todos.count == expected.todos && (page.next == nil) == expected.isLast
}
