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
    }

    /// Whether strace is here and may trace: not on every system, and not in every container.
    static let isPossible: Bool = {
        (try? TemporaryFolder.with { folder in
            let store = folder.file("s.sqlite")
            let fault = "openat:error=EMFILE:when=60000"
            return try run(Workload.firstStart, store, fault).status == 0 && Files.isThere(store)
        }) ?? false
    }()

    /// The calls that the server makes to files and to its client. Memory is another matter: a process without is over.
    static let calls = [
        "openat", "read", "write", "close", "newfstatat", "fchmod", "fsync", "fdatasync", "pread64", "pwrite64",
        "ftruncate", "fcntl", "unlink", "poll", "mkdir", "fchown", "dup2",
    ]

    /// - Parameter fault: as `strace -e inject=` takes it.
    static func server(_ arguments: [String], _ fault: String) throws -> ServerProcess {
        let call = fault.prefix { $0 != ":" }
        let strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(fault)"]
        return try ServerProcess(arguments, wrapper: strace)
    }

    /// A whole workload, one turn after the other.
    static func run(_ workload: Workload, _ store: String, _ fault: String) throws -> Outcome {
        try outcome(of: workload, server(["--store", store], fault))
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

    /// Which calls of a kind are made once the store is at hand, counted from 1: what comes before is the start of the
    /// process.
    static func places(_ workload: Workload, _ files: [String: [UInt8]]) throws -> [String: ClosedRange<Int>] {
        try TemporaryFolder.with { folder in
            let (store, log) = (folder.file("s.sqlite"), folder.file("log"))
            try folder.fill(files)
            let strace = ["strace", "-qq", "-o", log, "-e", "trace=" + calls.joined(separator: ",")]
            let server = try ServerProcess(["--store", store], wrapper: strace)
            var replies: [JSONValue] = []
            try carryOut(workload, server, &replies)
            server.closeInput()
            try #require(server.exitStatus() == 0 && replies.count == workload.requestCount)
            return ranges(try Files.text(of: log).split(separator: "\n"), store)
        }
    }

    private static func ranges(_ lines: [Substring], _ store: String) -> [String: ClosedRange<Int>] {
        var counts: [String: Int] = [:]
        var firsts: [String: Int] = [:]
        var isAtHand = false
        for line in lines {
            let call = String(line.prefix { $0 != "(" })
            guard calls.contains(call) else { continue }
            isAtHand = isAtHand || line.contains(store)
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
    let places: [String: ClosedRange<Int>]

    init(_ workload: Workload) throws {
        self.workload = workload
        files = try workload.files()
        places = try Traced.places(workload, files)
    }

    /// All calls that are reached, or a few of them.
    func points(few: Int) -> [Point] {
        let all = places.sorted { $0.key < $1.key }.flatMap { call, reached in
            reached.map { Point(call: call, place: $0) }
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

    /// The store after all requests but those.
    func contents(without refused: Set<Int>) throws -> StoreContents {
        try inFolder { folder, path in
            _ = try SessionRun(workload.lines(without: refused), on: .file(path), in: folder)
            return try Self.opened(path)
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
