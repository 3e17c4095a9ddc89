package import Testing

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Tests that block their thread, since they wait for another process: they get threads of their own, for there are only
/// as many for all other tests as there are processors.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTests {
    /// See `BlockingTests`.
    package static var blocking: BlockingTests { BlockingTests() }
}

/// Runs each job on a new thread.
private final class OwnThreads: TaskExecutor {
    static let shared = OwnThreads()

    /// A job on its way to its thread.
    private final class Passage: Sendable {
        let job: UnownedJob
        init(_ job: UnownedJob) { self.job = job }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let passage = unsafe Unmanaged.passRetained(Passage(UnownedJob(job))).toOpaque()
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let failed = unsafe pthread_create(&thread, nil, { unsafe OwnThreads.enter($0) }, passage)
        precondition(failed == 0, "no thread")
        #if canImport(Glibc)
            pthread_detach(thread)
        #else
            if let thread { pthread_detach(thread) }
        #endif
    }

    private static func enter(_ passage: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let passage = unsafe passage else { return nil }
        let job = unsafe Unmanaged<Passage>.fromOpaque(passage).takeRetainedValue().job
        unsafe job.runSynchronously(on: shared.asUnownedTaskExecutor())
        return nil
    }
}
