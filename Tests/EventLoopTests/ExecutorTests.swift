import EventLoop
import TestSupport
import Testing

@Suite("The event loop as the executor of actors", .blocking, .timeLimit(.minutes(10)))
struct ExecutorTests {
    @Test("Jobs run in the order in which they were started")
    func order() throws {
        let loop = try makeLoop()
        let resident = Resident(loop)
        resident.assumeIsolated { $0.begin(500) }
        loop.runInTime()
        #expect(resident.assumeIsolated { $0.notes } == (0..<500).map(String.init))
    }

    @Test("A loop that waits is woken by another thread, every time")
    func wakeUp() throws {
        for _ in 0..<200 {
            let loop = try makeLoop()
            let resident = Resident(loop)
            resident.assumeIsolated { $0.beginWaiting() }
            let thread = TestThread { resident.resume() }
            let isInTime = loop.runInTime()
            thread.join()
            if !isInTime { return }
            #expect(resident.assumeIsolated { $0.notes } == ["woken"])
        }
    }

    @Test("Many threads wake it at once, more often than its pipe holds, and nothing is lost")
    func manyThreads() async throws {
        var thread: TestThread?
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            thread = TestThread {
                guard let loop = try? EventLoop() else { return continuation.resume(returning: -1) }
                // A thread that has just handed it its last job may still be on its way to wake it.
                _ = unsafe Unmanaged.passRetained(loop)
                let counting = Counting(loop, until: 4 * 20_000)
                let workers = (0..<4).map { _ in
                    TestThread { for _ in 0..<20_000 { Task { await counting.add() } } }
                }
                loop.runInTime()
                for worker in workers { worker.join() }
                continuation.resume(returning: counting.assumeIsolated { $0.count })
            }
        }
        thread?.join()
        #expect(result == 80_000)
    }

    @Test("Two actors on one loop call each other without leaving its thread")
    func twoActors() throws {
        let loop = try makeLoop()
        let (first, second) = (Resident(loop), Resident(loop))
        first.assumeIsolated { first in
            _ = Task {
                await second.note("called")
                first.assertOnLoop()
                first.note("came back")
                loop.stop()
            }
        }
        loop.runInTime()
        #expect(first.assumeIsolated { $0.notes } == ["came back"])
        #expect(second.assumeIsolated { $0.notes } == ["called"])
    }

    @Test("Only its own thread is isolated to it, and only to it")
    func isolation() throws {
        let (loop, other) = (try makeLoop(), try makeLoop())
        #expect(loop.isIsolatingCurrentContext() == true)
        #expect(loop.isSameExclusiveExecutionContext(other: loop))
        #expect(!loop.isSameExclusiveExecutionContext(other: other))
        let seen = Seen()
        TestThread { seen.set(loop.isIsolatingCurrentContext()) }.join()
        #expect(seen.value == false)
    }

    @Test("A job that is started by a handler runs in the same round, before the loop waits again")
    func startedByHandler() throws {
        let loop = try makeLoop()
        let resident = Resident(loop)
        loop.after(nanoseconds: 1_000_000) { resident.assumeIsolated { $0.begin(3) } }
        loop.runInTime()
        #expect(resident.assumeIsolated { $0.notes } == ["0", "1", "2"])
    }
}

/// Counts on a loop, and ends it.
private actor Counting {
    private let loop: EventLoop
    private let limit: Int
    private(set) var count = 0

    init(_ loop: EventLoop, until limit: Int) { (self.loop, self.limit) = (loop, limit) }

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    func add() {
        count += 1
        if count == limit { loop.stop() }
    }
}
