import TestSupport
import Testing
import TodoCore

@testable import TodoStore

@Suite("A store of version 1", .blocking)
struct MigrationTests {
    @Test("It is brought up to date with all its todos, and everything new works on it")
    func fromVersionOne() throws {
        try HistoryFolder.with { location in
            try StoreFile.prepare(location.path)
            try SQLiteFile(location.path).makeStore(
                of: Schema.migrations[..<1], applicationID: Schema.applicationID)
            let user = HistoryUser(location)
            let before = try user.snapshot()
            #expect(try StoreMaintenance.verify(location).isHealthy)
            #expect(before.sections.map(\.title) == ["A", ""])
            #expect(before.sections.map(\.ids) == [[1, 2], [5]])
            #expect(before.todos[1]?.dueOn == DueDate("2024-02-29"))
            #expect(try user.reading { try $0.todo(2) }.completedAt == Timestamp(milliseconds: 3000))
            #expect(try user.reading { try $0.todo(2) }.revision == 4)
            #expect(try location.number("PRAGMA user_version") == Schema.version)

            let cursor = try user.changes().cursor
            #expect(try user.create("next") == 6)
            try user.updateMany([1, 5], TodoChanges(category: "B", isCompleted: true))
            let deletion = try user.deleteSection("A")
            #expect(try user.changes(since: cursor).changes.map(\.id) == [6, 1, 5, 2])
            try user.undo(deletion)
            try user.undo()
            try user.undo()
            #expect(try user.snapshot() == before)
            #expect { try user.undo(3) } throws: { if case StoreError.forgotten = $0 { true } else { false } }
            try user.refuses(nil, .nothingToUndo)
            #expect(
                try location.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0)
        }
    }
}
