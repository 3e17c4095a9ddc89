import TestSupport
import Testing
import TodoCore
import TodoStore

/// While one process opens a store and changes it, another one does the same, all of it, right before one of its calls:
/// at each of them. Of the reads of a full log, which are thousands, a sample is tried without `FAULTS=all`.
@Suite("Another process comes in between", .blocking)
struct InBetweenTests {
    @Test(
        "Both changes are there, or one was refused as locked",
        arguments: [Workload.firstStart, .migration, .everything, .checkpoint],
        [FaultPlan.Operation.open, .lock, .lockMemory, .mapMemory, .read, .write, .sync, .delete, .access])
    func inBetween(workload: Workload, operation: FaultPlan.Operation) throws {
        let files = try workload.files()
        let isLong = workload.start == .fullLog
        let step = isLong && operation == .read && !Sample.isWhole ? workload.stride : 1
        let detail = isLong ? String(repeating: "d", count: 100_000) : ""
        var (place, tried, both) = (Int.random(in: 1...step), 0, 0)
        while true {
            let outcome = try Self.run(files, operation, place, detail)
            if !outcome.isReached { break }
            let label = "\(workload.name): before \(operation) \(place)"
            #expect(outcome.titles == outcome.made.sorted(), "\(label)")
            #expect(outcome.isFirstDone || outcome.isOtherDone, "\(label)")
            if outcome.made.count == 2 { both += 1 }
            (place, tried) = (place + step, tried + 1)
        }
        // Where the operation is not part of the run, there is nothing to come in between.
        if tried > 0 { print("\(workload.name): before \(tried) \(operation): both \(both) times") }
        #expect(tried > 0 || operation == .delete || operation == .access)
    }

    private struct Outcome {
        var isReached = false
        var isFirstDone = false
        var isOtherDone = false
        var titles: [String] = []

        var made: [String] { (isFirstDone ? ["first"] : []) + (isOtherDone ? ["other"] : []) }
    }

    private final class Box { var outcome = Outcome() }

    private static func run(
        _ files: [String: [UInt8]], _ operation: FaultPlan.Operation, _ place: Int, _ detail: String
    ) throws -> Outcome {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            try folder.fill(files)
            let plan = FaultPlan(folder)
            let (first, other, box) = (TodoStore(.file(path)), TodoStore(.file(path)), Box())
            let intrude = {
                box.outcome.isReached = true
                box.outcome.isOtherDone = create("other", detail, other)
            }
            box.outcome.isFirstDone = plan.interrupt(operation, at: place, by: intrude) {
                create("first", detail, first)
            }
            for store in [first, other] { store.close() }
            _ = try StoreContents(path)
            let made = "SELECT title FROM todos WHERE title IN ('first', 'other') ORDER BY title"
            box.outcome.titles = try SQLiteFile(path).rows(made).map { $0[0] }
            return box.outcome
        }
    }

    /// Whether it was done; what is locked may be refused, and nothing else.
    private static func create(_ title: String, _ detail: String, _ store: TodoStore) -> Bool {
        do {
            try store.begin(.writing, at: SessionRun.time)
            _ = try store.create(NewTodo(title: title, detail: detail), at: SessionRun.time)
            try store.commit()
            return true
        } catch {
            let failure = error as? StoreFailure
            store.rollback()
            if failure?.reason != .locked { Issue.record("\(title): \(error)") }
            return false
        }
    }
}
