package import EventLoop
package import TodoCore
package import TodoStore

/// Keeps the todos of one store for one session.
///
/// It lives on the event loop's thread, so calling it from the session is no hop, and it never suspends: a transaction
/// cannot be interleaved with anything. What the methods of the contract do, they do in here.
package actor TodoManager {
    private let loop: EventLoop
    nonisolated let location: StoreLocation
    let store: TodoStore
    let calendar: LocalCalendar
    private let clock: @Sendable () -> Timestamp

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// Opens nothing yet: the first transaction does.
    ///
    /// - Parameters:
    ///   - session: names whoever makes the changes, for undo.
    ///   - historyLimit: how many requests can be undone, from 1.
    ///   - loop: on whose thread all this happens.
    ///   - calendar: when days begin and end.
    ///   - clock: what time it is.
    package init(
        _ location: StoreLocation, session: String, historyLimit: Int64 = TodoStore.historyLimit, loop: EventLoop,
        calendar: LocalCalendar = .system,
        clock: @escaping @Sendable () -> Timestamp = SystemClock.now
    ) {
        self.loop = loop
        self.calendar = calendar
        self.location = location
        self.clock = clock
        store = TodoStore(location, session: session, historyLimit: historyLimit)
    }

    /// The time of what is being done.
    var now: Timestamp { clock() }

    // MARK: Transactions

    /// Sees to it that the request that comes next may do as much. Fails with `locked` where another try in a moment may
    /// succeed.
    func begin(_ access: TodoStore.Access) throws(StoreError) {
        do throws(StoreFailure) { try store.begin(access, at: now) } catch { throw .unavailable(error) }
    }

    /// - Returns: the revisions that are durable now.
    @discardableResult
    func commit() throws(StoreFailure) -> ClosedRange<Revision>? { try store.commit() }

    /// Carries out a request that carries a key, unless it was before: then its first reply is given again. In a
    /// transaction that may write.
    func once(
        _ request: KeyedRequest, _ run: (isolated TodoManager) throws(StoreError) -> String
    ) throws(StoreError) -> String {
        if let reply = try store.reply(request, at: now) { return reply }
        let reply = try run(self)
        try store.keep(reply, for: request, at: now)
        return reply
    }

    // MARK: Changes

    /// The revision of the store at this moment.
    func currentRevision() throws(StoreError) -> Revision {
        defer { rollback() }
        try begin(.reading)
        return store.revision
    }

    /// The ids of the todos that changed in those revisions; nil for more than `limit`.
    func idsChanged(_ revisions: ClosedRange<Revision>, limit: Int) throws(StoreError) -> [Todo.ID]? {
        defer { rollback() }
        try begin(.reading)
        let ids = try store.idsChanged(revisions, limit: limit + 1)
        return ids.count > limit ? nil : ids
    }

    func rollback() { store.rollback() }

    /// Has somebody asked, while a request runs, whether it is still wanted.
    func interrupt(when isCalledOff: @escaping @Sendable () -> Bool) { store.isCalledOff = isCalledOff }

    func close() { store.close() }

    var isTransactionLost: Bool { store.isTransactionLost }

    /// Whether the request at hand has changed anything yet.
    var requestHasChanged: Bool { store.requestHasChanged }
}
