import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("One todo: created, read, updated, deleted", .blocking)
struct TodoTests {
    let user = StoreUser(.memory)

    @Test("A new todo has what it was given, the rest as the contract says, and can be read")
    func create() throws {
        let day = try #require(DueDate("2024-02-29"))
        let todo = try user.create(
            NewTodo(
                title: "t", detail: "a\nb", isCompleted: true, isToday: true, dueOn: day, category: "Work", place: .end)
        )
        #expect(todo.id == 1 && todo.revision == 1)
        #expect(todo.title == "t" && todo.detail == "a\nb" && todo.category == "Work" && todo.dueOn == day)
        #expect(todo.isCompleted && todo.isToday)
        #expect(todo.createdAt == user.now && todo.modifiedAt == user.now && todo.completedAt == user.now)
        #expect(try user.todo(1) == todo)
        let plain = try user.create("p")
        #expect(plain.id == 2 && plain.revision == 2 && plain.category == "" && plain.detail == "")
        #expect(!plain.isCompleted && !plain.isToday && plain.dueOn == nil && plain.completedAt == nil)
    }

    @Test("Text is kept code point for code point, NUL, emoji and decomposed forms too")
    func textIsKept() throws {
        for text in ["e\u{301}", "\u{e9}", "👨‍👩‍👧", "a\u{0}b", "한글", "\u{1112}\u{1161}\u{11ab}"] {
            let todo = try user.create(NewTodo(title: text, detail: text + "\n", category: nil))
            let read = try user.todo(todo.id)
            #expect(Array(read.title.unicodeScalars) == Array(text.unicodeScalars))
            #expect(Array(read.detail.unicodeScalars) == Array((text + "\n").unicodeScalars))
        }
    }

    @Test("An update changes what it names and leaves the rest")
    func update() throws {
        let old = try user.create(NewTodo(title: "a", detail: "d", isToday: true, dueOn: DueDate("2024-01-01")))
        user.now = Timestamp(milliseconds: user.now.milliseconds + 5)
        let new = try user.update(old.id, TodoChanges(title: "b"))
        var expected = old
        expected.title = "b"
        expected.modifiedAt = user.now
        expected.revision = 2
        #expect(new == expected)
        #expect(try user.todo(old.id) == expected)
        #expect(try user.update(old.id, TodoChanges(dueOn: .some(nil))).dueOn == nil)
    }

    @Test("An update of composed to decomposed text is a change, since text is kept code point for code point")
    func updateOfEquivalentText() throws {
        let todo = try user.create("\u{e9}")
        let updated = try user.update(todo.id, TodoChanges(title: "e\u{301}"))
        #expect(updated.revision == 2)
        #expect(try user.todo(todo.id).title.unicodeScalars.count == 2)
    }

    @Test("completedAt is set when it is completed, kept by other edits, cleared when it is reopened")
    func completion() throws {
        let todo = try user.create()
        let first = user.now
        #expect(try user.update(todo.id, TodoChanges(isCompleted: true)).completedAt == first)
        user.now = Timestamp(milliseconds: first.milliseconds + 1000)
        #expect(try user.update(todo.id, TodoChanges(title: "y", isCompleted: true)).completedAt == first)
        #expect(try user.update(todo.id, TodoChanges(isCompleted: false)).completedAt == nil)
        #expect(try user.update(todo.id, TodoChanges(isCompleted: true)).completedAt == user.now)
    }

    @Test("Nothing to change: the same todo with the same revision, and the store's revision stays")
    func emptyUpdate() throws {
        let todo = try user.create("a", in: "caf\u{e9}")
        user.now = Timestamp(milliseconds: user.now.milliseconds + 5)
        for changes in [
            TodoChanges(), TodoChanges(title: "a"), TodoChanges(category: "cafe\u{301}"),
            TodoChanges(isCompleted: false, dueOn: .some(nil)),
        ] {
            #expect(try user.update(todo.id, changes) == todo)
            #expect(try user.revision() == 1)
        }
    }

    @Test("Another category puts the todo at the end of that section; the same one moves nothing")
    func updateOfCategory() throws {
        let a = try user.create("a", in: "A").id
        let b = try user.create("b", in: "A").id
        let c = try user.create("c", in: "B").id
        #expect(try user.update(a, TodoChanges(title: "a2", category: "B")).category == "B")
        #expect(try user.ids(in: "B") == [c, a])
        #expect(try user.update(c, TodoChanges(title: "c2", category: "B")).title == "c2")
        #expect(try user.ids(in: "B") == [c, a])
        #expect(try user.ids(in: "A") == [b])
    }

    @Test("A deleted todo is given as it was and is gone; the revision counts it")
    func delete() throws {
        let todo = try user.create()
        #expect(try user.delete(todo.id) == todo)
        #expect(try user.revision() == 2)
        try expectRefusal("no todo \(todo.id)", user) { try $0.delete(todo.id) }
        try expectRefusal("no todo \(todo.id)", user) { _ = try $0.update(todo.id, TodoChanges(title: "z")) }
        try expectRefusal("no todo \(todo.id)", user) { _ = try $0.move(todo.id, .index(0)) }
        #expect(throws: StoreError.self) { try user.todo(todo.id) }
        for id in [0, -1, Int64.max, Int64.min] { try expectRefusal("no todo \(id)", user) { try $0.delete(id) } }
    }

    @Test("ifRevision refuses what has changed since, with the todo as it is, and passes what has not")
    func ifRevision() throws {
        let todo = try user.create()
        let newer = try user.update(todo.id, TodoChanges(title: "y"))
        try expectRefusal("conflict revision", user) {
            _ = try $0.update(todo.id, TodoChanges(title: "z"), ifRevision: todo.revision)
        }
        try expectRefusal("conflict revision", user) { _ = try $0.delete(todo.id, ifRevision: todo.revision) }
        try expectRefusal("conflict revision", user) { _ = try $0.move(todo.id, .index(0), ifRevision: todo.revision) }
        do {
            try user.delete(todo.id, ifRevision: todo.revision)
        } catch StoreError.conflict(.revision, let current) {
            #expect(current == newer)
        }
        #expect(try user.move(todo.id, .index(0), ifRevision: newer.revision) == newer)
        #expect(try user.delete(todo.id, ifRevision: newer.revision) == newer)
    }

    @Test("Ids are never given again, after deletes, rollbacks and restarts")
    func idsStayUnique() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            var given: Set<Todo.ID> = []
            for round in 0..<6 {
                let user = StoreUser(path)
                for _ in 0..<3 { #expect(given.insert(try user.create().id).inserted) }
                let last = try #require(given.max())
                try user.delete(last)
                try user.store.begin(.writing, at: user.now)
                _ = try user.store.create(NewTodo(title: "never"), at: user.now)
                user.store.rollback()
                if round % 2 == 0 { user.store.close() }
                #expect(given.insert(try user.create().id).inserted)
                try user.delete(try #require(given.max()))
                user.store.close()
            }
            #expect(given == Set(1...24))
        }
    }

    @Test("Each request that changes something raises the revision by one, and no other does", arguments: 0..<3)
    func revisions(round: Int) throws {
        var dice = SeededGenerator.printed(for: "revisions")
        var expected: Revision = 0
        for _ in 0..<300 {
            let all = try user.list()
            let before = (all, try user.sections())
            switch dice.below(7) {
            case 0, 1: try user.create("t", in: dice.pick(["", "A", "B"]))
            case 2 where !all.isEmpty: try user.update(dice.pick(all).id, TodoChanges(isCompleted: dice.once(in: 2)))
            case 3 where !all.isEmpty: try user.move(dice.pick(all).id, .index(Int64(dice.below(4))))
            case 4 where !all.isEmpty: try user.delete(dice.pick(all).id)
            case 5: _ = try? user.delete(999_999)
            default:
                guard let section = before.1.first(where: { !$0.title.isEmpty }) else { continue }
                let title = dice.pick(["A", "B", "C"])
                _ = try? user.write { try $0.renameSection(section.id.text, to: title) }
            }
            let isChanged = try (before.0 != user.list() || before.1 != user.sections())
            if isChanged { expected += 1 }
            #expect(try user.revision() == expected, "seed \(dice.seed)")
        }
    }
}
