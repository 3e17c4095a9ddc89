import EventLoop
import JSON
import PetService
import TestSupport
import Testing
import TodoAPI
import TodoCore

@testable import TodoServer
@testable import TodoStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs a session on the calling thread, from the first request to the end of the input: what the executable does,
/// without the process. Its requests come from a file and its replies go to one, so nothing depends on timing; its clock
/// stands still, so that two runs of the same requests give the same bytes.
struct SessionRun {
    /// The time of everything.
    static let time = Timestamp(milliseconds: 1_718_400_000_000)

    /// One reply for each request, in their order.
    let replies: [JSONValue]

    /// - Parameters:
    ///   - requests: lines. A notification between them ends a turn, and so its transaction.
    ///   - folder: for the files of requests and replies.
    ///   - goesOn: called when all is answered; whether one more todo is made in the same store before it is closed.
    init(
        _ requests: [String], on store: StoreLocation, in folder: TemporaryFolder, goesOn: () -> Bool = { false }
    ) throws {
        let (questions, answers) = (folder.file("requests"), folder.file("replies"))
        try Files.write(Array(requests.map { $0 + "\n" }.joined().utf8), to: questions)
        try Files.write([], to: answers)
        let input = unsafe open(questions, O_RDONLY | O_CLOEXEC)
        let output = unsafe open(answers, O_WRONLY | O_CLOEXEC)
        defer { for descriptor in [input, output] { close(descriptor) } }
        try #require(input >= 0 && output >= 0)
        let loop = try EventLoop()
        let manager = TodoManager(store, session: "run", loop: loop, clock: { Self.time })
        let pets = PetService(try PetConfiguration(cacheDirectory: folder.file("pets")), loop: loop)
        let session = Session(
            input: input, output: output, manager: manager, pets: pets, loop: loop, log: Log(.error),
            options: SessionOptions(version: "1", messageLimit: 1 << 26, language: .english, sessionName: "run"))
        session.assumeIsolated { $0.start() }
        loop.run()
        defer { manager.assumeIsolated { $0.close() } }
        if goesOn() { try manager.assumeIsolated { try Self.goOn($0.store) } }
        replies = try Files.contents(of: answers).split(separator: UInt8(ascii: "\n")).map {
            try JSONValue(parsing: Array($0))
        }
    }

    private static func goOn(_ store: TodoStore) throws {
        try store.begin(.writing, at: time)
        _ = try store.create(NewTodo(title: "afterwards", category: "Home"), at: time)
        try store.commit()
    }
}

extension JSONValue {
    /// Whether a request was refused since the store could not be used.
    var isUnavailable: Bool { self["error"]?["code"]?.integer == 503 }
}
