internal import CSQLite

/// A second connection to a store, as another program would have one.
///
/// Safe, although it holds a pointer, which is made in `init` and goes with it.
@safe package final class SQLiteFile {
    package struct Failure: Error {
        package let code: Int32
        package let message: String
    }

    private let handle: OpaquePointer

    package init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard status == SQLITE_OK, let opened = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw Failure(code: status, message: "cannot open \(path)")
        }
        unsafe handle = opened
        unsafe sqlite3_busy_timeout(handle, 10_000)
    }

    deinit { unsafe sqlite3_close_v2(handle) }

    /// Makes the tables of a store as an older version left it, in an empty file, and puts rows into them.
    /// - Parameter migrations: those that the version had.
    package func makeStore(
        of migrations: ArraySlice<String>, applicationID: Int64, rows: String = versionOneRows
    ) throws {
        try run(
            """
            PRAGMA journal_mode = WAL;
            BEGIN;
            \(migrations.joined(separator: "\n"))
            \(rows)
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(migrations.count);
            COMMIT;
            """)
    }

    /// Three todos in two sections of a store of version 1.
    package static let versionOneRows = """
        INSERT INTO sections VALUES (1, 'A', 'A', 2147483648, 2, 1, 0), (2, '', '', 4294967296, 1, 0, 0);
        INSERT INTO todos VALUES
            (1, 1, 0, 'one', 'detail', 'O', 0, 1, 20240229, 1000, 2000, NULL, 1),
            (2, 1, 2147483648, 'two', '', 'T', 1, 0, NULL, 1000, 3000, 3000, 4),
            (5, 2, 0, '한글', '', 'ㅎ', 0, 0, NULL, 1000, 1000, NULL, 5);
        UPDATE meta SET revision = 5, lastTodo = 5;
        """

    package func run(_ sql: String) throws {
        let status = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        if status != SQLITE_OK { throw failure(status) }
    }

    /// All rows, each column as text; NULL is "NULL".
    package func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        var status = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        defer { unsafe sqlite3_finalize(statement) }
        guard status == SQLITE_OK else { throw failure(status) }
        var rows: [[String]] = []
        while true {
            status = unsafe sqlite3_step(statement)
            guard status == SQLITE_ROW else { break }
            let columns = unsafe (0..<sqlite3_column_count(statement)).map { column in
                guard let text = unsafe sqlite3_column_text(statement, column) else { return "NULL" }
                return unsafe String(cString: text)
            }
            rows.append(columns)
        }
        if status != SQLITE_DONE { throw failure(status) }
        return rows
    }

    /// The first column of all rows, as whole numbers.
    package func numbers(_ sql: String) throws -> [Int64] {
        try rows(sql).compactMap { $0.first.flatMap { Int64($0) } }
    }

    private func failure(_ status: Int32) -> Failure {
        Failure(code: status, message: unsafe String(cString: sqlite3_errmsg(handle)))
    }
}
