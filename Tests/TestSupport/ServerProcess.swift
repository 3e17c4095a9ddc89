internal import CSystem
package import JSON

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A running `todo-server` and the client's ends of its pipes. Whatever is waited for has a time limit, and the process
/// is gone when this value is.
package final class ServerProcess {
    package enum Framing: Sendable, CaseIterable { case lines, headers }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    package let id: Int32
    package let framing: Framing
    /// Whether replies are read while requests are sent.
    package var isReading = true
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    /// Whoever kills the tests kills the server: its end of this pipe sees to that.
    private let lifeline: Int32
    private var unsent: [UInt8] = []
    private var sent = 0
    private var received: [UInt8] = []
    private var taken = 0
    private var errorBytes: [UInt8] = []
    private var status: Int32?
    private var counter: Int64 = 0

    /// Starts the server.
    /// - Parameters:
    ///   - wrapper: a program and its arguments that start the server, such as `env` or `sh`.
    ///   - isNonBlocking: whether its own ends of the pipes are.
    package init(
        _ arguments: [String], framing: Framing = .lines, wrapper: [String] = [], isNonBlocking: Bool = false
    ) throws {
        // A server that is gone shows in the error of the write.
        ignoreBrokenPipes()
        var pipes: [[Int32]] = []
        for _ in 0..<4 {
            var ends: [Int32] = [-1, -1]
            guard unsafe csystem_pipe(&ends) == 0 else { throw SystemFailure("pipe") }
            pipes.append(ends)
        }
        let theirs = [pipes[0][0], pipes[1][1], pipes[2][1], pipes[3][0]]
        if !isNonBlocking { for end in theirs { csystem_set_nonblocking(end, 0) } }
        defer { for end in theirs { close(end) } }
        (input, output, errors, lifeline) = (pipes[0][1], pipes[1][0], pipes[2][0], pipes[3][1])
        self.framing = framing
        let words = wrapper + [try Self.executable()] + arguments
        var process: pid_t = 0
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let texts = unsafe copies.map { unsafe $0.map { unsafe UnsafePointer($0) } } + [nil]
        let nothing: [UnsafePointer<CChar>?] = unsafe [nil]
        let failed = unsafe csystem_spawn(&process, texts, theirs, nothing)
        id = process
        guard failed == 0 else { throw Failure("\(words[0]) cannot be started: \(failed)") }
    }

    deinit {
        if status == nil {
            kill(id, SIGKILL)
            var status: Int32 = 0
            _ = unsafe waitpid(id, &status, 0)
        }
        for descriptor in [input, output, errors, lifeline] where descriptor >= 0 { close(descriptor) }
    }

    /// The one that is built with the tests; `SERVER` names another.
    package static func executable() throws -> String {
        if let named = unsafe getenv("SERVER") { return unsafe String(cString: named) }
        return try built("todo-server")
    }

    /// An executable beside the test bundle, where SwiftPM puts both.
    package static func built(_ name: String) throws -> String {
        var candidates = CommandLine.arguments.filter { $0.contains(".xctest") }
        var buffer: [UInt8] = Array(repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        if count > 0 { candidates.append(String(decoding: buffer[..<count], as: UTF8.self)) }
        for candidate in candidates {
            let end = candidate.range(of: ".xctest") ?? candidate.endIndex
            guard let slash = candidate[..<end].lastIndex(of: "/") else { continue }
            let path = String(candidate[..<slash]) + "/" + name
            if unsafe access(path, X_OK) == 0 { return path }
        }
        throw Failure("\(name) is not beside \(candidates)")
    }

    // MARK: Bytes

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        queue(bytes)
        try pump("what is sent to be taken") { unsent.isEmpty }
    }

    /// Sends as much as the server takes until it has taken nothing for so long. True when all was taken.
    package func sendUntilBlocked(_ bytes: [UInt8], forSeconds seconds: Double) throws -> Bool {
        queue(bytes)
        while !unsent.isEmpty {
            let before = sent
            guard try pump(within: seconds, until: { unsent.isEmpty || sent != before }) else { return false }
        }
        return true
    }

    private func queue(_ bytes: [UInt8]) {
        if sent > 0 { unsent.removeFirst(sent) }
        sent = 0
        unsent.append(contentsOf: bytes)
    }

    /// No more requests will come.
    package func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Nobody reads any more.
    package func closeOutput() {
        if output >= 0 { close(output) }
        output = -1
    }

    // MARK: Messages

    /// One message, in the framing of this client.
    package func framed(_ text: String) -> String {
        framing == .lines ? text + "\n" : "Content-Length: \(text.utf8.count)\r\n\r\n" + text
    }

    /// Sends a request without waiting for its reply; gives its id.
    @discardableResult
    package func request(_ method: String, _ params: String = "{}") throws -> Int64 {
        counter += 1
        try send(framed(#"{"jsonrpc":"2.0","id":\#(counter),"method":"\#(method)","params":\#(params)}"#))
        return counter
    }

    package func notify(_ method: String, _ params: String = "{}") throws {
        try send(framed(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#))
    }

    /// Sends a request and gives its reply, which is the next one. What the server tells unasked is passed over.
    package func call(_ method: String, _ params: String = "{}") throws -> JSONValue {
        let number = try request(method, params)
        var reply = try next()
        while reply["method"] != nil { reply = try next() }
        guard reply["id"]?.integer == number else { throw Failure("not the reply to \(number): \(reply.text)") }
        return reply
    }

    /// Sends a request and gives its result.
    package func result(_ method: String, _ params: String = "{}") throws -> JSONValue {
        let reply = try call(method, params)
        guard let result = reply["result"] else { throw Failure("\(method) \(params): \(reply.text)") }
        return result
    }

    /// The next message that the server sends.
    package func next(within seconds: Double = 30) throws -> JSONValue {
        guard let message = try nextIfAny(within: seconds) else {
            throw Failure("no more messages; stderr: \(errorText)")
        }
        return message
    }

    /// The next message; nil when the server has closed its output. A part of one, which a killed server may leave, is none.
    package func nextIfAny(within seconds: Double = 30) throws -> JSONValue? {
        var message: [UInt8]?
        try pump("a message", within: seconds) {
            message = try takeMessage()
            return message != nil || output < 0
        }
        return try message.map { try JSONValue(parsing: $0) }
    }

    /// Whether no message comes for so long.
    package func isSilent(forSeconds seconds: Double) throws -> Bool {
        try !pump(within: seconds) { taken < received.count || output < 0 }
    }

    /// All messages until the server has closed its output.
    /// - Parameter mayBeCut: whether the last one may be a part of one, as when the server was killed.
    package func rest(mayBeCut: Bool = false, within seconds: Double = 60) throws -> [JSONValue] {
        try pump("the end of the output", within: seconds) { output < 0 }
        var messages: [JSONValue] = []
        while let message = try takeMessage() { messages.append(try JSONValue(parsing: message)) }
        if taken < received.count && !mayBeCut {
            throw Failure("stray bytes: \(String(decoding: received[taken...], as: UTF8.self))")
        }
        return messages
    }

    /// All bytes that the server wrote and that were not taken as messages.
    package func restOfBytes() throws -> String {
        try pump("the end of the output") { output < 0 }
        defer { taken = received.count }
        return String(decoding: received[taken...], as: UTF8.self)
    }

    /// Exactly what the contract allows: one JSON text a line, or one header written in one way.
    private func takeMessage() throws -> [UInt8]? {
        if taken > 1 << 20 {
            received.removeFirst(taken)
            taken = 0
        }
        switch framing {
        case .lines:
            guard let end = received[taken...].firstIndex(of: 0x0A) else { return nil }
            defer { taken = end + 1 }
            return Array(received[taken..<end])
        case .headers:
            let label = Array("Content-Length: ".utf8)
            guard let end = received[taken...].firstIndex(of: 0x0A) else { return nil }
            let line = received[taken...end]
            let digits = String(decoding: line.dropFirst(label.count).dropLast(2), as: UTF8.self)
            guard line.starts(with: label), line.dropLast().last == 0x0D, let length = Int(digits) else {
                throw Failure("not the header: \(String(decoding: line, as: UTF8.self))")
            }
            let start = end + 3
            guard received.count >= start + length else { return nil }
            guard received[(end + 1)..<start].elementsEqual([0x0D, 0x0A]) else { throw Failure("a second header line") }
            defer { taken = start + length }
            return Array(received[start..<start + length])
        }
    }

    // MARK: The end

    package func signal(_ number: Int32) { kill(id, number) }

    /// Waits for the process to end, reading what it still writes; 128 and the signal's number when one ended it.
    package func exitStatus(within seconds: Double = 30) throws -> Int32 {
        if let status { return status }
        try pump("the end of the process", within: seconds) {
            let found = csystem_reap(id)
            if found >= 0 { status = found }
            return status != nil
        }
        isReading = true
        try pump("the last output") { output < 0 && errors < 0 }
        return status ?? 255
    }

    package var isRunning: Bool {
        if status != nil { return false }
        let found = csystem_reap(id)
        if found >= 0 { status = found }
        return status == nil
    }

    package var errorText: String { String(decoding: errorBytes, as: UTF8.self) }

    /// What the server has written to its standard error once it contains a text.
    package func errors(containing text: String) throws -> String {
        try pump("\(text) on standard error") { errorText.contains(text) || errors < 0 }
        return errorText
    }

    // MARK: Moving bytes

    private func pump(_ what: String, within seconds: Double = 30, until isDone: () throws -> Bool) throws {
        // A sanitizer makes everything several times slower.
        let limit = Sanitizer.isAtWork ? 5 * seconds : seconds
        if try pump(within: limit, until: isDone) { return }
        throw Failure("waited \(limit) s for \(what); stderr: \(errorText)")
    }

    /// Moves bytes both ways until the condition holds; false when the time is over.
    private func pump(within seconds: Double, until isDone: () throws -> Bool) throws -> Bool {
        let end = ContinuousClock.now.advanced(by: .seconds(seconds))
        while try !isDone() {
            let left = ContinuousClock.now.duration(to: end)
            if left <= .zero { return false }
            // Where a descriptor tells nothing, as when only the process ends, another look is due soon.
            let soon = Int32(clamping: min(left.components.seconds * 1000 + 1, 10))
            var polled = [
                pollfd(fd: isReading ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
                pollfd(fd: unsent.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
            ]
            guard unsafe poll(&polled, nfds_t(polled.count), soon) > 0 else { continue }
            if polled[0].revents != 0 { Self.read(&output, into: &received) }
            if polled[1].revents != 0 { Self.read(&errors, into: &errorBytes) }
            if polled[2].revents != 0 { try write() }
        }
        return true
    }

    private static func read(_ descriptor: inout Int32, into bytes: inout [UInt8]) {
        var portion: [UInt8] = Array(repeating: 0, count: 1 << 16)
        #if canImport(Glibc)
            let count = unsafe Glibc.read(descriptor, &portion, portion.count)
        #else
            let count = unsafe Darwin.read(descriptor, &portion, portion.count)
        #endif
        if count > 0 { return bytes.append(contentsOf: portion[..<count]) }
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
        close(descriptor)
        descriptor = -1
    }

    private func write() throws {
        let count = unsafe unsent.withUnsafeBytes { bytes in
            #if canImport(Glibc)
                unsafe Glibc.write(input, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
            #else
                unsafe Darwin.write(input, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
            #endif
        }
        if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
        if count < 0 {
            (unsent, sent) = ([], 0)
            throw SystemFailure("the server takes no more")
        }
        sent += count
        if sent == unsent.count { (unsent, sent) = ([], 0) }
    }
}

private func ignoreBrokenPipes() {
    #if canImport(Glibc)
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
    #else
        _ = Darwin.signal(SIGPIPE, SIG_IGN)
    #endif
}

extension String {
    /// Where another text starts in this one.
    fileprivate func range(of text: String) -> Index? {
        indices.first { self[$0...].hasPrefix(text) }
    }
}
