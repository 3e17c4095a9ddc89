import EventLoop
import JSON
import PetService
import Testing
import TodoAPI
import TodoCore
import TodoStore

@testable import TodoServer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A whole session of the real server in this process: all that a client sends, and all that it gets. The moment never
/// passes, the day is always the same and there is no network, so that the same requests always get the same replies.
enum Conversation {
    private static let name = "k3v9x2w7q4m8t6r5p2n3"
    static let now = Timestamp(milliseconds: 1_893_488_400_000)

    /// The lines that the server writes when it is sent these all at once.
    static func lines(_ requests: [String], handlers: Handlers = .standard) throws -> [String] {
        let (input, output) = (TemporaryFile(requests.map { $0 + "\n" }.joined()), TemporaryFile(""))
        try run(on: try EventLoop(), input.descriptor, output, handlers)
        return output.lines
    }

    /// The lines that the server writes after each of these, when each is sent after the answer to the one before.
    static func exchange(_ requests: [String]) throws -> [[String]] {
        let output = TemporaryFile("")
        let loop = try EventLoop()
        let dialogue = Dialogue(requests, output, loop)
        dialogue.goOn()
        try run(on: loop, dialogue.input, output, .standard)
        return dialogue.answers
    }

    private static func run(
        on loop: EventLoop, _ input: Int32, _ output: TemporaryFile, _ handlers: Handlers
    ) throws {
        let manager = TodoManager(
            .memory, session: name, loop: loop, calendar: .inUTC(at: now), clock: { now })
        let pets = PetService(
            try PetConfiguration(
                catAPI: "http://127.0.0.1:9", dogAPI: "http://127.0.0.1:9", catKey: nil, dogKey: nil,
                cacheDirectory: Repository.root + "/.build/contract-pets"),
            loop: loop)
        let session = Session(
            input: input, output: dup(output.descriptor), manager: manager, pets: pets, loop: loop, log: Log(.error),
            options: SessionOptions(
                version: Version.text, messageLimit: 64 << 20, language: .english, sessionName: name))
        session.assumeIsolated { session in
            session.handlers = handlers
            session.start()
        }
        loop.run()
        pets.assumeIsolated { $0.stop() }
        manager.assumeIsolated { $0.close() }
    }

    /// The replies to these requests: method, and params as JSON text.
    static func replies(
        _ requests: [(method: String, params: String?)], handlers: Handlers = .standard
    ) throws -> [JSONValue] {
        let lines = requests.enumerated().map { number, request in
            let params = request.params.map { ",\"params\":\($0)" } ?? ""
            return "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(request.method)\"\(params)}"
        }
        let answers = try Self.lines(lines, handlers: handlers).map { try JSONValue(parsing: Array($0.utf8)) }
        let replies = answers.filter { $0["id"] != nil }
        for reply in replies {
            guard let number = reply["id"]?.integer, requests.indices.contains(Int(number)) else { continue }
            expectListed(reply, requests[Int(number)].method, handlers)
        }
        return replies
    }

    /// Whatever a test is about: an error is one of those that its method is said to have.
    private static func expectListed(_ reply: JSONValue, _ name: String, _ handlers: Handlers) {
        guard let code = reply["error"]?["code"]?.integer,
            let method = handlers.descriptions.first(where: { $0.name == name })
        else { return }
        let listed = (ErrorKind.ofEveryRequest + method.failures).map(\.code)
        #expect(listed.contains(code), "\(name) does not list \(reply.text)")
    }

    /// The OpenRPC document of the server.
    static func document(_ handlers: Handlers = .standard) throws -> JSONValue {
        handlers.document(on: try EventLoop())
    }
}

/// Sends line after line, each after the answer to the one before.
private final class Dialogue {
    private static let pause: UInt64 = 1_000_000

    let input: Int32
    private let end: Int32
    private let requests: [String]
    private let output: TemporaryFile
    private let loop: EventLoop
    /// How many of the lines that were written belong to each request that was sent.
    private var counts: [Int] = []

    init(_ requests: [String], _ output: TemporaryFile, _ loop: EventLoop) {
        var ends: [Int32] = [-1, -1]
        precondition(unsafe pipe(&ends) == 0, "no pipe")
        (input, end) = (ends[0], ends[1])
        self.requests = requests
        self.output = output
        self.loop = loop
    }

    deinit { close(input) }

    /// The lines by request.
    var answers: [[String]] {
        let lines = output.lines
        return counts.indices.map { place in
            Array(lines[counts[place]..<(place + 1 < counts.count ? counts[place + 1] : lines.count)])
        }
    }

    /// Sends the next line if the one before is answered, and looks again in a moment.
    func goOn() {
        if let last = answers.last, last.isEmpty, Transcript.isAnswered(requests[counts.count - 1]) {
            // Not yet.
        } else if counts.count < requests.count {
            let next = requests[counts.count]
            counts.append(output.lines.count)
            Repository.write(Array((next + "\n").utf8), to: end)
        } else {
            close(end)
            return
        }
        loop.after(nanoseconds: Self.pause) { [self] in goOn() }
    }
}

/// A file without a name, gone when it is closed.
private final class TemporaryFile {
    let descriptor: Int32

    init(_ text: String) {
        var template = Array("/tmp/todo-server-XXXXXX".utf8CString)
        descriptor = unsafe mkstemp(&template)
        precondition(descriptor >= 0, "no temporary file")
        _ = unsafe unlink(template)
        Repository.write(Array(text.utf8), to: descriptor)
        rewind()
    }

    deinit { close(descriptor) }

    /// What is in it, read without moving the place that is written to.
    var lines: [String] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        return bytes.prefix(max(count, 0)).split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func rewind() { lseek(descriptor, 0, SEEK_SET) }
}
