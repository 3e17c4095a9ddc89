import JSON
import TestSupport
import Testing

/// System calls of the real process that fail: to the files, those before SQLite too, and to the client's pipes.
@Suite("System calls that fail", .blocking, .enabled(if: Traced.isPossible, "needs strace"))
struct SystemCallTests {
    /// What calls to files may answer. Locks are left to the tests of SQLite's layer: here giving one up would fail too,
    /// which no system does, and SQLite could never take it again.
    private static let errors = [
        "openat": ["EMFILE", "EIO"], "newfstatat": ["EIO"], "fchmod": ["EIO"], "fsync": ["EIO", "EINTR"],
        "fdatasync": ["EIO", "EINTR"], "pread64": ["EIO", "EINTR"], "pwrite64": ["ENOSPC", "EDQUOT", "EINTR", "EIO"],
        "ftruncate": ["EIO", "EINTR"], "unlink": ["EACCES"], "close": ["EINTR"], "fchown": ["EPERM"],
    ]

    @Test(
        "A process with a fault does what one does that never got the requests that were refused",
        arguments: [
            Workload.firstStart, .migration, .everything, .long, .checkpoint,
        ])
    func files(workload: Workload) throws {
        let trial = try ProcessTrial(workload)
        var (tried, refusals) = (0, 0)
        var points = 0
        var known: [Set<Int>: ProcessTrial.Expected] = [:]
        for point in trial.points(few: 6, where: { Self.errors[$0] != nil }) {
            for error in Sample.of(Self.errors[point.call] ?? []) {
                points += 1
                guard let refused = try fail(point, error, trial, &known) else { continue }
                // SQLite takes bytes that cannot be read for damaged ones, and what is damaged is not written to again.
                let sticks = point.call == "pread64" && error == "EIO"
                #expect(refused.count <= 1 || sticks, "\(workload.name): \(point) fails with \(error): \(refused)")
                (tried, refusals) = (tried + 1, refusals + refused.count)
            }
        }
        print("\(workload.name): \(tried) of \(points) system calls failed, \(refusals) requests refused")
        #expect(Sample.suffices(tried, of: points))
    }

    /// Gives which requests were refused; nil where the call was not made.
    private func fail(
        _ point: ProcessTrial.Point, _ error: String, _ trial: ProcessTrial,
        _ known: inout [Set<Int>: ProcessTrial.Expected]
    ) throws -> Set<Int>? {
        let label = "\(trial.workload.name): \(point) fails with \(error)"
        return try trial.inFolder { _, path in
            let run = try Traced.run(trial.workload, path, "\(point.call):error=\(error):when=\(point.place)")
            try #require(run.replies.count == trial.workload.requestCount && run.status == 0, "\(label): \(run)")
            let refused = Set(run.replies.indices.filter { run.replies[$0].isUnavailable })
            let (found, wanted) = (
                try ProcessTrial.opened(path), try known[refused] ?? trial.expected(without: refused)
            )
            known[refused] = wanted
            #expect(found == wanted.contents, "\(label): \(found.difference(from: wanted.contents))")
            #expect(run.answers == wanted.answers, "\(label)")
            return run.isInjected ? refused : nil
        }
    }

    @Test(
        "A pipe that is interrupted or not ready costs no reply",
        arguments: [
            "read:error=EINTR", "read:error=EAGAIN", "write:error=EINTR", "write:error=EAGAIN", "poll:error=EINTR",
            "poll:error=EAGAIN",
        ])
    func pipes(error: String) throws {
        let trial = try ProcessTrial(.everything)
        let wanted = try trial.expected()
        let reached = try #require(trial.withClient[String(error.prefix { $0 != ":" })])
        let places = Sample.isWhole ? Array(reached) : Array(reached.shuffled().prefix(3))
        var injected = 0
        for place in places {
            try trial.inFolder { _, path in
                let run = try Traced.run(trial.workload, path, "\(error):when=\(place)")
                #expect(run.status == 0 && run.answers == wanted.answers, "\(error), \(place)")
                #expect(try ProcessTrial.opened(path) == wanted.contents, "\(error), \(place)")
                if run.isInjected { injected += 1 }
            }
        }
        print("\(error): \(injected) of \(places.count) calls")
        #expect(Sample.suffices(injected, of: places.count))
    }

    @Test("Nobody reads any more: the process ends quietly, and every request is done wholly or not at all")
    func broken() throws {
        let trial = try ProcessTrial(.everything)
        let states = try trial.states()
        var broken = 0
        for place in Sample.places(try #require(trial.withClient["write"]), trial.workload) {
            try trial.inFolder { _, path in
                let run = try Traced.run(trial.workload, path, "write:error=EPIPE:when=\(place)")
                #expect(run.status <= 1)
                #expect(states[run.replies.count...].contains(try ProcessTrial.opened(path)))
                if run.isInjected { broken += 1 }
            }
        }
        #expect(broken > 0)
    }

    @Test("A new store's folder is synced before the first reply: otherwise a power cut may take the file as a whole")
    func folder() throws {
        try TemporaryFolder.with { folder in
            let log = folder.file("log")
            try Files.makeFolder(folder.file("new"))
            let strace = ["strace", "-qq", "-o", log, "-e", "trace=openat,fsync,write"]
            let server = try ServerProcess(["--store", folder.file("new/s.sqlite")], wrapper: strace)
            _ = try server.result("todo.create", #"{"title":"t"}"#)
            server.closeInput()
            #expect(try server.exitStatus() == 0)
            let lines = try Files.text(of: log).split(separator: "\n")
            let made = try #require(lines.firstIndex { $0.contains(#"new/s.sqlite", "#) && $0.contains("O_CREAT") })
            let reply = try #require(lines.firstIndex { $0.hasPrefix("write(") && $0.contains("jsonrpc") })
            let opened = try #require(lines[made...].firstIndex { $0.contains(#"/new", O_RDONLY"#) })
            let descriptor = try #require(lines[opened].split(separator: " ").last)
            let synced = try #require(lines[opened...].firstIndex { $0.hasPrefix("fsync(\(descriptor))") })
            #expect(synced < reply)
        }
    }
}
