import JSON
import TestSupport
import Testing
import TodoCore
import TodoStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lets every single thing fail that SQLite asks of the system's files while a session goes through a workload.
///
/// What is expected is always the same: a run in which some requests are answered with 503 is, reply for reply and row
/// for row, a run in which these were never sent. `FAULTS=all` tries every point, otherwise a sample is tried.
@Suite("Files that fail", .blocking)
struct StorageFaultTests {
    private typealias Fault = FaultPlan.Fault

    /// What each operation may answer. EIO is told as such by SQLite, with the operation in the upper byte.
    private static let faults: [Fault] = [
        Fault(operation: .open, name: "EMFILE", code: 14, errno: EMFILE),
        Fault(operation: .open, name: "EACCES", code: 8, errno: EACCES),
        Fault(operation: .read, name: "EIO", code: 10 | 33 << 8, errno: EIO),
        Fault(operation: .read, name: "ESTALE", code: 10 | 1 << 8, errno: ESTALE),
        Fault(operation: .write, name: "EIO", code: 10 | 3 << 8, errno: EIO),
        Fault(operation: .write, name: "ENOSPC", code: 13, errno: ENOSPC),
        Fault(operation: .sync, name: "EIO", code: 10 | 4 << 8, errno: EIO),
        Fault(operation: .truncate, name: "EIO", code: 10 | 6 << 8, errno: EIO),
        Fault(operation: .size, name: "EIO", code: 10 | 7 << 8, errno: EIO),
        Fault(operation: .lock, name: "ENOLCK", code: 10 | 15 << 8, errno: ENOLCK),
        Fault(operation: .mapMemory, name: "ENOMEM", code: 10 | 21 << 8, errno: ENOMEM),
        Fault(operation: .lockMemory, name: "ENOLCK", code: 10 | 20 << 8, errno: ENOLCK),
        Fault(operation: .delete, name: "EIO", code: 10 | 10 << 8, errno: EIO),
        Fault(operation: .access, name: "EIO", code: 10 | 13 << 8, errno: EIO),
    ]

    @Test("A run with a fault is a run without the requests that were refused", arguments: Workload.all)
    func faults(workload: Workload) throws {
        var trial = try Trial(workload)
        for fault in Self.faults {
            let before = trial.tried
            for place in Sample.places(try #require(trial.reached(fault.operation), "\(fault)"), workload) {
                for lasts in Sample.of([false, true]) { trial.run(fault, at: place, lasts: lasts) }
            }
            // A place may be behind the last reply, where no fault is left.
            #expect(trial.tried > before || !Sample.isWhole, "\(fault) has not come about")
        }
        print("\(workload.name): \(trial.tried) faults, \(trial.refusals) requests refused")
    }

    /// Why a todo cannot be made; nil when it can.
    private static func refusal(of store: TodoStore) -> StoreFailure.Reason? {
        do {
            try store.begin(.writing, at: SessionRun.time)
            _ = try store.create(NewTodo(title: "never"), at: SessionRun.time)
            return nil
        } catch let failure as StoreFailure {
            return failure.reason
        } catch StoreError.unavailable(let failure) {
            return failure.reason
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    /// The log is another file, and a store that could be opened is not the one that may be written to.
    @Test(
        "A store of which a file could only be opened for reading is written to once it can be, without a restart",
        arguments: zip([Workload.everything, .checkpoint], [1, 2]))
    func mended(workload: Workload, place: Int) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            try folder.fill(workload.files())
            let plan = FaultPlan(folder)
            let fault = Fault(operation: .open, name: "EACCES", code: 8, errno: EACCES)
            plan.arm(fault, at: place, lasts: false)
            let store = TodoStore(.file(path))
            defer { store.close() }
            try store.begin(.reading, at: SessionRun.time)
            let title = try store.todo(1).title
            #expect(workload.start == .fullLog ? title.hasPrefix("changed ") : title == "t1")
            store.rollback()
            for _ in 0..<2 {
                plan.arm(fault, at: place, lasts: false)
                #expect(Self.refusal(of: store) == .readOnly)
                store.rollback()
            }
            try store.begin(.writing, at: SessionRun.time)
            #expect(try store.create(NewTodo(title: "later"), at: SessionRun.time).id == 25)
            try store.commit()
        }
    }

    @Test("A log that has grown is copied into the file while the session goes on, so that it does not grow for ever")
    func copied() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            try folder.fill(Workload.checkpoint.files())
            let plan = FaultPlan(folder)
            plan.record()
            var copied = 0
            _ = try SessionRun(Workload.checkpoint.lines(), on: .file(path), in: folder) {
                copied = plan.log.filter { if case .written(1, at: 1..., _) = $0 { true } else { false } }.count
                return false
            }
            // The store's file is the first that is opened, and a connection writes nothing else to it.
            #expect(copied > 70)
        }
    }

    @Test("A lock that another process holds for a moment is waited for", arguments: [Workload.migration, .everything])
    func busy(workload: Workload) throws {
        var trial = try Trial(workload)
        for operation in [FaultPlan.Operation.lock, .lockMemory] {
            let fault = Fault(operation: operation, name: "EAGAIN", code: 5, errno: EAGAIN)
            for place in Sample.places(try #require(trial.reached(operation)), workload) {
                trial.run(fault, at: place, lasts: false)
            }
        }
        print("\(workload.name): \(trial.tried) locks held")
        #expect(trial.tried > 0 && trial.refusals == 0)
    }
}

/// Which of the points that a run reaches are tried.
enum Sample {
    static let isWhole = unsafe getenv("FAULTS").map { unsafe String(cString: $0) == "all" } ?? false

    /// From a random one on, every so many.
    static func places(_ reached: ClosedRange<Int>, _ workload: Workload) -> [Int] {
        let step = min(isWhole ? 1 : workload.stride, reached.count)
        return Array(stride(from: reached.lowerBound + Int.random(in: 0..<step), through: reached.upperBound, by: step))
    }

    /// Whether so many of the points that were tried have come about. A process does not always make the same calls: how
    /// often it waits depends on how bytes arrive.
    static func suffices(_ reached: Int, of tried: Int) -> Bool { isWhole ? reached * 10 >= tried * 8 : reached > 0 }

    /// All, or a random one.
    static func of<Element>(_ all: [Element]) -> [Element] { isWhole ? all : Array(all.shuffled().prefix(1)) }
}

/// One workload, run again and again.
private struct Trial {
    private struct Outcome {
        let replies: [String]
        let contents: StoreContents
    }

    private struct Key: Hashable {
        let refused: Set<Int>
        let isRecovered: Bool
    }

    let workload: Workload
    private(set) var tried = 0
    private(set) var refusals = 0
    /// The files of the store at the start.
    private let files: [String: [UInt8]]
    private let counts: [FaultPlan.Operation: Int]
    private var expected: [Key: Outcome] = [:]

    init(_ workload: Workload) throws {
        self.workload = workload
        let files = try workload.files()
        self.files = files
        counts = try FaultPlan.inFolder(files) { folder, path, plan in
            let run = try SessionRun(workload.lines(), on: .file(path), in: folder)
            // The workload itself is in order: what is refused in it is refused by the rules of the store.
            try #require(!run.replies.contains { ($0["error"]?["code"]?.integer ?? 0) < 0 })
            return Dictionary(uniqueKeysWithValues: FaultPlan.Operation.allCases.map { ($0, plan.count($0)) })
        }
    }

    /// How often the workload does that when nothing fails; nil for never.
    func reached(_ operation: FaultPlan.Operation) -> ClosedRange<Int>? {
        counts[operation].flatMap { $0 > 0 ? 1...$0 : nil }
    }

    mutating func run(_ fault: FaultPlan.Fault, at place: Int, lasts: Bool) {
        let label = "\(workload.name): \(fault), the \(place)th\(lasts ? " and all that follow" : "")"
        do { try attempt(fault, at: place, lasts: lasts, label) } catch { Issue.record("\(label): \(error)") }
    }

    private mutating func attempt(_ fault: FaultPlan.Fault, at place: Int, lasts: Bool, _ label: String) throws {
        var isRecovered = false
        let (outcome, refused) = try FaultPlan.inFolder(files) { folder, path, plan in
            plan.arm(fault, at: place, lasts: lasts)
            // Without a restart, everything works again once the fault is gone.
            let run = try SessionRun(workload.lines(), on: .file(path), in: folder) {
                isRecovered = plan.fired > 0 && !fault.sticks
                if plan.fired > 0 { plan.disarm() }
                return isRecovered
            }
            plan.disarm()
            // Where no request has opened the store, this does.
            if !isRecovered { try Self.touch(path) }
            try #require(run.replies.count == workload.requestCount, "\(label): \(run.replies)")
            let refused = Set(run.replies.indices.filter { run.replies[$0].isUnavailable })
            Self.check(run.replies, fault, label)
            let replies = run.replies.filter { !$0.isUnavailable }.map(\.text)
            if plan.fired > 0 { tried += 1 }
            return (Outcome(replies: replies, contents: try StoreContents(path)), refused)
        }
        refusals += refused.count
        if !lasts && !fault.sticks { #expect(refused.count <= 1, "\(label): \(refused)") }
        let expected = try expectation(Key(refused: refused, isRecovered: isRecovered))
        #expect(outcome.replies == expected.replies, "\(label)")
        if outcome.contents != expected.contents {
            Issue.record("\(label): \(outcome.contents.difference(from: expected.contents))")
        }
    }

    /// A full disk is called so: it is what the user can do something about.
    private static func check(_ replies: [JSONValue], _ fault: FaultPlan.Fault, _ label: String) {
        guard fault.errno == ENOSPC else { return }
        for reply in replies where reply.isUnavailable {
            #expect(reply["error"]?["data"]?["reason"]?.string == "full", "\(label): \(reply.text)")
        }
    }

    /// What comes of the same requests without those that were refused, on files that never fail.
    private mutating func expectation(_ key: Key) throws -> Outcome {
        if let known = expected[key] { return known }
        let outcome = try FaultPlan.inFolder(files) { folder, path, _ in
            let run = try SessionRun(workload.lines(without: key.refused), on: .file(path), in: folder) {
                key.isRecovered
            }
            if !key.isRecovered { try Self.touch(path) }
            return Outcome(replies: run.replies.map(\.text), contents: try StoreContents(path))
        }
        expected[key] = outcome
        return outcome
    }

    private static func touch(_ path: String) throws {
        let store = TodoStore(.file(path))
        try store.begin(.reading, at: SessionRun.time)
        store.close()
    }
}
