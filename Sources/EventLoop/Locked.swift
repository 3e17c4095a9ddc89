#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A value that threads take turns with.
///
/// It does what `Mutex` of the standard library does, with a lock that the thread sanitizer knows: with that one it
/// reports races on Linux that are none.
///
/// `@unchecked Sendable` is safe: the value is reached only while the lock is held, and nothing of it leaves that is not
/// Sendable itself. `@safe` is: the lock is made in `init`, ended in `deinit` and used in between only.
@safe final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        unsafe lock.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    func with<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return body(&value)
    }
}
