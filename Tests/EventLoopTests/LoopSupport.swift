import TestSupport
import Testing

@testable import EventLoop

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A loop of the calling thread, which a test fills with work and then runs until the work stops it.
func makeLoop() throws -> EventLoop { try EventLoop() }

extension EventLoop {
    /// Runs until `stop`, and no longer than ten seconds: then the test has failed, and false is given.
    @discardableResult
    func runInTime(_ location: SourceLocation = #_sourceLocation) -> Bool {
        var isInTime = true
        after(nanoseconds: 10_000_000_000) {
            Issue.record("the loop was not stopped in time", sourceLocation: location)
            isInTime = false
            self.stop()
        }
        run()
        return isInTime
    }
}

/// What happened, in order. Only ever touched on the loop's thread.
final class Diary {
    private(set) var entries: [String] = []
    func note(_ entry: String) { entries.append(entry) }
}

/// A pipe whose ends are closed at the end of the test.
final class TestPipe {
    private(set) var readEnd: Int32 = -1
    private(set) var writeEnd: Int32 = -1

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        closeWriteEnd()
    }

    func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    func put(_ text: String = "x") {
        var bytes = Array(text.utf8)
        _ = unsafe write(writeEnd, &bytes, bytes.count)
    }

    func take() -> Int {
        var bytes = [UInt8](repeating: 0, count: 100)
        return unsafe read(readEnd, &bytes, bytes.count)
    }
}

/// An actor that lives on a loop.
actor Resident {
    let loop: EventLoop
    private(set) var notes: [String] = []
    /// Resumed by another thread.
    private let waiting: Locked<CheckedContinuation<Void, Never>?> = Locked(nil)

    init(_ loop: EventLoop) { self.loop = loop }

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    func note(_ entry: String) { notes.append(entry) }

    /// Starts jobs in this order, and ends the loop behind the last one.
    func begin(_ count: Int) {
        for number in 0..<count {
            Task { self.note("\(number)") }
        }
        Task { self.loop.stop() }
    }

    /// Suspends until another thread resumes it, then ends the loop.
    func beginWaiting() {
        Task {
            await withCheckedContinuation { continuation in waiting.with { $0 = continuation } }
            self.assertOnLoop()
            self.note("woken")
            self.loop.stop()
        }
    }

    /// Called on any thread: goes on with what waits, once it waits.
    nonisolated func resume() {
        while true {
            let continuation = waiting.with { waiting in
                defer { waiting = nil }
                return waiting
            }
            if let continuation { return continuation.resume() }
            sched_yield()
        }
    }

    func assertOnLoop() { loop.checkIsolated() }
}

/// What another thread has seen.
final class Seen: Sendable {
    private let seen: Locked<Bool?> = Locked(nil)
    var value: Bool? { seen.with { $0 } }
    func set(_ value: Bool?) { seen.with { $0 = value } }
}
