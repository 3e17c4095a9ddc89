import EventLoop
import JSON
import PetService
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
    static let now = Timestamp(milliseconds: 1_893_488_400_000)
    static let today = Day(
        date: DueDate(year: 2030, month: 1, day: 1) ?? .first, start: Timestamp(milliseconds: 1_893_456_000_000),
        end: Timestamp(milliseconds: 1_893_542_400_000))

    /// The lines that the server writes when it is sent these.
    static func lines(_ requests: [String], handlers: Handlers = .standard) throws -> [String] {
        let input = TemporaryFile(requests.map { $0 + "\n" }.joined())
        let output = TemporaryFile("")
        let loop = try EventLoop()
        let manager = TodoManager(.memory, loop: loop, calendar: LocalCalendar { _ in today }, clock: { now })
        let pets = PetService(
            try PetConfiguration(
                catAPI: "http://127.0.0.1:9", dogAPI: "http://127.0.0.1:9", catKey: nil, dogKey: nil,
                cacheDirectory: "/tmp/todo-server-contract-\(getpid())"),
            loop: loop)
        let session = Session(
            input: input.descriptor, output: dup(output.descriptor), manager: manager, pets: pets, loop: loop,
            log: Log(.error),
            options: SessionOptions(
                version: Version.text, messageLimit: 64 << 20, language: .english, sessionName: "k3v9x2w7q4m8t6r5p2n3"))
        session.assumeIsolated { session in
            session.handlers = handlers
            session.start()
        }
        loop.run()
        pets.assumeIsolated { $0.stop() }
        manager.assumeIsolated { $0.close() }
        return output.text.split(separator: "\n").map(String.init)
    }

    /// The replies to these requests: method, and params as JSON text.
    static func replies(
        _ requests: [(method: String, params: String?)], handlers: Handlers = .standard
    ) throws -> [JSONValue] {
        let lines = requests.enumerated().map { number, request in
            let params = request.params.map { ",\"params\":\($0)" } ?? ""
            return "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(request.method)\"\(params)}"
        }
        return try Self.lines(lines, handlers: handlers).map { try JSONValue(parsing: Array($0.utf8)) }
    }

    /// The OpenRPC document of the server.
    static func document(_ handlers: Handlers = .standard) throws -> JSONValue {
        handlers.document(on: try EventLoop())
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
        Files.write(Array(text.utf8), to: descriptor)
        rewind()
    }

    deinit { close(descriptor) }

    var text: String {
        rewind()
        return String(decoding: Files.read(descriptor), as: UTF8.self)
    }

    private func rewind() { lseek(descriptor, 0, SEEK_SET) }
}
