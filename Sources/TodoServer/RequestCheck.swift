internal import JSON
internal import JSONRPC
internal import TodoAPI

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Reads requests as a session does, and says of each whether the server would take it. Nothing is carried out and no
/// store is needed: for authors of clients.
struct RequestCheck {
    private let handlers: Handlers
    private let messageLimit: Int
    private var splitter: Splitter
    /// Of the next message, from 1.
    private var line = 1
    /// Whether nobody knows where the next message starts.
    private var isLost = false

    init(_ handlers: Handlers, messageLimit: Int) {
        self.handlers = handlers
        self.messageLimit = messageLimit
        splitter = Splitter(limit: messageLimit)
    }

    /// - Parameter file: a path, or "-" for standard input.
    /// - Returns: the exit status: 0 when all are valid, 1 when one is not, 2 when the file cannot be read, or what is to
    ///   be said of it cannot be written.
    static func run(_ file: String, messageLimit: Int) -> Int32 {
        let descriptor = file == "-" ? 0 : unsafe open(file, O_RDONLY)
        guard descriptor >= 0 else { return unreadable(file, errno) }
        defer { if descriptor != 0 { close(descriptor) } }
        var check = RequestCheck(.standard, messageLimit: messageLimit)
        var input = InputBuffer()
        var (areValid, isLast) = (true, false)
        while !isLast && !check.isLost {
            switch InputStream.read(descriptor, into: &input, wanted: 1) {
            case .bytes: break
            case .nothing:
                Server.wait(for: descriptor, POLLIN)
                continue
            case .end: isLast = true
            case .failed(let error): return unreadable(file, error)
            }
            var verdicts: [Verdict] = []
            input.consume(input.withBytes { check.read($0, isLast: isLast, into: &verdicts) })
            guard Server.show(verdicts.map { $0.text + "\n" }.joined()) else { return 2 }
            areValid = areValid && verdicts.allSatisfy(\.isValid)
        }
        return areValid ? 0 : 1
    }

    private static func unreadable(_ file: String, _ error: Int32) -> Int32 {
        Server.say("todo-server: cannot read \(file): \(Server.systemError(error))\n", on: 2)
        return 2
    }

    /// What is to be said of one request.
    struct Verdict: Equatable {
        /// From 1.
        let line: Int
        /// Which member of a batch, from 1; nil for what is none.
        var member: Int?
        let method: String?
        /// What is wrong with it; nil when it is valid.
        var fault: String?
        /// The server says nothing to it and does nothing.
        var isPassedOver = false

        var isValid: Bool { fault == nil }

        var text: String {
            var text = "\(line)" + (member.map { "[\($0)]" } ?? "") + ": "
            if let method { text += method + ": " }
            return text + (fault ?? (isPassedOver ? "valid, and passed over" : "valid"))
        }
    }

    /// Reads the messages that are whole.
    /// - Parameter isLast: no more bytes will follow these.
    /// - Returns: how many of the bytes are done with.
    mutating func read(_ bytes: Span<UInt8>, isLast: Bool, into verdicts: inout [Verdict]) -> Int {
        var offset = 0
        while !isLost {
            switch splitter.next(in: bytes, from: offset, isLast: isLast) {
            case .more: return offset
            case .nothing(let next): pass(bytes, &offset, to: next)
            case .tooLong(let next):
                verdicts.append(refused(.messageTooLong(limit: messageLimit)))
                pass(bytes, &offset, to: next)
            case .lost(let reason):
                verdicts.append(refused(.lost(reason)))
                isLost = true
            case .cut:
                verdicts.append(refused(.cut))
                isLost = true
            case .message(let place, let next):
                pass(bytes, &offset, to: place.lowerBound)
                check(Message(bytes, at: place), bytes, &verdicts)
                pass(bytes, &offset, to: next)
            }
        }
        return offset
    }

    private mutating func pass(_ bytes: Span<UInt8>, _ offset: inout Int, to next: Int) {
        for place in offset..<next where bytes[place] == UInt8(ascii: "\n") { line += 1 }
        offset = next
    }

    private func refused(_ failure: Failure) -> Verdict { Verdict(line: line, method: nil, fault: failure.text) }

    private func check(_ message: Message, _ bytes: Span<UInt8>, _ verdicts: inout [Verdict]) {
        switch message {
        case .unreadable(let error): verdicts.append(refused(.parseError(error)))
        case .single(let call): verdicts.append(verdict(on: call, bytes))
        case .batch(let calls):
            if let failure = Failure.refusal(of: calls) { return verdicts.append(refused(failure)) }
            for (place, call) in calls.enumerated() {
                var verdict = verdict(on: call, bytes)
                verdict.member = place + 1
                verdicts.append(verdict)
            }
        }
    }

    private func verdict(on call: Call, _ bytes: Span<UInt8>) -> Verdict {
        let method = call.method.flatMap { JSONView(bytes, at: $0).string }
        var verdict = Verdict(line: line, method: method)
        verdict.isPassedOver = call.isStrayResponse || !call.isRequest && method?.isOptionalNotification ?? false
        if call.isStrayResponse { return verdict }
        do throws(Failure) {
            if let fault = call.fault { throw .invalidRequest(fault.rawValue) }
            guard let method, let place = call.method else { throw .invalidRequest("this is no request") }
            guard let (handler, asked) = try find(JSONView(bytes, at: place), bytes, call) else {
                if verdict.isPassedOver { return verdict }
                throw handlers.unknown(method)
            }
            verdict.isPassedOver = false
            let description = handler.describe()
            if call.isRequest && !description.effect.isAnswered { throw .notificationWithID(method) }
            try asked.withParams(bytes) { params throws(Failure) in try description.check(params) }
        } catch {
            verdict.fault = error.text
        }
        return verdict
    }

    /// Who would carry out a call, in a session that has not begun with a handshake.
    private func find(
        _ name: JSONView, _ bytes: Span<UInt8>, _ call: Call
    ) throws(Failure) -> (Handler, Asked)? {
        let own = handlers.find(name)
        if Session.isForAssistant(name, bytes, call, own) { return try Session.askedByAssistant(name, bytes, call) }
        return own.map { ($0, Asked(params: call.params)) }
    }
}

extension Failure {
    /// Code, place and reason on one line.
    fileprivate var text: String {
        let name = "\(kind.rawValue) (\(kind.code))"
        switch self {
        case .parseError(let error):
            // The sentence without its full stop.
            return "\(name): \(sentence.text(in: .english).dropLast()): \(error.reason), byte \(error.offset)"
        case .invalidRequest(let reason): return "\(name): \(reason)"
        case .invalidParams(let problem, _):
            let pointer = problem.pointer.isEmpty ? "params" : problem.pointer
            return "\(name): \(pointer): \(problem.reason.rawValue): \(sentence.text(in: .english))"
        default: return "\(name): \(sentence.text(in: .english))"
        }
    }
}
