import EventLoop

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs `body` on a thread of its own, which may block.
func onThread(_ body: @escaping @Sendable () -> Void) {
    let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
    #if canImport(Glibc)
        var thread = pthread_t()
        let failed = unsafe pthread_create(&thread, nil, { unsafe run($0) }, box)
        pthread_detach(thread)
    #else
        var thread: pthread_t?
        let failed = unsafe pthread_create(&thread, nil, { unsafe run($0) }, box)
        if let thread { pthread_detach(thread) }
    #endif
    precondition(failed == 0, "no thread")
}

/// What a thread is to do.
private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Where a thread starts.
private func run(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box = unsafe box else { return nil }
    unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
    return nil
}

/// A value behind a lock. Not `Mutex`, which the thread sanitizer can't see through on Linux.
///
/// `@unchecked Sendable` is safe: `value` is reached in `withLock` only.
@safe final class Locked<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    init(_ value: Value) {
        self.value = value
        unsafe lock = .allocate(capacity: 1)
        _ = unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
        _ = unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        _ = unsafe pthread_mutex_lock(lock)
        defer { _ = unsafe pthread_mutex_unlock(lock) }
        return body(&value)
    }
}

/// Lives on a loop, to end it.
private actor Stopper {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }
    init(_ loop: EventLoop) { self.loop = loop }
    func stop() { loop.stop() }
}

/// Every loop that was made: a thread that has just handed it a job may still be on its way to wake it.
private let keptLoops = Locked<[EventLoop]>([])

/// Runs `body` while an event loop runs on another thread.
func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
    let loop = await withCheckedContinuation { (continuation: CheckedContinuation<EventLoop, Never>) in
        onThread {
            guard let loop = try? EventLoop() else { preconditionFailure("no descriptors") }
            keptLoops.withLock { $0.append(loop) }
            // Not before the loop runs: until then it doesn't know its thread for good.
            loop.after(nanoseconds: 0) { continuation.resume(returning: loop) }
            loop.run()
        }
    }
    do {
        try await body(loop)
    } catch {
        await Stopper(loop).stop()
        throw error
    }
    await Stopper(loop).stop()
}

/// A count that somebody can wait for.
final class Counter: Sendable {
    private struct State {
        var count = 0
        var waiting: [(least: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Locked(State())

    var count: Int { state.withLock { $0.count } }

    func add() {
        let due = state.withLock { state in
            state.count += 1
            let due = state.waiting.filter { $0.least <= state.count }
            state.waiting.removeAll { $0.least <= state.count }
            return due.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    func reaches(_ least: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.count >= least { return true }
                state.waiting.append((least, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

extension Counter {
    /// Blocks the calling thread, which must be one of `onThread`.
    func wait(_ least: Int) {
        var ends: [Int32] = [-1, -1]
        precondition(unsafe pipe(&ends) == 0, "no pipe")
        let (read, write) = (ends[0], ends[1])
        Task {
            await reaches(least)
            close(write)
        }
        var end = pollfd(fd: read, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&end, 1, 20_000)
        close(read)
    }
}

/// A text that is known later.
final class Holder: Sendable {
    private let text = Locked("")
    var url: String { text.withLock { $0 } }
    func set(_ url: String) { text.withLock { $0 = url } }
}
