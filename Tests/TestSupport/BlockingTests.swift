package import Testing

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Tests that block their thread, since they wait for another process: they get threads of their own, for there are only
/// as many for all other tests as there are processors. A few run at a time, lest each be late for want of a processor.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        await Places.shared.take()
        do {
            try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
        } catch {
            await Places.shared.giveBack()
            throw error
        }
        await Places.shared.giveBack()
    }
}

extension Trait where Self == BlockingTests {
    /// See `BlockingTests`.
    package static var blocking: BlockingTests { BlockingTests() }
}

/// Room for so many tests at once; the others wait in the order in which they came.
private actor Places {
    static let shared = Places(8)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        guard !waiting.isEmpty else {
            free += 1
            return
        }
        waiting.removeFirst().resume()
    }
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
