internal import CSystem
internal import EventLoop
internal import PetService
internal import TodoAPI
internal import TodoCore
internal import TodoStore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The process: puts the parts together and runs them until the session is over.
package enum Server {
    /// Does what the command line asks for.
    /// - Parameters:
    ///   - arguments: with the program's name.
    ///   - environment: `NAME: value`.
    /// - Returns: the exit status: 0, 1 when the client broke off or the process cannot do what it should, 2 for a wrong
    ///   option.
    package static func main(arguments: [String], environment: [String: String]) -> Int32 {
        let environment = Environment(environment)
        switch Options.parse(Array(arguments.dropFirst()), environment) {
        case .print(let text):
            return show(text) ? 0 : 1
        case .describe:
            guard let loop = try? EventLoop() else { return 1 }
            return show(Handlers.standard.document(on: loop).indentedText) ? 0 : 1
        case .check(let file, let messageLimit): return RequestCheck.run(file, messageLimit: messageLimit)
        case .maintain(let task, let store):
            holdStandardDescriptors()
            return task.run(on: store)
        case .refuse(let reason):
            say("todo-server: \(reason)\n", on: 2)
            return 2
        case .serve(let options):
            do {
                return try serve(options, try options.pets(environment))
            } catch {
                say("todo-server: cannot start: \(error)\n", on: 2)
                return 1
            }
        }
    }

    private static func serve(_ options: Options, _ petConfiguration: PetConfiguration) throws -> Int32 {
        holdStandardDescriptors()
        SQLiteProcess.useOneThread()
        let loop = try EventLoop()
        let log = Log(options.logLevel)
        let session = randomName()
        let manager = TodoManager(options.store, session: session, historyLimit: options.historyLimit, loop: loop)
        if options.isSample { fill(manager, log) }
        let pets = PetService(petConfiguration, loop: loop)
        let client = Session(
            input: 0, output: takeStandardOutput(), manager: manager, pets: pets, loop: loop, log: log,
            options: SessionOptions(
                version: Version.text, messageLimit: options.messageLimit, language: options.language,
                sessionName: session))
        try handleSignals(loop) { client.assumeIsolated { $0.terminate() } }
        greet()
        client.assumeIsolated { $0.start() }
        loop.run()
        pets.assumeIsolated { $0.stop() }
        manager.assumeIsolated { $0.close() }
        return client.assumeIsolated { $0.exitStatus }
    }

    private static func fill(_ manager: TodoManager, _ log: Log) {
        let failure: StoreFailure? = manager.assumeIsolated { manager in
            do throws(StoreFailure) { try manager.fillWithSample() } catch { return error }
            return nil
        }
        if let failure { log.write(.warning, "no sample: \(failure.path): \(failure.reason.rawValue)") }
    }

    /// Where the parent has closed one of the three, the next file that is opened would get its number, and be read or
    /// written as if it were the client.
    private static func holdStandardDescriptors() {
        var descriptor: Int32
        repeat { descriptor = unsafe csystem_open("/dev/null", O_RDWR, 0) } while 0...2 ~= descriptor
        if descriptor > 2 { close(descriptor) }
    }

    /// Takes standard output away from everything else in the process, so that no stray line gets between the replies.
    private static func takeStandardOutput() -> Int32 {
        let own = csystem_duplicate(1)
        dup2(2, 1)
        return own
    }

    private static func handleSignals(_ loop: EventLoop, _ end: @escaping () -> Void) throws(EventLoopFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe csystem_pipe(&ends) == 0, csystem_handle_signals(ends[1]) == 0 else {
            throw EventLoopFailure(errno: csystem_errno())
        }
        _ = loop.watch(ends[0], for: .readable) { _ in end() }
    }

    /// Somebody who starts the server in a terminal would wait for a prompt.
    private static func greet() {
        guard isatty(0) == 1 else { return }
        say(
            """
            todo-server speaks JSON-RPC 2.0 on standard input and output: type one request a line, Ctrl-D ends.
            Try {"jsonrpc":"2.0","id":1,"method":"\(SectionsList.name)"} or start it with --help.

            """, on: 2)
    }

    /// Writes what was asked for to standard output; if that fails, says so.
    static func show(_ text: String) -> Bool {
        if say(text, on: 1) { return true }
        let reason = systemError(errno)
        say("todo-server: cannot write: \(reason)\n", on: 2)
        return false
    }

    /// - Returns: whether all of it was written; if not, `errno` says why.
    @discardableResult
    static func say(_ text: String, on descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while rest.count > 0 {
                let written = unsafe write(descriptor, rest.baseAddress, rest.count)
                if written < 0 {
                    switch errno {
                    case EINTR: continue
                    case EAGAIN, EWOULDBLOCK: wait(for: descriptor, POLLOUT)
                    default: return false
                    }
                } else {
                    unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                }
            }
            return true
        }
    }

    /// Waits until a descriptor is ready that does not wait by itself.
    static func wait(for descriptor: Int32, _ events: Int32) {
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = unsafe poll(&polled, 1, -1)
    }

    /// What the system says of an error.
    static func systemError(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

    private static func randomName() -> String {
        let digits = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return String((0..<20).map { _ in digits[Int.random(in: digits.indices)] })
    }
}
