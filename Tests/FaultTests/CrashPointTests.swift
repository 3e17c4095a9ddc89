import JSON
import TestSupport
import Testing

/// The process is killed in place of a system call, at each that a run makes.
///
/// `FAULTS=all` tries every point, otherwise a sample is tried.
@Suite("Crash points", .blocking, .enabled(if: Traced.isPossible, "needs strace"))
struct CrashPointTests {
    @Test(
        "Killed in place of any system call: what was acknowledged is there, and nothing in part",
        arguments: [
            Workload.firstStart, .migration, .everything, .checkpoint,
        ])
    func alone(workload: Workload) throws {
        let trial = try ProcessTrial(workload)
        let states = try trial.states()
        var tried = 0
        let points = trial.points(few: 5)
        for point in points {
            let label = "\(workload.name): killed in place of \(point)"
            try trial.inFolder { _, path in
                let run = try Traced.run(workload, path, "\(point.call):signal=SIGKILL:when=\(point.place)")
                if run.status == 128 + 9 { tried += 1 }
                try #require(!run.replies.contains { $0.isUnavailable }, "\(label)")
                let found = try ProcessTrial.opened(path)
                if !states[run.replies.count...].contains(found) {
                    Issue.record("\(label): \(found.difference(from: states[run.replies.count]))")
                }
            }
        }
        print("\(workload.name): \(tried) of \(points.count) crash points")
        #expect(Sample.suffices(tried, of: points.count))
    }

    @Test(
        "One of several processes is killed: the others do not notice, and what each was told is there",
        arguments: [
            Workload.Start.nothing, .versionOne, .todos, .fullLog,
        ])
    func amongOthers(start: Workload.Start) throws {
        let workload = Workload.ownCategory(start)
        let trial = try ProcessTrial(workload)
        let states = try trial.states(Self.own)
        var (tried, acknowledged) = (0, 0)
        // There the log has been read before, so there are not as many reads as in a run alone.
        for point in trial.points(few: 1, most: start == .fullLog ? 100 : .max) {
            let label = "\(workload.name): killed in place of \(point)"
            try trial.inFolder { _, path in
                var group = try Group(
                    path, others: 1 + point.place % 7, isLogRead: start == .fullLog,
                    "\(point.call):signal=SIGKILL:when=\(point.place)")
                do { try group.carryOut(workload) } catch { throw Problem(description: "\(label): \(error)") }
                if group.isVictimKilled { tried += 1 }
                acknowledged += group.titles.count
                _ = try ProcessTrial.opened(path)
                let file = try SQLiteFile(path)
                #expect(states[group.victimReplies...].contains(try Self.own(path)), "\(label)")
                let found = try file.rows("SELECT title FROM todos WHERE title LIKE 'other %' ORDER BY title")
                #expect(found.map { $0[0] } == group.titles.sorted(), "\(label)")
                // The log has been copied into the file while all were there.
                let before = trial.files["s.sqlite"]?.count ?? 0
                if start == .fullLog { #expect(group.fileSize > before, "\(label)") }
            }
        }
        print("\(workload.name): \(tried) crash points, \(acknowledged) requests of others")
        #expect(acknowledged > 0 && (tried > 0 || !Sample.isWhole))
    }

    struct Problem: Error, CustomStringConvertible { let description: String }

    /// The todos of the process that is killed, in their order.
    private static func own(_ path: String) throws -> [[String]] {
        try SQLiteFile(path).rows(
            """
            SELECT t.title, isCompleted, isToday FROM todos t JOIN sections s ON s.id = t.section \
            WHERE s.title = 'T' ORDER BY t.place
            """)
    }
}

/// Several processes that use a store at once, of which one is going to be killed.
private struct Group {
    private let victim: ServerProcess
    private let others: [ServerProcess]
    /// How many requests were acknowledged to the one, and which todos to the others.
    private(set) var victimReplies = 0
    private(set) var titles: [String] = []
    private(set) var isVictimKilled = false
    /// Of the store, in bytes, before the last process has ended.
    private(set) var fileSize = 0
    private let path: String

    /// - Parameter isLogRead: whether one of the others has opened the store, and with it read the log that was left.
    init(_ path: String, others: Int, isLogRead: Bool, _ fault: String) throws {
        self.path = path
        self.others = try (0..<others).map { _ in try ServerProcess(["--store", path]) }
        if isLogRead { _ = try self.others[0].result("sections.list") }
        victim = try Traced.server(["--store", path], fault, log: "/dev/null")
    }

    mutating func carryOut(_ workload: Workload) throws {
        var isAlive = true
        for (round, lines) in workload.linesOfTurns().enumerated() {
            if isAlive { isAlive = (try? victim.send(lines)) != nil }
            for (number, other) in others.enumerated() {
                titles.append("other \(number) \(round)")
                // Long ones, for a full log to be copied into the file.
                let detail = String(repeating: "d", count: 100_000)
                let place = #""category":"O\#(number)","detail":"\#(detail)""#
                try other.request("todo.create", #"{"title":"other \#(number) \#(round)",\#(place)}"#)
            }
            for _ in workload.turns[round] where isAlive {
                if (try? victim.next()) == nil { isAlive = false } else { victimReplies += 1 }
            }
            for other in others {
                let reply = try other.next()
                guard reply["result"] != nil else { throw CrashPointTests.Problem(description: reply.text) }
            }
        }
        fileSize = try Files.size(of: path)
        victim.closeInput()
        isVictimKilled = try victim.exitStatus() == 128 + 9
        for other in others {
            other.closeInput()
            guard try other.exitStatus() == 0 else { throw CrashPointTests.Problem(description: "another one broke") }
        }
    }
}
