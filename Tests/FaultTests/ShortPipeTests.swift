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
        let wanted = try trial.contents(without: [])
        let (usual, count) = try trial.inFolder { _, path in
            try ShortPipe(call: call, first: 0, last: 0, bytes: 1, framing: framing).run(trial.workload, path)
        }
        // One at least for each turn.
        try #require(count >= trial.workload.turns.count)
        var shortened = 0
        let runs = Self.runs(call, count, framing)
        for short in runs {
            try trial.inFolder { _, path in
                let (outcome, calls) = try short.run(trial.workload, path)
                #expect(outcome.status == 0, "\(short)")
                #expect(outcome.replies.map(\.withoutTimes) == usual.replies.map(\.withoutTimes), "\(short)")
                #expect(try ProcessTrial.opened(path) == wanted, "\(short)")
                if calls > count { shortened += 1 }
            }
        }
        print("\(call), \(framing): \(runs.count) runs with short ones of \(count) calls, \(shortened) took more calls")
        #expect(shortened > 0)
    }

    /// One call that is short and all from one on; or the first of all and any one.
    private static func runs(_ call: String, _ count: Int, _ framing: ServerProcess.Framing) -> [ShortPipe] {
        let any = Int.random(in: 1...count)
        let ranges =
            Sample.isWhole
            ? (1...count).flatMap { [$0...$0, $0...Int.max] }
            : [1...Int.max, any...any]
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

    static let isPossible: Bool = {
        (try? TemporaryFolder.with { folder in
            let pipe = ShortPipe(call: "write", first: 1, last: 1, bytes: 1, framing: .lines)
            let (outcome, calls) = try pipe.run(.firstStart, folder.file("s.sqlite"))
            return outcome.status == 0 && calls > 0
        }) ?? false
    }()

    /// What becomes of a workload, and how many of the calls there were.
    func run(_ workload: Workload, _ store: String) throws -> (Traced.Outcome, Int) {
        let wrapper = [try ServerProcess.built("short-io"), call, "\(first)", "\(last)", "\(bytes)"]
        let server = try ServerProcess(["--store", store], framing: framing, wrapper: wrapper)
        let outcome = try Traced.outcome(of: workload, server)
        let count = try server.errors(containing: "short-io: ").firstMatch(of: /short-io: (\d+) calls/)
        return (outcome, try #require(count.flatMap { Int($0.1) }))
    }
}

extension JSONValue {
    /// Its text without the moments in it, which differ from run to run.
    fileprivate var withoutTimes: String { text.replacing(/"\d{4}-\d\d-\d\dT[^"]*"/, with: "time") }
}
