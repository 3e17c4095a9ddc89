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

    /// Sees to it that the request that comes next may do as much. Fails with `locked` where another try in a moment may
    /// succeed.
    func begin(_ access: TodoStore.Access) throws(StoreError) {
        do throws(StoreFailure) { try store.begin(access, at: now) } catch { throw .unavailable(error) }
    }

    func commit() throws(StoreFailure) { try store.commit() }

    func rollback() { store.rollback() }

    func close() { store.close() }

    /// Whether the request at hand has changed anything yet.
    var requestHasChanged: Bool { store.requestHasChanged }
}
