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

/// The power goes at every point between two calls of a run, with every luck that a disk may have.
///
/// Whatever is left must be a whole store, with every request that was acknowledged before, and of those under way the
/// first few, each as a whole. `FAULTS=all` tries every point, otherwise a sample is tried.
@Suite("Power cuts", .blocking)
struct PowerCutTests {
    /// A run to be cut: its events, and what the store holds after each of its requests.
    private struct Run {
        let workload: Workload
        let states: [StoreContents]
        let log: [FileEvent]
        /// How many requests there were after each turn.
        let turnEnds: [Int]
    }

    @Test(
        "What was acknowledged is there after a power cut, and nothing in part", arguments: Workload.all, [false, true])
    func cuts(workload: Workload, isShared: Bool) throws {
        var dice = SeededGenerator.printed(for: "power cuts, \(workload.name)")
        let run = try Self.record(workload, isShared: isShared)
        let places = Set(Sample.places(1...run.log.count, workload)).union([run.log.count])
        var (cut, tried) = (PowerCut(before: run.log), 0)
        for (place, event) in run.log.enumerated() {
            cut.follow(event)
            guard places.contains(place + 1) else { continue }
            let end = run.turnEnds.first { $0 > cut.mark } ?? cut.mark
            for luck in PowerCut.Luck.allCases {
                tried += 1
                let label = "seed \(dice.seed), \(workload.name), \(luck), cut after \(place + 1) of \(run.log.count)"
                let contents = try Self.contents(cut.files(luck, &dice), label)
                if !run.states[cut.mark...end].contains(contents) {
                    Issue.record("\(label): \(contents.difference(from: run.states[cut.mark]))")
                }
            }
        }
        print("\(workload.name): \(tried) power cuts, \(run.log.count) points")
        #expect(cut.mark == workload.requestCount)
    }

    /// What SQLite has written when the sync after it fails cannot be called back: it stays in the log until the next
    /// change overwrites it. So a request that was refused for that reason may be there after a crash, but as a whole.
    @Test("Of the requests that were refused since a sync failed, at most one is there after a power cut, as a whole")
    func failedSync() throws {
        let workload = Workload.everything
        var dice = SeededGenerator.printed(for: "failed syncs")
        let files = try workload.files()
        let fault = FaultPlan.Fault(operation: .sync, name: "EIO", code: 10 | 4 << 8, errno: EIO)
        var known: [Set<Int>: StoreContents] = [:]
        func contents(without refused: Set<Int>) throws -> StoreContents {
            if let contents = known[refused] { return contents }
            let contents = try FaultPlan.inFolder(files) { folder, path, _ in
                _ = try SessionRun(workload.lines(without: refused), on: .file(path), in: folder)
                return try Self.opened(path)
            }
            known[refused] = contents
            return contents
        }
        var found = 0
        let syncs = try FaultPlan.inFolder(files) { folder, path, plan in
            _ = try SessionRun(workload.lines(), on: .file(path), in: folder)
            return plan.count(.sync)
        }
        var refusals = 0
        for place in Sample.places(1...syncs, workload) {
            var cut = PowerCut(before: [])
            let run = try FaultPlan.inFolder(files) { folder, path, plan in
                plan.record()
                plan.arm(fault, at: place, lasts: true)
                let run = try SessionRun(workload.lines(), on: .file(path), in: folder) {
                    cut = PowerCut(before: plan.log)
                    for event in plan.log { cut.follow(event) }
                    return false
                }
                #expect(plan.fired > 0, "no sync has failed from the \(place)th on")
                return run
            }
            let refused = Set(run.replies.indices.filter { run.replies[$0].isUnavailable })
            refusals += refused.count
            let allowed =
                try [contents(without: refused)] + refused.map { try contents(without: refused.subtracting([$0])) }
            for luck in PowerCut.Luck.allCases {
                let label = "seed \(dice.seed), \(luck), syncs fail from the \(place)th on"
                let contents = try Self.contents(cut.files(luck, &dice), label)
                #expect(allowed.contains(contents), "\(label): \(contents.difference(from: allowed[0]))")
                if contents != allowed[0] { found += 1 }
            }
        }
        print("failed syncs: \(found) of the refused requests found after a power cut, \(syncs) places")
        // The last ones are of the end, when all is answered.
        #expect(refusals > 0 || !Sample.isWhole)
    }

    /// - Parameter isShared: whether somebody else has the store open all the time, so that it is closed only at the
    ///   end and its log grows from turn to turn.
    private static func record(_ workload: Workload, isShared: Bool) throws -> Run {
        let files = try workload.files()
        let states = try FaultPlan.inFolder(files) { folder, path, _ in
            var states = [try opened(path)]
            for request in workload.turns.joined() {
                try carryOut([request], workload, path, folder)
                states.append(try StoreContents(path))
            }
            return states
        }
        var ends: [Int] = []
        let log = try FaultPlan.inFolder(files) { folder, path, plan in
            plan.record()
            let other = isShared ? TodoStore(.file(path)) : nil
            try Self.look(other)
            for turn in workload.turns {
                // After a session of its own, all of a turn is acknowledged.
                try carryOut(turn, workload, path, folder)
                ends.append((ends.last ?? 0) + turn.count)
                plan.mark(ends.last ?? 0)
                try Self.look(other)
            }
            // The log is copied into the file in the middle of it, with turns before and behind.
            if isShared && workload.start == .fullLog { try expectCopy(in: plan.log, before: ends.last ?? 0) }
            other?.close()
            return plan.log
        }
        return Run(workload: workload, states: states, log: log, turnEnds: ends)
    }

    /// Opens a store if nothing has yet, and sees what is new.
    private static func look(_ store: TodoStore?) throws {
        try store?.begin(.reading, at: SessionRun.time)
        store?.rollback()
    }

    /// The store's file, which is the first that is opened, is written between two turns, and then the log from its start.
    private static func expectCopy(in log: [FileEvent], before end: Int) throws {
        func place(_ isMeant: (FileEvent) -> Bool, after start: Int = 0) throws -> Int {
            try #require(log.indices.dropFirst(start).first { isMeant(log[$0]) })
        }
        let mark = try place { if case .mark = $0 { true } else { false } }
        let copied = try place({ if case .written(1, at: 1..., _) = $0 { true } else { false } }, after: mark)
        let anew = try place({ if case .written(2, at: 0, _) = $0 { true } else { false } }, after: copied)
        let last = try place({ if case .mark(end) = $0 { true } else { false } }, after: anew)
        try #require(mark < copied && copied < anew && anew < last)
    }

    private static func carryOut(
        _ requests: [String], _ workload: Workload, _ path: String, _ folder: TemporaryFolder
    ) throws {
        let part = Workload(name: workload.name, start: workload.start, turns: [requests])
        let run = try SessionRun(part.lines(), on: .file(path), in: folder)
        try #require(run.replies.count == requests.count && !run.replies.contains { $0.isUnavailable })
    }

    /// What the server makes of the files.
    private static func contents(_ files: [String: [UInt8]], _ label: String) throws -> StoreContents {
        try TemporaryFolder.with { folder in
            try folder.fill(files)
            let plan = FaultPlan(folder)
            defer { withExtendedLifetime(plan) {} }
            do { return try opened(folder.file("s.sqlite")) } catch {
                throw StoreContents.Damage(description: "\(label): \(error)")
            }
        }
    }

    private static func opened(_ path: String) throws -> StoreContents {
        let store = TodoStore(.file(path))
        try store.begin(.reading, at: SessionRun.time)
        store.close()
        return try StoreContents(path)
    }
}
