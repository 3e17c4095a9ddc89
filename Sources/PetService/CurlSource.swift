package import EventLoop

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Loads addresses with the system's curl, one child process each, whose pipes are watched by the event loop.
///
/// Redirects are not followed here: curl sends a header of ours wherever it is led to.
package actor CurlSource: PetSource {
    /// So many processes run at once; further requests wait, within their time.
    static let maximumRunning = 8
    /// So many requests wait; one more is refused.
    static let maximumQueue = 64
    /// Names of variables that no child gets.
    private static let secrets = ["CAT_API_KEY", "DOG_API_KEY"]

    private enum Pipe { case output, errors }

    /// A process with what it has said.
    private struct Run {
        let child: ChildProcess
        var transfer: CurlTransfer
        /// Pipes that have not come to their end.
        var watches: [Pipe: EventLoop.Watch] = [:]
    }

    private struct Job {
        let request: PetRequest
        let continuation: CheckedContinuation<Result<PetResponse, PetFailure>, Never>
        let timer: EventLoop.Timer
        /// Nil while it waits.
        var run: Run?
    }

    private let program: String
    private let loop: EventLoop
    private var jobs: [Int: Job] = [:]
    private var queue: [Int] = []
    private var running = 0
    private var counter = 0
    /// Killed, not yet waited for, and when that is tried next.
    private var dying: [pid_t: EventLoop.Timer] = [:]
    private var isStopped = false
    private var buffer: [UInt8] = []

    /// The loop.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// - Parameter program: curl's name, looked up on PATH with each request, or its path.
    package init(program: String, loop: EventLoop) {
        self.program = program
        self.loop = loop
    }

    /// As the protocol says.
    package func load(_ request: PetRequest) async throws(PetFailure) -> PetResponse {
        counter += 1
        let number = counter
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in enter(number, request, continuation) }
        } onCancel: {
            // From any thread; and it comes after `enter`, which is under way or over when this gets its turn.
            Task { await self.finish(number, .failure(.cancelled)) }
        }
        return try outcome.get()
    }

    private func enter(
        _ number: Int, _ request: PetRequest,
        _ continuation: CheckedContinuation<Result<PetResponse, PetFailure>, Never>
    ) {
        if isStopped || Task.isCancelled { return continuation.resume(returning: .failure(.cancelled)) }
        if queue.count >= Self.maximumQueue {
            return continuation.resume(returning: .failure(.unavailable(reason: .rateLimited, retryAfter: 1)))
        }
        let now = MonotonicClock.now
        let timer = loop.after(nanoseconds: request.deadline > now ? request.deadline - now : 0) {
            self.finish(number, .failure(.unavailable(reason: .timeout)))
        }
        jobs[number] = Job(request: request, continuation: continuation, timer: timer)
        queue.append(number)
        startNext()
    }

    private func startNext() {
        while !isStopped, running < Self.maximumRunning, let number = queue.first {
            queue.removeFirst()
            start(number)
        }
    }

    private func start(_ number: Int) {
        guard let request = jobs[number]?.request else { return }
        let now = MonotonicClock.now
        guard request.deadline > now else { return finish(number, .failure(.unavailable(reason: .timeout))) }
        let config = CurlConfig.text(request, nanoseconds: request.deadline - now)
        do {
            let child = try ChildProcess(
                [program, "-q", "--config", "-"], input: Array(config.utf8), hidden: Self.secrets)
            var run = Run(child: child, transfer: CurlTransfer(limit: request.limit))
            run.watches = [
                .output: loop.watch(child.output, for: .readable) { _ in self.read(number, .output) },
                .errors: loop.watch(child.errors, for: .readable) { _ in self.read(number, .errors) },
            ]
            jobs[number]?.run = run
            running += 1
        } catch {
            finish(number, .failure(.unavailable(reason: .noClient)))
        }
    }

    // MARK: What the child says

    private func read(_ number: Int, _ pipe: Pipe) {
        guard let child = jobs[number]?.run?.child else { return }
        if buffer.isEmpty { buffer = Array(repeating: 0, count: 64 << 10) }
        guard let count = ChildProcess.read(pipe == .output ? child.output : child.errors, into: &buffer) else {
            return
        }
        if count == 0 { return end(number, pipe) }
        // Taken out and put back: a copy of a picture with each piece would be slow.
        guard var run = jobs[number]?.run else { return }
        jobs[number]?.run = nil
        switch pipe {
        case .output: run.transfer.receive(body: buffer[..<count])
        case .errors: run.transfer.receive(head: buffer[..<count])
        }
        let outcome = run.transfer.outcome
        jobs[number]?.run = run
        if let outcome { finish(number, outcome) }
    }

    private func end(_ number: Int, _ pipe: Pipe) {
        if let watch = jobs[number]?.run?.watches.removeValue(forKey: pipe) { loop.unwatch(watch) }
        if jobs[number]?.run?.watches.isEmpty == true { awaitExit(number, pause: 500_000) }
    }

    /// Both pipes are at their end: so is curl, within moments.
    private func awaitExit(_ number: Int, pause: UInt64) {
        guard let child = jobs[number]?.run?.child else { return }
        guard let status = ChildProcess.reap(child.id) else {
            loop.after(nanoseconds: pause) { self.awaitExit(number, pause: min(2 * pause, 50_000_000)) }
            return
        }
        guard let outcome = jobs[number]?.run?.transfer.end(status: status) else { return }
        finish(number, outcome, isReaped: true)
    }

    // MARK: The end

    /// Answers a request, whatever state it is in; no more than once.
    private func finish(_ number: Int, _ outcome: Result<PetResponse, PetFailure>, isReaped: Bool = false) {
        guard let job = jobs.removeValue(forKey: number) else { return }
        loop.cancel(job.timer)
        if let run = job.run {
            running -= 1
            for watch in run.watches.values { loop.unwatch(watch) }
            run.child.closePipes()
            if !isReaped { bury(run.child) }
        } else {
            queue.removeAll { $0 == number }
        }
        job.continuation.resume(returning: outcome)
        startNext()
    }

    private func bury(_ child: ChildProcess) {
        child.kill()
        awaitDeath(child.id, pause: 500_000)
    }

    private func awaitDeath(_ id: pid_t, pause: UInt64) {
        if ChildProcess.reap(id) != nil {
            dying[id] = nil
        } else {
            dying[id] = loop.after(nanoseconds: pause) { self.awaitDeath(id, pause: min(2 * pause, 50_000_000)) }
        }
    }

    /// As the protocol says. A killed process is gone within a millisecond; it is waited for at most half a second.
    package func stop() {
        isStopped = true
        for number in jobs.keys.sorted() { finish(number, .failure(.cancelled)) }
        var patience = 500
        while !dying.isEmpty, patience > 0 {
            for (id, timer) in dying where ChildProcess.reap(id) != nil {
                loop.cancel(timer)
                dying[id] = nil
            }
            if !dying.isEmpty { usleep(1000) }
            patience -= 1
        }
    }
}
