#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A thread of the system's own, which may block without taking one from Swift's pool.
///
/// Not joined means not ended in time: whoever starts one joins it.
@safe package struct TestThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    package init(_ run: @escaping @Sendable () -> Void) {
        let body = unsafe Unmanaged.passRetained(Body(run)).toOpaque()
        #if canImport(Glibc)
            var thread = pthread_t()
            let failed = unsafe pthread_create(&thread, nil, { unsafe Self.enter($0) }, body)
            precondition(failed == 0, "no thread")
            self.thread = thread
        #else
            var thread: pthread_t?
            let failed = unsafe pthread_create(&thread, nil, { unsafe Self.enter($0) }, body)
            guard failed == 0, let thread else { preconditionFailure("no thread") }
            self.thread = thread
        #endif
    }

    private static func enter(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let body = unsafe body else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
        return nil
    }

    /// Waits until it has ended.
    package func join() { pthread_join(thread, nil) }
}
