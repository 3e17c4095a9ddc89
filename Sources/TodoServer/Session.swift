internal import CSystem
package import EventLoop
internal import JSON
internal import JSONRPC
package import PetService
package import TodoAPI
internal import TodoCore
internal import TodoStore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One client's session: what arrives is split into messages, carried out in turns, and answered.
///
/// It lives on the event loop's thread, which calls it when a descriptor is ready. The files beside this one hold what a
/// turn does (`Session+Turn`), how one message is carried out (`Session+Perform`) and how replies are framed
/// (`Session+Replies`).
package actor Session {
    /// Replies that the client has not read yet: at this point no further request is carried out until it reads.
    static let waitingLimit = 1 << 20

    let loop: EventLoop
    let manager: TodoManager
    let pets: PetService
    var handlers = Handlers.standard
    let log: Log
    let options: SessionOptions

    var input = InputBuffer()
    /// What has arrived while a message in the input was carried out.
    var arrivals = InputBuffer()
    var splitter: Splitter
    var output: OutputStream
    var connection = Connection()
    var language: Language
    /// Whether the client is an assistant's host, which has begun with the handshake of the Model Context Protocol.
    var isAssistance = false
    /// Where in the input the next message starts.
    var offset = 0
    /// How many more bytes would complete it.
    var wanted = 1
    var inputHasEnded = false
    /// Since when the messages at hand wait for another process that holds the store.
    var waitingSince: UInt64?
    /// Whether the next try is yet to come.
    var isWaiting = false
    var ahead = LookAhead()
    var isTurnDue = false
    var batches = PendingBatches()
    /// Revisions that were committed, of which the client is not told yet.
    var made: [ClosedRange<Revision>] = []
    /// Set once the client wants to be told of changes.
    var feed: ChangeFeed?
    var running: [Connection.Ticket: Running] = [:]

    let inputDescriptor: Int32
    private var inputWatch: EventLoop.Watch?
    private var outputWatch: EventLoop.Watch?
    private var processWatch: ProcessWatch?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - input: where the client's requests come from.
    ///   - output: where replies go; the session's own from now on.
    package init(
        input: Int32, output: Int32, manager: TodoManager, pets: PetService, loop: EventLoop, log: Log,
        options: SessionOptions
    ) {
        self.loop = loop
        self.manager = manager
        self.pets = pets
        self.log = log
        self.options = options
        splitter = Splitter(limit: options.messageLimit)
        language = options.language
        inputDescriptor = input
        self.output = OutputStream(output)
    }

    // MARK: The loop's calls

    /// Starts to listen. From now on the loop calls.
    package func start() {
        manager.assumeIsolated { [unowned self] manager in
            manager.interrupt { [unowned self] in self.assumeIsolated { $0.isCalledOff() } }
        }
        inputWatch = loop.watch(inputDescriptor, for: .readable) { [unowned self] _ in
            self.assumeIsolated { $0.inputIsReady() }
        }
        outputWatch = loop.watch(output.descriptor, for: .hungUp) { [unowned self] found in
            self.assumeIsolated { $0.outputIsReady(found) }
        }
    }

    /// Ends the session: what was committed stays, and what is not answered yet is not.
    package func terminate() {
        connection.abandon()
        finishIfOver()
    }

    /// The status that the process should exit with.
    package var exitStatus: Int32 { connection.exitStatus ?? 0 }

    private func inputIsReady() {
        switch InputStream.read(inputDescriptor, into: &input, wanted: wanted) {
        case .nothing: return
        case .end, .failed: inputHasEnded = true
        case .bytes: break
        }
        if !isWaiting { return takeTurn() }
        lookAhead()
        settle()
    }

    private func outputIsReady(_ found: EventLoop.Readiness) {
        if found.contains(.hungUp) && !found.contains(.writable) { return terminate() }
        flush()
        if !isTurnDue { takeTurn() }
    }

    /// More input, if it is there this moment and there is room for it.
    func readMore() -> Bool {
        if inputHasEnded { return false }
        switch InputStream.read(inputDescriptor, into: &input, wanted: wanted) {
        case .nothing: return false
        case .end, .failed: inputHasEnded = true
        case .bytes: break
        }
        return true
    }

    /// Whether there is input, without waiting.
    var inputIsThere: Bool {
        var polled = pollfd(fd: inputDescriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, 0) == 1
    }

    // MARK: After each turn

    /// Writes what can be written, waits for what cannot, and listens only while there is room for what may come.
    func settle() {
        flush()
        finishIfOver()
        let isFull = isWaiting && input.count > Self.waitingLimit
        let isBusy = isTurnDue || isFull || output.waiting > Self.waitingLimit
        let listens = !inputHasEnded && !isBusy && connection.isOpen
        if let inputWatch { loop.change(inputWatch, to: listens ? .readable : []) }
        if inputHasEnded, let watch = inputWatch {
            loop.unwatch(watch)
            inputWatch = nil
        }
    }

    func flush() {
        switch output.flush() {
        case .written: if let outputWatch { loop.change(outputWatch, to: .hungUp) }
        case .blocked: if let outputWatch { loop.change(outputWatch, to: [.writable, .hungUp]) }
        case .broken:
            output.writer.truncate(to: 0)
            terminate()
        }
    }

    func finishIfOver() {
        guard connection.exitStatus != nil, connection.isAbandoned || output.waiting == 0 else { return }
        for work in running.values { work.task.cancel() }
        loop.stop()
    }

    // MARK: What the methods of the lifecycle do

    func initialize(_ params: Initialize.Params) -> Initialize.Reply {
        if let locale = params.locale ?? nil, let known = Language(locale: locale) { language = known }
        if let process = params.processID ?? nil { watch(process: pid_t(process)) }
        startTelling()
        return Initialize.Reply(
            session: options.sessionName, serverInfo: Initialize.ServerInfo(version: options.version),
            capabilities: Initialize.Capabilities(
                locales: Language.allCases.map(\.rawValue), messageLimit: options.messageLimit))
    }

    /// The OpenRPC document, as text.
    var document: [UInt8] { Array(handlers.document(on: loop).text.utf8) }

    func shutDown() { connection.shutDown() }

    /// What is under way is answered before the end, so that each request has its answer.
    func exit() {
        for ticket in connection.exit() { callOff(ticket) }
    }

    func cancel(_ key: RequestKey?) {
        guard let key else { return }
        ahead.cancelled.remove(key)
        for ticket in connection.cancel(key: key) { running[ticket]?.task.cancel() }
    }

    private func watch(process: pid_t) {
        processWatch?.end()
        processWatch = ProcessWatch(process, on: loop) { [unowned self] in self.assumeIsolated { $0.terminate() } }
    }
}

/// What a session is told when it starts.
package struct SessionOptions: Sendable {
    package var version: String
    /// The longest message that is read, in bytes.
    package var messageLimit: Int
    /// Until the client names another.
    package var language: Language
    /// Unlike that of any other session: its changes are known by it, for undo.
    package var sessionName: String

    /// - Parameters:
    ///   - version: as `--version` prints it.
    ///   - messageLimit: in bytes.
    ///   - language: until the client names another.
    ///   - sessionName: unlike that of any other session.
    package init(version: String, messageLimit: Int, language: Language, sessionName: String) {
        self.version = version
        self.messageLimit = messageLimit
        self.language = language
        self.sessionName = sessionName
    }
}
