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
