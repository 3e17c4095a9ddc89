import TestSupport
import Testing
import TodoCore
import TodoStore

/// Everything in a store but the number that tells it from others, to be compared.
struct StoreContents: Equatable {
    private let rows: [String: [[String]]]

    private static func queries(_ times: Bool) -> [String: String] {
        [
            "todos": """
            SELECT id, section, place, title, detail, initial, isCompleted, isToday, dueOn, revision, born, placedAt, \
            state, \(times ? "createdAt, modifiedAt, completedAt" : "completedAt IS NULL") FROM todos ORDER BY id
            """,
            "sections": "SELECT * FROM sections ORDER BY id",
            "meta": "SELECT revision, lastTodo, sectionsRevision, forgotten FROM meta",
            "gone": "SELECT * FROM gone ORDER BY id",
            "requests": """
            SELECT revision, undoes, created, isTakenBack\(times ? ", session" : "") FROM requests ORDER BY revision
            """,
            "todosBefore": """
            SELECT revision, id, state, stateAfter, section, place, title, detail, isCompleted, isToday, dueOn, \
            \(times ? "createdAt, completedAt" : "completedAt IS NULL") FROM todosBefore ORDER BY revision, id
            """,
            "sectionsBefore": "SELECT * FROM sectionsBefore ORDER BY revision, number",
            "respacings": "SELECT * FROM respacings ORDER BY id",
            "keys": "SELECT key, method, params\(times ? ", reply, at" : "") FROM keys ORDER BY key",
            "sequence": "SELECT seq FROM sqlite_sequence WHERE name = 'sections' ORDER BY seq",
        ]
    }

    /// What no store may ever have.
    private static let faults = [
        "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'", "SELECT * FROM pragma_foreign_key_check",
        """
        SELECT id FROM sections AS s WHERE count <> (SELECT count(*) FROM todos WHERE section = s.id) OR \
        completedCount <> (SELECT count(*) FROM todos WHERE section = s.id AND isCompleted = 1)
        """,
        "SELECT section, place FROM todos GROUP BY section, place HAVING count(*) > 1",
        "SELECT id FROM todos WHERE id > (SELECT lastTodo FROM meta) OR revision > (SELECT revision FROM meta)",
        "SELECT id FROM gone WHERE id IN (SELECT id FROM todos)",
        "\(filed) EXCEPT SELECT * FROM initials", "SELECT * FROM initials EXCEPT SELECT * FROM (\(filed))",
        "SELECT misfiled FROM meta WHERE misfiled <> (SELECT count(*) FROM misfiled)",
    ]

    /// What has to be in the table of initials.
    private static let filed = """
        SELECT initial, section, place, id FROM todos \
        WHERE id <= (SELECT filed FROM meta) AND id NOT IN (SELECT id FROM misfiled) \
        UNION ALL SELECT initial, section, place, id FROM misfiled WHERE initial IS NOT NULL
        """

    /// Reads all of a store, and checks that it is whole.
    /// - Parameter times: whether moments and the names of sessions count, which differ from process to process.
    init(_ path: String, times: Bool = true) throws {
        let file = try SQLiteFile(path)
        for fault in Self.faults {
            let found = try file.rows(fault)
            if !found.isEmpty { throw Damage(description: "\(fault): \(found.prefix(5))") }
        }
        rows = try Self.queries(times).mapValues { try file.rows($0) }
    }

    struct Damage: Error, CustomStringConvertible { let description: String }

    /// Where two differ, for a failure's message.
    func difference(from other: StoreContents) -> String {
        for (table, own) in rows.sorted(by: { $0.key < $1.key }) where own != other.rows[table] {
            let others = other.rows[table] ?? []
            return "\(table): \(own.filter { !others.contains($0) }) instead of \(others.filter { !own.contains($0) })"
        }
        return "none"
    }
}
