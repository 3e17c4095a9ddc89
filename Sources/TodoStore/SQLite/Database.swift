internal import CLogVFS
internal import CSQLite
internal import TodoCore

/// What SQLite answered when it could not do as asked.
struct SQLiteError: Error {
    /// An extended result code, https://sqlite.org/rescode.html.
    let code: Int32
    /// errno of the failed call of the system, 0 if there was none.
    let systemError: Int32
    let message: String

    /// The code without its extension.
    var primaryCode: Int32 { code & 0xFF }

    var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }
}

/// Why something inside this module was not done: SQLite could not, or the rules say no.
enum StoreFault: Error {
    case sqlite(SQLiteError)
    case refused(StoreError)
}

/// A connection to a SQLite file and the statements that were prepared on it, each once. Closed when it goes.
///
/// Safe, although it holds pointers: they are made in `init` and `prepare`, live as long as this value, which cannot be
/// copied, and are given away only inside a `Statement`.
@safe struct Database: ~Copyable {
    private let handle: OpaquePointer
    private var prepared: [OpaquePointer?]
    private var preparedHistory: [OpaquePointer?]
    private var preparedUpdates: [OpaquePointer?]
    private var preparedTexts: [String: OpaquePointer]
    /// Kept for as long as SQLite may call it.
    private var interruption: Interruption?

    /// Opens, and does not create. Nothing is read yet.
    init(path: String) throws(StoreFault) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // Where SQLite takes names that begin like a URL for one, this is still the name of a file.
        let name = path.utf8.starts(with: "file:".utf8) ? "./" + path : path
        let status = unsafe sqlite3_open_v2(name, &handle, flags, logvfs_name())
        guard status == SQLITE_OK, let opened = unsafe handle else {
            let error = unsafe Self.error(handle, status)
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        unsafe self.handle = opened
        unsafe prepared = Array(repeating: nil, count: Query.allCases.count)
        unsafe preparedHistory = Array(repeating: nil, count: HistoryQuery.allCases.count)
        unsafe preparedUpdates = Array(repeating: nil, count: UpdateQuery.count)
        unsafe preparedTexts = [:]
    }

    deinit {
        while let statement = unsafe sqlite3_next_stmt(handle, nil) { unsafe sqlite3_finalize(statement) }
        unsafe sqlite3_close_v2(handle)
    }

    /// Whether the file could only be opened for reading.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether a transaction is open. SQLite ends one by itself when it cannot go on.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Rows changed since the connection was opened.
    var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

    /// Whether closing the last connection copies the write-ahead log into the file.
    func setCheckpointOnClose(_ enabled: Bool) { _ = unsafe csqlite_checkpoint_on_close(handle, enabled ? 1 : 0) }

    /// Has `isCalledOff` asked every now and then while a statement runs, and the statement interrupted once it says so:
    /// one that changes something takes the whole transaction with it, https://sqlite.org/c3ref/interrupt.html. It must
    /// not use the connection.
    mutating func interrupt(when isCalledOff: @escaping () -> Bool) {
        let interruption = Interruption(isCalledOff)
        self.interruption = interruption
        unsafe sqlite3_progress_handler(
            handle, Interruption.period,
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isCalledOff() ? 1 : 0
            }, Unmanaged.passUnretained(interruption).toOpaque())
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(StoreFault) {
        let status = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        if status != SQLITE_OK { throw unsafe Self.error(handle, status) }
    }

    /// One of the fixed statements.
    mutating func statement(_ query: Query) throws(StoreFault) -> Statement {
        if let statement = unsafe prepared[query.rawValue] { return unsafe Statement(statement) }
        let statement = try unsafe prepare(query.sql)
        unsafe prepared[query.rawValue] = statement
        return unsafe Statement(statement)
    }

    mutating func statement(_ query: HistoryQuery) throws(StoreFault) -> Statement {
        if let statement = unsafe preparedHistory[query.rawValue] { return unsafe Statement(statement) }
        let statement = try unsafe prepare(query.sql)
        unsafe preparedHistory[query.rawValue] = statement
        return unsafe Statement(statement)
    }

    mutating func statement(_ query: UpdateQuery) throws(StoreFault) -> Statement {
        if let statement = unsafe preparedUpdates[query.rawValue] { return unsafe Statement(statement) }
        let statement = try unsafe prepare(query.sql)
        unsafe preparedUpdates[query.rawValue] = statement
        return unsafe Statement(statement)
    }

    /// A statement whose text is put together from fixed parts. There are few of them, and they are kept too.
    mutating func statement(_ sql: String) throws(StoreFault) -> Statement {
        if let statement = unsafe preparedTexts[sql] { return unsafe Statement(statement) }
        let statement = try unsafe prepare(sql)
        unsafe preparedTexts[sql] = statement
        return unsafe Statement(statement)
    }

    /// The first column of the first row of a query that is asked once.
    func value(_ sql: String) throws(StoreFault) -> Int64 {
        let statement = unsafe Statement(try unsafe prepare(sql))
        defer { statement.finalize() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Gives the rows of a query that is asked once, until `body` wants no more of them.
    func each(_ sql: String, _ body: (Statement) throws(StoreFault) -> Bool) throws(StoreFault) {
        let statement = unsafe Statement(try unsafe prepare(sql))
        defer { statement.finalize() }
        while try statement.step(), try body(statement) {}
    }

    /// Makes another database a copy of this one as it is now, page by page. Others may write to this one meanwhile.
    func copy(into target: borrowing Database) throws(StoreFault) {
        guard let copying = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw unsafe Self.error(target.handle, sqlite3_extended_errcode(target.handle))
        }
        let status = unsafe sqlite3_backup_step(copying, -1)
        let end = unsafe sqlite3_backup_finish(copying)
        // Busy and locked are not errors of the copying as a whole, so its end does not tell of them.
        if status != SQLITE_DONE || end != SQLITE_OK {
            throw unsafe Self.error(target.handle, end == SQLITE_OK ? status : end)
        }
    }

    private func prepare(_ sql: String) throws(StoreFault) -> OpaquePointer {
        var statement: OpaquePointer?
        let status = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard status == SQLITE_OK, let prepared = unsafe statement else { throw unsafe Self.error(handle, status) }
        return unsafe prepared
    }

    static func error(_ handle: OpaquePointer?, _ status: Int32) -> StoreFault {
        unsafe .sqlite(
            SQLiteError(
                code: status, systemError: csqlite_system_error(handle),
                message: String(cString: handle.map { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(status))))
    }
}

/// Whom SQLite asks whether to go on.
private final class Interruption {
    /// In steps of SQLite's virtual machine: about a millisecond.
    static let period: Int32 = 20_000

    let isCalledOff: () -> Bool

    init(_ isCalledOff: @escaping () -> Bool) { self.isCalledOff = isCalledOff }
}
