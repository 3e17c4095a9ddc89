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
            try location.execute(
                """
                PRAGMA journal_mode = WAL;
                BEGIN;
                \(Schema.migrations[0])
                INSERT INTO sections VALUES (1, 'A', 'A', 2147483648, 2, 1, 0), (2, '', '', 4294967296, 1, 0, 0);
                INSERT INTO todos VALUES
                    (1, 1, 0, 'one', 'detail', 'O', 0, 1, 20240229, 1000, 2000, NULL, 1),
                    (2, 1, 2147483648, 'two', '', 'T', 1, 0, NULL, 1000, 3000, 3000, 4),
                    (5, 2, 0, '한글', '', 'ㅎ', 0, 0, NULL, 1000, 1000, NULL, 5);
                UPDATE meta SET revision = 5, lastTodo = 5;
                PRAGMA application_id = \(Schema.applicationID);
                PRAGMA user_version = 1;
                COMMIT;
                """)
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
