import CSystem
import JSON

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server process with a pipe to either side.
final class ModelServer {
    let process: Int32
    private let input: Int32
    private let output: Int32
    private let lifeline: Int32
    private var received: [UInt8] = []
    private(set) var isRunning = true
    private var counter = 0
    /// The last revision that it told.
    private(set) var told: Int64 = 0

    /// Starts one. Replies that do not come within this time are taken for lost.
    static let patience: Int32 = 30_000

    init(_ arguments: [String]) throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [[Int32]] = []
        for _ in 0..<3 {
            var pair: [Int32] = [-1, -1]
            guard unsafe csystem_pipe(&pair) == 0 else { throw ModelFailure("no pipe") }
            ends.append(pair)
        }
        csystem_set_nonblocking(ends[0][0], 0)
        csystem_set_nonblocking(ends[0][1], 0)
        csystem_set_nonblocking(ends[1][1], 0)
        defer { for end in [ends[0][0], ends[1][1], ends[2][0]] { close(end) } }
        (input, output, lifeline) = (ends[0][1], ends[1][0], ends[2][1])
        let words = unsafe ([try Self.executable()] + arguments).map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        let texts = unsafe words.map { unsafe $0.map { unsafe UnsafePointer($0) } } + [nil]
        let without: [UnsafePointer<CChar>?] = unsafe [nil]
        var process: pid_t = 0
        let failed = unsafe csystem_spawn(&process, texts, [ends[0][0], ends[1][1], 2, ends[2][0]], without)
        guard failed == 0 else { throw ModelFailure("the server cannot be started: \(failed)") }
        self.process = process
    }

    deinit {
        kill()
        for end in [input, output, lifeline] { close(end) }
    }

    /// The one that SERVER names, else the one beside the tests.
    private static func executable() throws -> String {
        if let named = unsafe getenv("SERVER") { return unsafe String(cString: named) }
        var buffer: [UInt8] = Array(repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let own =
            CommandLine.arguments.filter { $0.contains(".xctest") } + [
                String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            ]
        for path in own {
            let bundle = path[..<(path.firstRange(of: ".xctest")?.lowerBound ?? path.endIndex)]
            guard let slash = bundle.lastIndex(of: "/") else { continue }
            let server = bundle[..<slash] + "/todo-server"
            if unsafe access(String(server), X_OK) == 0 { return String(server) }
        }
        throw ModelFailure("todo-server is not beside \(own)")
    }

    // MARK: Talking

    func send(_ text: String) throws {
        let bytes = Array((text + "\n").utf8)
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(input, $0.baseAddress?.advanced(by: sent), bytes.count - sent)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw ModelFailure("the server takes nothing more") }
            sent += count
        }
    }

    /// The next reply; nil at the end of the output. What is told unasked is noted, and must not go backwards.
    func next() throws -> JSONValue? {
        while let line = try nextLine() {
            let message = try JSONValue(parsing: line)
            guard message["method"] != nil else { return message }
            guard let revision = message["params"]?["revision"]?.integer, revision > told else {
                throw ModelFailure("told \(message.text) after \(told)")
            }
            told = revision
        }
        return nil
    }

    private func nextLine() throws -> [UInt8]? {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeSubrange(...end) }
                return Array(received[..<end])
            }
            var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&polled, 1, Self.patience) == 1 else { throw ModelFailure("nothing comes") }
            var portion: [UInt8] = Array(repeating: 0, count: 1 << 16)
            let count = unsafe read(output, &portion, portion.count)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            // The last line of a server that was killed may be a part of one.
            guard count > 0 else { return nil }
            received += portion[..<count]
        }
    }

    /// Sends one request and gives its reply.
    func call(_ method: String, _ params: JSONValue = .object([])) throws -> JSONValue {
        counter += 1
        let request: JSONValue = .object([
            .init("jsonrpc", .string("2.0")), .init("id", .number(String(counter))), .init("method", .string(method)),
            .init("params", params),
        ])
        try send(request.text)
        guard let reply = try next() else { throw ModelFailure("the server is gone: \(method)") }
        guard reply["id"]?.integer == Int64(counter) else { throw ModelFailure("a stray reply: \(reply.text)") }
        return reply
    }

    func result(_ method: String, _ params: JSONValue = .object([])) throws -> JSONValue {
        let reply = try call(method, params)
        guard let result = reply["result"] else { throw ModelFailure("\(method) \(params.text): \(reply.text)") }
        return result
    }

    /// Waits until it has told of a revision.
    func waitToBeTold(_ revision: Int64) throws {
        while told < revision {
            // Nothing else is under way.
            guard let line = try nextLine(), let now = try JSONValue(parsing: line)["params"]?["revision"]?.integer,
                now > told
            else { throw ModelFailure("told something else than revision \(revision)") }
            told = now
        }
        if told > revision { throw ModelFailure("told of revision \(told), not \(revision)") }
    }

    // MARK: Ending

    func kill() {
        guard isRunning else { return }
        _ = signalProcess(SIGKILL)
        wait()
    }

    private func signalProcess(_ number: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.kill(process, number)
        #else
            Darwin.kill(process, number)
        #endif
    }

    private func wait() {
        isRunning = false
        while csystem_reap(process) < 0 { usleep(200) }
    }

    /// Lets it end by itself.
    func terminate() {
        guard isRunning else { return }
        _ = signalProcess(SIGTERM)
        wait()
    }
}
