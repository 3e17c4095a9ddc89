import TestSupport
import Testing
import TodoCore

@testable import TodoStore

@Suite("Looking a store through", .blocking)
struct VerifyTests {
    /// Carries out random requests of every kind, refused ones too.
    private func use(_ user: HistoryUser, _ dice: inout SeededGenerator, requests: Int) throws {
        let titles = ["a", "B", "한글", "é", "9"]
        for _ in 0..<requests {
            let ids = try user.reading { try $0.idsChanged(0...$0.revision, limit: 1000) } + [999_999]
            let present = try user.snapshot().sections.map(\.title)
            let category = dice.pick(present + (present.count < 5 ? ["", "Home", "업무"] : []))
            do {
                switch dice.below(12) {
                case 0...2: try user.create(dice.pick(titles), in: category)
                case 3:
                    try user.update(
                        dice.pick(ids), TodoChanges(title: dice.pick(titles), isCompleted: dice.once(in: 2)))
                case 4: try user.update(dice.pick(ids), TodoChanges(detail: "d", category: category))
                case 5: try user.delete(dice.pick(ids))
                case 6: try user.move(dice.pick(ids), dice.once(in: 2) ? .before(dice.pick(ids)) : .index(0))
                case 7: try user.updateMany([dice.pick(ids), dice.pick(ids)], TodoChanges(category: category))
                case 8 where present.contains(category): try user.moveSection(category, .index(0))
                case 9 where present.contains(category): try user.rename(category, to: dice.pick(titles))
                case 10 where present.contains(category):
                    try user.deleteSection(category, dice.once(in: 2) ? .delete : .refuse)
                default: try user.undo(nil, dice.once(in: 2) ? .session : .store)
                }
            } catch is StoreError {
                continue
            }
        }
    }

    @Test("Whatever requests do, nothing is wrong with a store afterwards", arguments: [1000, 40])
    func random(limit: Int64) throws {
        try TemporaryFolder.with { folder in
            var dice = SeededGenerator.printed(for: "a store that is looked through")
            let user = HistoryUser(.file(folder.file("s.sqlite")), limit: limit)
            for _ in 0..<3 {
                try use(user, &dice, requests: 120)
                let report = try StoreMaintenance.verify(user.location)
                #expect(report.isHealthy, "\(report.text)")
            }
        }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let sql: String
        /// A part of the finding's name.
        let finding: String
        var testDescription: String { sql }

        static let all = [
            Mistake(sql: "UPDATE sections SET count = count + 1 WHERE id = 1", finding: "counts"),
            Mistake(sql: "UPDATE sections SET completedCount = 0 WHERE id = 1", finding: "counts"),
            Mistake(sql: "DELETE FROM todos WHERE id = 2", finding: "counts"),
            Mistake(sql: "UPDATE todos SET place = 0 WHERE section = 1", finding: "order"),
            Mistake(sql: "UPDATE sections SET place = 7", finding: "order"),
            Mistake(sql: "UPDATE meta SET lastTodo = 2", finding: "ids are unique"),
            Mistake(sql: "UPDATE todos SET id = -3 WHERE id = 3", finding: "ids are unique"),
            Mistake(sql: "UPDATE meta SET identity = 'x'", finding: "one identity"),
            Mistake(sql: "DELETE FROM meta", finding: "one identity"),
            Mistake(sql: "UPDATE todos SET revision = 4000 WHERE id = 1", finding: "newer than the store"),
            Mistake(sql: "UPDATE todos SET section = 77 WHERE id = 1", finding: "SQLite can read"),
            Mistake(sql: "UPDATE todos SET title = ' x' WHERE id = 1", finding: "rules allow"),
            Mistake(sql: "UPDATE todos SET title = 'Z' WHERE id = 1", finding: "rules allow"),
            Mistake(sql: "UPDATE todos SET dueOn = 20230229 WHERE id = 1", finding: "rules allow"),
            Mistake(sql: "UPDATE todos SET completedAt = 1 WHERE isCompleted = 0", finding: "rules allow"),
            Mistake(sql: "UPDATE sections SET key = 'other' WHERE id = 1", finding: "rules allow"),
            Mistake(sql: "INSERT INTO gone VALUES (1, 5, 5)", finding: "told of changes"),
            Mistake(sql: "UPDATE gone SET revision = 99", finding: "told of changes"),
            Mistake(sql: "UPDATE meta SET forgotten = 99", finding: "told of changes"),
            Mistake(sql: "UPDATE todos SET state = 1 WHERE id = 2", finding: "what undo needs"),
            Mistake(sql: "UPDATE gone SET state = 1", finding: "what undo needs"),
            Mistake(sql: "DELETE FROM requests WHERE revision = 5", finding: "what undo needs"),
            Mistake(sql: "UPDATE requests SET undoes = 90 WHERE revision = 3", finding: "what undo needs"),
            Mistake(sql: "DELETE FROM initials WHERE id = 1", finding: "under its initial"),
            Mistake(sql: "UPDATE initials SET place = place + 1 WHERE id = 1", finding: "under its initial"),
            Mistake(sql: "INSERT INTO initials SELECT 'Q', section, place, 1 FROM todos", finding: "under its"),
            Mistake(sql: "UPDATE meta SET filed = 99", finding: "under its initial"),
            Mistake(sql: "DROP INDEX todosByRevision", finding: "tables and indexes"),
            Mistake(sql: "DELETE FROM misfiled", finding: "under its initial"),
            Mistake(sql: "UPDATE meta SET misfiled = misfiled + 1", finding: "under its initial"),
            Mistake(
                sql: "CREATE TRIGGER t AFTER INSERT ON todos BEGIN DELETE FROM todos; END",
                finding: "tables and indexes"),
        ]
    }

    @Test("What is wrong is found, and nothing else is changed by looking", arguments: Mistake.all)
    func mistakes(mistake: Mistake) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let first = HistoryUser(.file(path), filingLimit: 1)
            for number in 1...4 { try first.create("t\(number)", in: number == 4 ? "B" : "A") }
            first.store.close()
            // These are filed; what changes from here on waits.
            let user = HistoryUser(.file(path), filingLimit: 100)
            try user.update(2, TodoChanges(title: "changed", isCompleted: true))
            try user.update(2, TodoChanges(title: "changed again"))
            try user.delete(4)
            user.store.close()
            #expect(try StoreMaintenance.verify(.file(path)).isHealthy)
            try SQLiteFile(path).run(mistake.sql)
            let bytes = try Files.contents(of: path)
            let report = try StoreMaintenance.verify(.file(path))
            let wrong = report.findings.filter { $0.count > 0 }
            #expect(!report.isHealthy)
            #expect(wrong.contains { $0.what.contains(mistake.finding) }, "\(report.text)")
            #expect(try Files.contents(of: path) == bytes)
        }
    }

    @Test("A wreck is refused, or found to be one, and not a byte of it changes", arguments: FileTests.Wreck.all)
    func wrecks(wreck: FileTests.Wreck) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let bytes = wreck.make(try FileTests.healthy())
            try Files.write(bytes, to: path)
            do {
                #expect(try !StoreMaintenance.verify(.file(path)).isHealthy)
            } catch MaintenanceFailure.store(let failure) {
                #expect(wreck.reasons.contains(failure.reason), "\(failure)")
            }
            #expect(try Files.contents(of: path) == bytes)
        }
    }

    @Test("The report has ids, and no word of what a todo says")
    func silent() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            try user.create("my secret", in: "my section")
            user.store.close()
            try SQLiteFile(path).run(
                "UPDATE sections SET count = 5, key = 'k'; UPDATE todos SET place = -1, dueOn = 7, completedAt = 1")
            let report = try StoreMaintenance.verify(.file(path))
            #expect(!report.isHealthy && !report.text.contains("my se"), "\(report.text)")
        }
    }
}
