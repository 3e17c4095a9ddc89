import JSON
import TestSupport
import Testing
import TodoStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The real executable, under strace, which makes the n-th system call of a kind fail or kills the process in its place.
enum Traced {
    /// What became of a run.
    struct Outcome {
        let replies: [JSONValue]
        let status: Int32
        /// Whether what was to fail was reached, and failed.
        var isInjected = false

        /// Those of requests that were carried out, without the moments in them, which differ from run to run.
        var answers: [String] { replies.filter { !$0.isUnavailable }.map(\.withoutTimes) }
    }

    /// Whether strace is here and may trace: not on every system, and not in every container.
    static let isPossible: Bool = {
        (try? TemporaryFolder.with { folder in
            let fault = "openat:error=EMFILE:when=60000"
            let server = try server(["--version"], fault, log: folder.file("log"))
            return try server.exitStatus() == 0
        }) ?? false
    }()

    /// - Parameters:
    ///   - fault: as `strace -e inject=` takes it.
    ///   - log: where the calls of that kind are written down.
    static func server(_ arguments: [String], _ fault: String, log: String) throws -> ServerProcess {
        let call = fault.prefix { $0 != ":" }
        let strace = ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)", "-e", "inject=\(fault)"]
        return try ServerProcess(arguments, wrapper: strace)
    }

    /// A whole workload, one turn after the other.
    static func run(_ workload: Workload, _ store: String, _ fault: String) throws -> Outcome {
        let log = store + ".log"
        var outcome = try outcome(of: workload, server(["--store", store], fault, log: log))
        outcome.isInjected = try Files.text(of: log).contains("(INJECTED)")
        return outcome
    }

    static func outcome(of workload: Workload, _ server: ServerProcess) throws -> Outcome {
        var replies: [JSONValue] = []
        // A process that is gone shows in its status, and in the replies that are missing.
        try? carryOut(workload, server, &replies)
        server.closeInput()
        replies += try server.rest(mayBeCut: true)
        return Outcome(replies: replies, status: try server.exitStatus())
    }

    private static func carryOut(
        _ workload: Workload, _ server: ServerProcess, _ replies: inout [JSONValue]
    ) throws {
        for (turn, lines) in zip(workload.turns, workload.linesOfTurns()) {
            try server.send(lines.split(separator: "\n").map { server.framed(String($0)) }.joined())
            for _ in turn { replies.append(try server.next()) }
        }
    }

    /// Which calls of each kind are made from a moment on, counted from 1.
    typealias Places = [String: ClosedRange<Int>]

    /// The calls from when the store is at hand, and those from when the client is waited for: what comes before is the
    /// start of the process.
    static func places(
        _ workload: Workload, _ files: [String: [UInt8]]
    ) throws -> (withStore: Places, withClient: Places) {
        try TemporaryFolder.with { folder in
            let (store, log) = (folder.file("s.sqlite"), folder.file("log"))
            try folder.fill(files)
            let strace = ["strace", "-qq", "-o", log]
            let server = try ServerProcess(["--store", store], wrapper: strace)
            var replies: [JSONValue] = []
            try carryOut(workload, server, &replies)
            server.closeInput()
            try #require(server.exitStatus() == 0 && replies.count == workload.requestCount)
            let lines = try Files.text(of: log).split(separator: "\n")
            // The start of the process names the store too, among its arguments.
            return (
                places(lines) { $0.contains(store) && !$0.hasPrefix("execve(") },
                places(lines) { $0.hasPrefix("poll(") }
            )
        }
    }

    private static func places(_ lines: [Substring], from isFirst: (Substring) -> Bool) -> Places {
        var counts: [String: Int] = [:]
        var firsts: [String: Int] = [:]
        var isAtHand = false
        for line in lines {
            // Otherwise it tells of the end of the process.
            guard let call = line.prefixMatch(of: /(\w+)\(/).map({ String($0.1) }) else { continue }
            isAtHand = isAtHand || isFirst(line)
            counts[call, default: 0] += 1
            if isAtHand && firsts[call] == nil { firsts[call] = counts[call] }
        }
        return firsts.reduce(into: [:]) { $0[$1.key] = $1.value...(counts[$1.key] ?? $1.value) }
    }
}

/// A workload for a process, and what the store holds after each of its requests.
struct ProcessTrial {
    let workload: Workload
    /// The files of the store at the start.
    let files: [String: [UInt8]]
    let (withStore, withClient): (Traced.Places, Traced.Places)

    init(_ workload: Workload) throws {
        self.workload = workload
        files = try workload.files()
        (withStore, withClient) = try Traced.places(workload, files)
    }

    /// All calls with the store that are reached, or a few of them.
    /// - Parameter most: so many of a kind, from the first one on.
    func points(few: Int, most: Int = .max, where isMeant: (String) -> Bool = { _ in true }) -> [Point] {
        let all = withStore.filter { isMeant($0.key) }.sorted { $0.key < $1.key }.flatMap { call, reached in
            reached.prefix(most).map { Point(call: call, place: $0) }
        }
        return Sample.isWhole ? all : Array(all.shuffled().prefix(few))
    }

    struct Point: CustomStringConvertible {
        let call: String
        let place: Int

        var description: String { "\(call) \(place)" }
    }

    func inFolder<Result>(_ body: (TemporaryFolder, String) throws -> Result) throws -> Result {
        try TemporaryFolder.with { folder in
            try folder.fill(files)
            return try body(folder, folder.file("s.sqlite"))
        }
    }

    /// The store before, and after each request.
    func states() throws -> [StoreContents] {
        try states { try StoreContents($0, times: false) }
    }

    func states<State>(_ look: (String) throws -> State) throws -> [State] {
        try inFolder { folder, path in
            _ = try Self.opened(path)
            var states = [try look(path)]
            for request in workload.turns.joined() {
                let part = Workload(name: workload.name, start: workload.start, turns: [[request]])
                _ = try SessionRun(part.lines(), on: .file(path), in: folder)
                states.append(try look(path))
            }
            return states
        }
    }

    typealias Expected = (contents: StoreContents, answers: [String])

    /// The store after all requests but those, and what these are answered.
    func expected(without refused: Set<Int> = []) throws -> Expected {
        try inFolder { folder, path in
            let run = try SessionRun(workload.lines(without: refused), on: .file(path), in: folder)
            return (try Self.opened(path), run.replies.map(\.withoutTimes))
        }
    }

    /// What the next start makes of the files.
    static func opened(_ path: String) throws -> StoreContents {
        let store = TodoStore(.file(path))
        try store.begin(.reading, at: SessionRun.time)
        store.close()
        return try StoreContents(path, times: false)
    }
}

extension JSONValue {
    /// Its text, with every moment in it made the same one.
    fileprivate var withoutTimes: String { text.replacing(/"\d{4}-\d\d-\d\dT[^"]*"/, with: "time") }
}
