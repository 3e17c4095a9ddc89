package import EventLoop
package import TodoCore
package import TodoStore

/// Keeps the todos of one store for one session.
///
/// It lives on the event loop's thread, so calling it from the session is no hop, and it never suspends: a transaction
/// cannot be interleaved with anything. What the methods of the contract do, they do in here.
package actor TodoManager {
    private let loop: EventLoop
    let store: TodoStore
    let calendar: LocalCalendar
    private let clock: @Sendable () -> Timestamp

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    package init(
        _ location: StoreLocation, loop: EventLoop, calendar: LocalCalendar = .system,
        clock: @escaping @Sendable () -> Timestamp = SystemClock.now
    ) {
        self.loop = loop
        self.calendar = calendar
        self.clock = clock
        store = TodoStore(location)
    }

    /// The time of what is being done.
    var now: Timestamp { clock() }

    // MARK: Transactions

    /// Sees to it that what is done next may do as much. Throws `locked` where another try in a moment may succeed.
    func begin(_ access: TodoStore.Access) throws(StoreFailure) { try store.begin(access, at: now) }

    func commit() throws(StoreFailure) { try store.commit() }

    func rollback() { store.rollback() }

    func close() { store.close() }

    var isTransactionLost: Bool { store.isTransactionLost }

    /// Grows with each row that is changed.
    var changeCount: Int64 { store.changeCount }
}
