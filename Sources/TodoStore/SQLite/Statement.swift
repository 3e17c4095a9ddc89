internal import CSQLite

/// A prepared statement in use. The database that prepared it owns it; whoever binds and steps it resets it when done,
/// since one that is not keeps its transaction from ending.
///
/// Safe, although it holds a pointer, since it is used only within the function that asked the database for it.
@safe struct Statement {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    // MARK: Parameters, counted from 1. Binding fails only for places that do not exist, which the tests would see.

    func bind(_ number: Int64, at place: Int32) { unsafe sqlite3_bind_int64(handle, place, number) }

    func bind(_ number: Int64?, at place: Int32) {
        if let number { bind(number, at: place) } else { _ = unsafe sqlite3_bind_null(handle, place) }
    }

    func bind(_ flag: Bool, at place: Int32) { bind(flag ? 1 : 0, at: place) }

    func bind(_ text: String, at place: Int32) {
        var text = text
        text.withUTF8 { unsafe _ = csqlite_bind_text(handle, place, $0.baseAddress, Int32($0.count)) }
    }

    // MARK: Running

    /// True when there is a row, false when there are no more.
    func step() throws(StoreFault) -> Bool {
        let status = unsafe sqlite3_step(handle)
        switch status {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe Database.error(sqlite3_db_handle(handle), status)
        }
    }

    /// Runs a statement that gives no rows, and makes it ready for the next time.
    func run() throws(StoreFault) {
        defer { reset() }
        _ = try step()
    }

    /// Ready for the next time; bound values stay until they are bound anew.
    func reset() { unsafe sqlite3_reset(handle) }

    func finalize() { unsafe sqlite3_finalize(handle) }

    // MARK: Columns of the present row, counted from 0

    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    func flag(_ column: Int32) -> Bool { integer(column) != 0 }

    func isNull(_ column: Int32) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func text(_ column: Int32) -> String {
        withText(column) { span in unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
    }

    /// The bytes of a text, without a copy. They go with the next step.
    func withText<Result>(_ column: Int32, _ body: (Span<UInt8>) -> Result) -> Result {
        // The text first, its size then: https://sqlite.org/c3ref/column_blob.html
        let start = unsafe sqlite3_column_text(handle, column)
        let count = unsafe sqlite3_column_bytes(handle, column)
        return unsafe body(UnsafeBufferPointer(start: start, count: Int(count)).span)
    }
}
