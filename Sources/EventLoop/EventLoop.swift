internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One thread that waits in `poll(2)` for descriptors and deadlines, and is the executor of the actors that live on it.
///
/// Everything between reading a request and writing its reply runs on this thread: handing work to another one costs
/// several times a whole round trip. What waits (the network, timers, a client that does not read) is a descriptor or
/// a deadline here, never a blocked thread.
///
/// `@unchecked Sendable` is safe: the only state that other threads reach is `jobs`, behind a mutex, and constants.
/// Everything else is touched only on the loop's own thread, which every method but `enqueue` checks.
package final class EventLoop: SerialExecutor, @unchecked Sendable {
    /// Names a watched descriptor, for `unwatch` and `change`.
    package struct Watch: Hashable, Sendable { fileprivate let number: Int }

    /// Names a deadline, for `cancel`.
    package struct Timer: Hashable, Sendable { fileprivate let number: Int }

    /// What to wait for at a descriptor, and what was found there.
    package struct Readiness: OptionSet, Sendable {
        /// The bits of the three below.
        package let rawValue: UInt8
        /// A set of the bits below; others mean nothing.
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Reading does not block: there are bytes, or the end.
        package static let readable = Readiness(rawValue: 1)
        /// Writing a little does not block.
        package static let writable = Readiness(rawValue: 2)
        /// The other end is gone, or the descriptor is broken. Reported with the others, or asked for alone.
        package static let hungUp = Readiness(rawValue: 4)
    }

    private struct Watcher {
        let watch: Watch
        let descriptor: Int32
        var interest: Readiness
        let handler: (Readiness) -> Void
    }

    private struct Deadline {
        let timer: Timer
        let at: UInt64
        let handler: () -> Void
    }

    private let jobs = Locked<[UnownedJob]>([])
    private let wakeRead: Int32
    private let wakeWrite: Int32
    private let thread: pthread_t
    private var watchers: [Watcher] = []
    private var deadlines: [Deadline] = []
    private var turns: [() -> Void] = []
    private var polled: [pollfd] = []
    private var isStopped = false
    /// Whether jobs wait for the next round.
    private var hasJobs = false
    private var counter = 0

    /// A loop that belongs to the calling thread, which is the one to call `run`.
    /// - Throws: `EventLoopFailure` when the process has no descriptors left.
    package init() throws(EventLoopFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe csystem_pipe(&ends) == 0 else { throw EventLoopFailure(errno: csystem_errno()) }
        wakeRead = ends[0]
        wakeWrite = ends[1]
        thread = pthread_self()
    }

    deinit {
        close(wakeRead)
        close(wakeWrite)
    }

    // MARK: Executor

    /// Has a job run on the loop's thread, in the next round if the loop runs jobs just now. May be called from any
    /// thread, and wakes the loop up.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.with { $0.append(job) }
        if !isOwnThread { wake() }
    }

    /// The loop as actors name it in `unownedExecutor`. That does not keep the loop alive: an actor that lives on it
    /// also holds it.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(complexEquality: self)
    }

    /// Two loops never share a thread, so that a loop is the same context only as itself.
    package func isSameExclusiveExecutionContext(other: EventLoop) -> Bool { self === other }

    /// Whether the caller is on the loop's thread, and so may enter the actors on it without a hop. Never nil: it is
    /// always known.
    package func isIsolatingCurrentContext() -> Bool? { isOwnThread }

    /// Ends the process when the caller is not on the loop's thread.
    package func checkIsolated() {
        precondition(isOwnThread, "this belongs to the event loop, and was reached from another thread")
    }

    private var isOwnThread: Bool { pthread_equal(thread, pthread_self()) != 0 }

    private func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes the loop too.
        _ = unsafe write(wakeWrite, &byte, 1)
    }

    /// Runs the jobs that are there. Those that they enqueue wait for the next round, so that a task that never comes to
    /// an end does not keep the descriptors from being looked at.
    private func runJobs() {
        let batch = jobs.with { queue in
            let taken = queue
            queue.removeAll(keepingCapacity: false)
            return taken
        }
        for job in batch { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
        hasJobs = jobs.with { !$0.isEmpty }
    }

    // MARK: Descriptors, deadlines, turns

    /// Calls `handler` on the loop's thread whenever the descriptor is ready, until `unwatch`. The descriptor stays the caller's.
    package func watch(_ descriptor: Int32, for interest: Readiness, _ handler: @escaping (Readiness) -> Void) -> Watch
    {
        checkIsolated()
        counter += 1
        let watch = Watch(number: counter)
        watchers.append(Watcher(watch: watch, descriptor: descriptor, interest: interest, handler: handler))
        return watch
    }

    /// Waits for something else at the descriptor from now on; for nothing (`[]`), not even a hang-up is reported.
    package func change(_ watch: Watch, to interest: Readiness) {
        checkIsolated()
        guard let index = watchers.firstIndex(where: { $0.watch == watch }) else { return }
        watchers[index].interest = interest
    }

    /// Ends a watch. Its handler is not called again, not even for what this round has found already.
    package func unwatch(_ watch: Watch) {
        checkIsolated()
        watchers.removeAll { $0.watch == watch }
    }

    /// Calls `handler` once, `nanoseconds` from now, unless it is cancelled before.
    @discardableResult
    package func after(nanoseconds: UInt64, _ handler: @escaping () -> Void) -> Timer {
        let (moment, isNever) = MonotonicClock.now.addingReportingOverflow(nanoseconds)
        return at(isNever ? .max : moment, handler)
    }

    /// Calls `handler` once, as soon as the monotonic clock shows `moment`, unless it is cancelled before.
    @discardableResult
    package func at(_ moment: UInt64, _ handler: @escaping () -> Void) -> Timer {
        checkIsolated()
        counter += 1
        let timer = Timer(number: counter)
        deadlines.append(Deadline(timer: timer, at: moment, handler: handler))
        return timer
    }

    /// Forgets a deadline. One that is over, or was never there, is no error.
    package func cancel(_ timer: Timer) {
        checkIsolated()
        deadlines.removeAll { $0.timer == timer }
    }

    /// Calls `handler` once in the next round, after a look at the descriptors: how long work is cut into turns.
    package func nextTurn(_ handler: @escaping () -> Void) {
        checkIsolated()
        turns.append(handler)
    }

    // MARK: Running

    /// Runs until `stop`, on the thread that made the loop.
    package func run() {
        checkIsolated()
        runJobs()
        while !isStopped {
            poll()
            runJobs()
            runDeadlines()
            let due = turns
            turns.removeAll(keepingCapacity: true)
            for turn in due { turn() }
            runJobs()
        }
    }

    /// Ends `run` after the present round. On the loop's thread only.
    package func stop() {
        checkIsolated()
        isStopped = true
    }

    private func poll() {
        polled.removeAll(keepingCapacity: true)
        polled.append(pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0))
        for watcher in watchers { polled.append(pollfd(watcher.descriptor, watcher.interest)) }
        let found = unsafe polled.withUnsafeMutableBufferPointer { buffer in
            #if canImport(Glibc)
                unsafe Glibc.poll(buffer.baseAddress, nfds_t(buffer.count), timeout)
            #else
                unsafe Darwin.poll(buffer.baseAddress, nfds_t(buffer.count), timeout)
            #endif
        }
        guard found > 0 else { return }
        if polled[0].revents != 0 { drainWakeUps() }
        dispatch()
    }

    /// Milliseconds until something is due, rounded up so that a deadline is over when the poll ends; -1: none is.
    private var timeout: Int32 {
        if !turns.isEmpty || hasJobs { return 0 }
        guard let next = deadlines.map(\.at).min() else { return -1 }
        let now = MonotonicClock.now
        return next <= now ? 0 : Int32(clamping: (next - now - 1) / 1_000_000 + 1)
    }

    private func dispatch() {
        // Handlers add and remove watchers, so go by what was polled, and ask each time whether it is still wanted.
        let round = watchers
        for (offset, watcher) in round.enumerated() {
            let found = Readiness(polled[offset + 1].revents)
            if found.isEmpty { continue }
            guard let current = watchers.first(where: { $0.watch == watcher.watch }), !current.interest.isEmpty else {
                continue
            }
            let wanted = found.intersection(current.interest.union(.hungUp))
            if !wanted.isEmpty { current.handler(wanted) }
        }
    }

    private func runDeadlines() {
        if deadlines.isEmpty { return }
        let now = MonotonicClock.now
        for due in deadlines.filter({ $0.at <= now }).sorted(by: { $0.at < $1.at }) {
            guard let index = deadlines.firstIndex(where: { $0.timer == due.timer }) else { continue }
            deadlines.remove(at: index)
            due.handler()
        }
    }

    private func drainWakeUps() {
        var bytes: [UInt8] = Array(repeating: 0, count: 256)
        while unsafe read(wakeRead, &bytes, bytes.count) > 0 {}
    }
}

/// The system refused what an event loop needs.
package struct EventLoopFailure: Error {
    /// As in `errno(3)`.
    package let errno: Int32

    /// - Parameter errno: of the call that failed.
    package init(errno: Int32) { self.errno = errno }
}

/// The system's clock that no change of the time of day moves.
package enum MonotonicClock {
    /// Nanoseconds since some moment before the process started.
    package static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// Holds up the whole thread: only for a wait that is short and has nothing else to do.
    package static func pause(nanoseconds: Int) {
        var time = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
        unsafe nanosleep(&time, nil)
    }
}

extension EventLoop.Readiness {
    fileprivate init(_ revents: Int16) {
        self = []
        if revents & Int16(POLLIN) != 0 { insert(.readable) }
        if revents & Int16(POLLOUT) != 0 { insert(.writable) }
        if revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { insert(.hungUp) }
    }
}

extension pollfd {
    /// A negative descriptor is one that `poll` skips.
    fileprivate init(_ descriptor: Int32, _ interest: EventLoop.Readiness) {
        var events: Int16 = 0
        if interest.contains(.readable) { events |= Int16(POLLIN) }
        if interest.contains(.writable) { events |= Int16(POLLOUT) }
        self.init(fd: interest.isEmpty ? -1 : descriptor, events: events, revents: 0)
    }
}
