import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("Two stores on one file", .blocking)
struct TwoStoresTests {
    private func withTwo(_ body: (StoreUser, StoreUser) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            try body(StoreUser(path), StoreUser(path))
        }
    }

    @Test("While one writes, the other's begin says at once that the store is locked, and works afterwards")
    func writersExclude() throws {
        try withTwo { first, second in
            try first.create()
            _ = try second.list()
            try first.store.begin(.writing, at: first.now)
            let duration = ContinuousClock().measure { expectFailure(.locked) { try second.create() } }
            #expect(duration < .seconds(1))
            try first.store.commit()
            #expect(try second.create().id == 2)
        }
    }

    @Test("Readers wait for nobody: they see what was committed before they began, as long as they read")
    func readersDoNotWait() throws {
        try withTwo { first, second in
            let todo = try first.create("old")
            try second.store.begin(.reading, at: second.now)
            #expect(try second.store.todo(todo.id).title == "old")
            try first.update(todo.id, TodoChanges(title: "new"))
            try first.store.begin(.writing, at: first.now)
            #expect(try second.store.todo(todo.id).title == "old")
            second.store.rollback()
            #expect(try second.todo(todo.id).title == "new")
            first.store.rollback()
        }
    }

    @Test("A read that becomes a write sees what others committed in between, and loses none of it")
    func readThenWrite() throws {
        try withTwo { first, second in
            let todo = try first.create("a")
            try second.store.begin(.reading, at: second.now)
            #expect(try second.store.todo(todo.id).title == "a")
            try first.update(todo.id, TodoChanges(title: "b"))
            try second.store.begin(.writing, at: second.now)
            #expect(try second.store.todo(todo.id).title == "b")
            _ = try second.store.update(todo.id, TodoChanges(isToday: true), ifRevision: 2, at: second.now)
            try second.store.commit()
            #expect(try first.todo(todo.id).title == "b" && first.todo(todo.id).isToday)
        }
    }

    @Test("Whoever comes second while the tables are made waits or uses them, and never sees half of them")
    func firstStart() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            try Files.write([], to: path)
            let other = try SQLiteFile(path)
            try other.run("BEGIN IMMEDIATE")
            expectFailure(.locked) { try StoreUser(path).create() }
            try other.run("COMMIT")
            #expect(try StoreUser(path).create().id == 1)
        }
    }

    @Test("What a transaction did is gone after a rollback, for both: todos, sections, counts and revision")
    func rollback() throws {
        try withTwo { first, second in
            try first.create("kept", in: "A")
            let before = (try first.list(), try first.sections(), try first.revision())
            try first.store.begin(.writing, at: first.now)
            _ = try first.store.create(NewTodo(title: "n", category: "B"), at: first.now)
            _ = try first.store.delete(1, ifRevision: nil)
            first.store.rollback()
            for user in [first, second] {
                #expect(try user.list() == before.0 && user.sections() == before.1 && user.revision() == before.2)
            }
        }
    }

    @Test("Two that take turns count ids and revisions together")
    func turns() throws {
        try withTwo { first, second in
            for number in 1...20 {
                let todo = try (number % 2 == 0 ? first : second).create()
                #expect(todo.id == Int64(number) && todo.revision == Revision(number))
            }
            #expect(try first.list() == second.list())
        }
    }

    @Test("In memory, each store is its own")
    func memory() throws {
        let (first, second) = (StoreUser(.memory), StoreUser(.memory))
        try first.create()
        #expect(try second.list().isEmpty && first.list().count == 1)
    }
}
