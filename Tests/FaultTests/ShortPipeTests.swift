import JSON
import TestSupport
import Testing

/// The client's pipes carry over less than was asked of them, at any call of the real process and at every call from there.
///
/// `FAULTS=all` tries every call, otherwise a sample is tried.
@Suite("Pipes that carry over a few bytes", .blocking, .enabled(if: ShortPipe.isPossible, "needs to trace a process"))
struct ShortPipeTests {
    @Test(
        "A pipe that carries over a few bytes at a time costs nothing",
        arguments: ["read", "write"], [ServerProcess.Framing.lines, .headers])
    func pipes(call: String, framing: ServerProcess.Framing) throws {
        let trial = try ProcessTrial(.everything)
        let wanted = try trial.expected()
        let (_, count, _) = try trial.inFolder { _, path in
            try ShortPipe(call: call, first: 0, last: 0, bytes: 1, framing: framing).run(trial.workload, path)
        }
        // One at least for each turn.
        try #require(count >= trial.workload.turns.count)
        var cuts = 0
        let runs = Self.runs(call, count, framing)
        for short in runs {
            try trial.inFolder { _, path in
                let (outcome, _, cut) = try short.run(trial.workload, path)
                #expect(outcome.status == 0, "\(short)")
                #expect(outcome.answers == wanted.answers, "\(short)")
                #expect(try ProcessTrial.opened(path) == wanted.contents, "\(short)")
                if short.first == 1 && short.last == .max { #expect(cut > count, "\(short)") }
                cuts += cut
            }
        }
        print("\(call), \(framing): \(runs.count) runs of \(count) calls, \(cuts) cut")
        #expect(cuts > runs.count)
    }

    /// Of a whole trial: each call alone, and each with all that follow. Of a sample: all calls, and one.
    private static func runs(_ call: String, _ count: Int, _ framing: ServerProcess.Framing) -> [ShortPipe] {
        let any = Int.random(in: 1...count)
        let ranges =
            Sample.isWhole ? (1...count).flatMap { [$0...$0, $0...Int.max] } : [1...Int.max, any...any]
        return ranges.flatMap { range in
            Sample.of([1, 7, 100]).map { bytes in
                ShortPipe(call: call, first: range.lowerBound, last: range.upperBound, bytes: bytes, framing: framing)
            }
        }
    }
}

/// The real executable behind a pipe that carries over at most some bytes at its calls from one to another, counted from 1.
private struct ShortPipe: CustomStringConvertible {
    let call: String
    let first: Int
    let last: Int
    let bytes: Int
    let framing: ServerProcess.Framing

    var description: String { "\(call) \(first) to \(last), \(bytes) bytes, \(framing)" }

    /// Whether a process may be followed: not on every system, and not in every container. Nothing is cut to find out.
    static let isPossible: Bool = {
        // One that is not there is for the tests to complain of.
        guard let tool = try? ServerProcess.built("short-io") else { return true }
        let server = try? ServerProcess(["--version"], wrapper: [tool, "write", "0", "0", "1"])
        return (try? server?.exitStatus()) == 0
    }()

    /// What becomes of a workload, how many of the calls there were, and how many of them were cut.
    func run(_ workload: Workload, _ store: String) throws -> (outcome: Traced.Outcome, calls: Int, cut: Int) {
        let wrapper = [try ServerProcess.built("short-io"), call, "\(first)", "\(last)", "\(bytes)"]
        let server = try ServerProcess(["--store", store], framing: framing, wrapper: wrapper)
        let outcome = try Traced.outcome(of: workload, server)
        let said = try server.errors(containing: "short-io: ")
        let found = try #require(said.firstMatch(of: /short-io: (\d+) calls, (\d+) cut/))
        return (outcome, try #require(Int(found.1)), try #require(Int(found.2)))
    }
}
