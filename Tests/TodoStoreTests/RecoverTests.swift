import TestSupport
import Testing
import TodoCore

@testable import TodoStore

@Suite("Recovering a damaged store", .blocking)
struct RecoverTests {
    /// A store with long details and short ones, with todos that were deleted, moved and changed.
    private struct Sample {
        let bytes: [UInt8]
        let todos: [Todo.ID: Todo]
        let order: [Todo.ID]

        init() throws {
            var dice = SeededGenerator.printed(for: "a store to be damaged")
            (bytes, todos, order) = try TemporaryFolder.with { folder in
                let path = folder.file("s.sqlite")
                let user = StoreUser(path)
                try user.write { store in
                    for number in 0..<160 {
                        let size = number % 40 == 0 ? 9000 : dice.below(200)
                        let new = NewTodo(
                            title: "title \(number)", detail: String(repeating: "d", count: size),
                            isCompleted: dice.once(in: 3), isToday: dice.once(in: 4),
                            dueOn: dice.once(in: 3) ? DueDate(number: 20_240_229) : nil, category: "c\(number % 4)")
                        _ = try store.create(new, at: user.now)
                    }
                }
                for _ in 0..<40 {
                    let id = Int64(1 + dice.below(160))
                    guard (try? user.todo(id)) != nil else { continue }
                    if dice.once(in: 2) { try user.delete(id) } else { try user.move(id, .index(0)) }
                }
                let list = try user.list()
                user.store.close()
                return (
                    try Files.contents(of: path), Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) }),
                    list.map(\.id)
                )
            }
        }
    }

    /// Puts the bytes at the path of a store, recovers that, and gives what is in the new one.
    private func recovered(
        _ bytes: [UInt8], _ body: (Recovery, [Todo], StoreUser) throws -> Void
    ) throws {
        try TemporaryFolder.with { folder in
            let (path, new) = (folder.file("s.sqlite"), folder.file("new.sqlite"))
            try Files.write(bytes, to: path)
            let recovery = try StoreMaintenance.recover(.file(path), to: new)
            #expect(try Files.contents(of: path) == bytes)
            #expect(Files.mode(of: new) == 0o600)
            #expect(!folder.names.contains { $0.contains("partial") })
            let user = StoreUser(new)
            try body(recovery, try user.list(), user)
            user.store.close()
            let report = try StoreMaintenance.verify(.file(new))
            #expect(report.isHealthy, "\(report.text)")
        }
    }

    @Test("From a store that is not damaged comes everything, in its order, and ids count on")
    func healthy() throws {
        let sample = try Sample()
        try recovered(sample.bytes) { (recovery, todos, user) throws in
            #expect(recovery.isComplete && recovery.missing == [] && recovery.guessedLast == nil)
            #expect(todos.map(\.id) == sample.order)
            for todo in todos { #expect(sample.todos[todo.id] == todo) }
            #expect(try user.sections().map(\.title) == ["c0", "c1", "c2", "c3"])
            #expect(try user.create("next").id == 161)
        }
    }

    @Test("All that was recovered is filed by initial, so that no list has to look through it")
    func filed() throws {
        let sample = try Sample()
        try TemporaryFolder.with { folder in
            try Files.write(sample.bytes, to: folder.file("s.sqlite"))
            _ = try StoreMaintenance.recover(.file(folder.file("s.sqlite")), to: folder.file("new.sqlite"))
            let file = try SQLiteFile(folder.file("new.sqlite"))
            #expect(try file.rows("SELECT filed = lastTodo FROM meta") == [["1"]])
            #expect(try file.rows("SELECT count(*) FROM initials") == [["\(sample.order.count)"]])
        }
    }

    @Test("In a store of an older version, the index of what was deleted is not taken for one of todos")
    func older() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            try StoreFile.prepare(path)
            let file = try SQLiteFile(path)
            try file.run(
                """
                PRAGMA page_size = 2048;
                \(Schema.migrations[..<3].joined())
                INSERT INTO sections (id, title, key, place, count) VALUES (1, 'A', 'A', 0, 1);
                INSERT INTO todos VALUES (3, 1, 0, 'here', '', 'H', 0, 0, NULL, 1, 1, NULL, 3, 3, 3, 3);
                WITH RECURSIVE ids(id) AS (SELECT 4 UNION ALL SELECT id + 1 FROM ids WHERE id < 50)
                INSERT INTO gone SELECT id, id, id FROM ids;
                UPDATE meta SET revision = 50, lastTodo = 50;
                PRAGMA application_id = \(Schema.applicationID);
                PRAGMA user_version = 3;
                """)
            // Without the rows, only the index tells of them.
            let page = try file.numbers("SELECT rootpage FROM sqlite_schema WHERE name = 'gone'")[0]
            var bytes = try Files.contents(of: path)
            let rows = Int(page - 1) * 2048..<Int(page) * 2048
            bytes.replaceSubrange(rows, with: Array(repeating: 0xA5, count: rows.count))
            try Files.write(bytes, to: path)
            let recovery = try StoreMaintenance.recover(.file(path), to: folder.file("new.sqlite"))
            #expect(recovery.missing == [] && recovery.todos == 1)
            #expect(try StoreUser(folder.file("new.sqlite")).ids() == [3])
        }
    }

    /// The first page, which leads to all others, and every third one of the rest, others in each run.
    @Test("Whichever page is overwritten, what is found is as it was, and all that is not found is named")
    func eachPage() throws {
        let sample = try Sample()
        var lost = 0
        // As the file says it (https://www.sqlite.org/fileformat2.html#page_size).
        let size = Int(sample.bytes[16]) << 8 | Int(sample.bytes[17])
        let rest = stride(from: Int.random(in: 1...3), to: sample.bytes.count / size, by: 3)
        for page in [0] + rest {
            var bytes = sample.bytes
            let range = page * size..<(page + 1) * size
            bytes.replaceSubrange(range, with: Array(repeating: 0xA5, count: size))
            try recovered(bytes) { recovery, todos, _ in
                for todo in todos where !recovery.incomplete.contains(todo.id) {
                    // Sections are named anew when the page with their titles is gone.
                    var expected = sample.todos[todo.id]
                    if !recovery.untitled.isEmpty { expected?.category = todo.category }
                    #expect(expected == todo || recovery.mayHaveDeleted, "page \(page)")
                }
                for todo in todos where recovery.incomplete.contains(todo.id) {
                    #expect(sample.todos[todo.id]?.title == todo.title, "page \(page)")
                }
                let found = Set(todos.map(\.id))
                #expect(Set(sample.order).subtracting(found) == Set(recovery.missing), "page \(page)")
                #expect(found.isDisjoint(with: recovery.missing))
                lost += recovery.missing.count
            }
        }
        #expect(lost > 10)
    }

    @Test("Random damage never brings a crash, a todo that never was, or a silent loss", arguments: 0..<6)
    func random(round: Int) throws {
        let sample = try Sample()
        var dice = SeededGenerator.printed(for: "damage to a store")
        var bytes = sample.bytes
        for _ in 0..<(1 + dice.below(6)) {
            let start = dice.below(bytes.count)
            for place in start..<min(bytes.count, start + dice.below(6000)) {
                bytes[place] = UInt8(truncatingIfNeeded: dice.next())
            }
        }
        if dice.once(in: 3) { bytes.removeLast(dice.below(bytes.count / 2)) }
        try recovered(bytes) { recovery, todos, _ in
            for todo in todos { #expect(1...160 ~= todo.id) }
            #expect(todos.count == recovery.todos)
            let found = Set(todos.map(\.id))
            if !Set(sample.order).isSubset(of: found) {
                #expect(!recovery.isComplete || recovery.guessedLast != nil, "\(recovery.text)")
            }
        }
    }

    @Test("What is only in the log comes along")
    func log() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            try user.create("in the log")
            let recovery = try StoreMaintenance.recover(.file(path), to: folder.file("new"))
            #expect(recovery.todos == 1 && recovery.isComplete)
            #expect(try user.create("still in use").id == 2)
            #expect(try StoreUser(folder.file("new")).list().map(\.title) == ["in the log"])
        }
    }

    @Test("The new store is another one for those who follow changes")
    func identity() throws {
        try TemporaryFolder.with { folder in
            let user = StoreUser(folder.file("s.sqlite"))
            try user.create("one")
            let cursor = try user.read { try $0.changes(since: nil, limit: 10).cursor }
            _ = try StoreMaintenance.recover(.file(folder.file("s.sqlite")), to: folder.file("new"))
            let other = StoreUser(folder.file("new"))
            let error = #expect(throws: StoreError.self) {
                _ = try other.read { try $0.changes(since: cursor, limit: 10) }
            }
            #expect(error?.word == "forgotten")
            #expect(try other.read { try $0.changes(since: nil, limit: 10) }.changes.isEmpty)
        }
    }

    @Test("A wreck gives what is left of it, or no store at all", arguments: FileTests.Wreck.all)
    func wrecks(wreck: FileTests.Wreck) throws {
        try TemporaryFolder.with { folder in
            let (path, new) = (folder.file("s.sqlite"), folder.file("new"))
            let bytes = wreck.make(try FileTests.healthy())
            try Files.write(bytes, to: path)
            do {
                let recovery = try StoreMaintenance.recover(.file(path), to: new)
                #expect(recovery.todos == 300 || !recovery.isComplete || recovery.guessedLast != nil)
                #expect(try StoreMaintenance.verify(.file(new)).isHealthy)
            } catch MaintenanceFailure.nothingFound {
                #expect(!Files.isThere(new) && !folder.names.contains { $0.contains("partial") })
            }
            #expect(try Files.contents(of: path) == bytes)
        }
    }

    @Test("A store of a newer version is not read as if it were of this one")
    func newer() throws {
        try TemporaryFolder.with { folder in
            let user = StoreUser(folder.file("s.sqlite"))
            try user.create()
            user.store.close()
            try SQLiteFile(folder.file("s.sqlite")).run("PRAGMA user_version = 99")
            let location = StoreLocation.file(folder.file("s.sqlite"))
            expectStoreFailure(.newerVersion) { _ = try StoreMaintenance.recover(location, to: folder.file("new")) }
            expectStoreFailure(.newerVersion) { _ = try StoreMaintenance.verify(location) }
            expectStoreFailure(.newerVersion) { _ = try StoreMaintenance.backUp(location, to: folder.file("new")) }
        }
    }
}
