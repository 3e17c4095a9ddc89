internal import CSQLite

/// The primary result codes that are told apart, https://sqlite.org/rescode.html.
enum Code {
    static let busy = SQLITE_BUSY
    static let locked = SQLITE_LOCKED
    /// SQLite has waited for ten seconds for a process that is about to recover or to begin the log, and gives up.
    static let lockingProtocol = SQLITE_PROTOCOL
    static let full = SQLITE_FULL
    static let ioError = SQLITE_IOERR
    static let readOnly = SQLITE_READONLY
    static let permission = SQLITE_PERM
    static let notADatabase = SQLITE_NOTADB
    static let cannotOpen = SQLITE_CANTOPEN
    static let corrupt = SQLITE_CORRUPT
}

/// Settings of SQLite for the whole process.
package enum SQLiteProcess {
    /// Leaves out the locks within SQLite. Before the first store is opened, and only in a process that uses stores on
    /// one thread.
    package static func useOneThread() { _ = csqlite_configure_single_thread() }
}
