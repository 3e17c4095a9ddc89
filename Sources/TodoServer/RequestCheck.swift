internal import JSON
internal import JSONRPC
internal import TodoAPI

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Reads requests, one a line, and says of each whether the server would take it. Nothing is carried out and no store is
/// needed: for authors of clients.
enum RequestCheck {
    /// - Parameter file: a path, or "-" for standard input.
    /// - Returns: the exit status: 0 when all are valid, 1 when one is not, 2 when the file cannot be read.
    static func run(_ file: String) -> Int32 {
        guard let bytes = contents(of: file) else {
            Server.say("todo-server: cannot read \(file)\n", on: 2)
            return 2
        }
        let lines = verdicts(on: bytes, .standard)
        for line in lines { Server.say(line.text + "\n", on: 1) }
        return lines.allSatisfy(\.isValid) ? 0 : 1
    }

    /// What is to be said of one request.
    struct Verdict: Equatable {
        /// From 1.
        let line: Int
        /// Which member of a batch, from 1; nil for what is none.
        var member: Int?
        let method: String?
        /// What is wrong with it; nil when it is valid.
        let fault: String?

        var isValid: Bool { fault == nil }

        var text: String {
            var text = "\(line)" + (member.map { "[\($0)]" } ?? "") + ": "
            if let method { text += method + ": " }
            return text + (fault ?? "valid")
        }
    }

    /// The verdicts on all requests in a text. Blank lines are passed over, as the server does.
    static func verdicts(on text: [UInt8], _ handlers: Handlers) -> [Verdict] {
        let bytes = text.span
        var verdicts: [Verdict] = []
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let start = line.startIndex + (index == 0 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
            if line[start...].allSatisfy({ $0 <= UInt8(ascii: " ") }) { continue }
            switch Message(bytes, at: start..<line.endIndex) {
            case .unreadable(let error):
                verdicts.append(Verdict(line: index + 1, method: nil, fault: Failure.parseError(error).text))
            case .single(let call): verdicts.append(verdict(on: call, bytes, handlers, line: index + 1))
            case .batch(let calls) where calls.isEmpty:
                verdicts.append(
                    Verdict(line: index + 1, method: nil, fault: Failure.invalidRequest("an empty batch").text))
            case .batch(let calls):
                for (place, call) in calls.enumerated() {
                    var verdict = verdict(on: call, bytes, handlers, line: index + 1)
                    verdict.member = place + 1
                    verdicts.append(verdict)
                }
            }
        }
        return verdicts
    }

    private static func verdict(
        on call: Call, _ bytes: Span<UInt8>, _ handlers: Handlers, line: Int
    ) -> Verdict {
        let method = call.method.flatMap { JSONView(bytes, at: $0).string }
        do throws(Failure) {
            if let fault = call.fault { throw .invalidRequest(fault.rawValue) }
            guard let method, let place = call.method else { throw .invalidRequest("this is no request") }
            guard let handler = handlers.find(JSONView(bytes, at: place)) else { throw handlers.unknown(method) }
            let description = handler.describe()
            if call.isRequest && !description.effect.isAnswered {
                throw .invalidRequest("this is a notification and takes no id")
            }
            try description.check(Session.params(bytes, call.params))
            return Verdict(line: line, method: method, fault: nil)
        } catch {
            return Verdict(line: line, method: method, fault: error.text)
        }
    }

    private static func contents(of file: String) -> [UInt8]? {
        let descriptor = file == "-" ? 0 : unsafe open(file, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { if descriptor != 0 { close(descriptor) } }
        var input = InputBuffer()
        while true {
            switch InputStream.read(descriptor, into: &input, wanted: 1) {
            case .bytes: continue
            case .nothing where errno == EINTR: continue
            case .nothing: return nil
            case .end: return input.withBytes { bytes in bytes.indices.map { bytes[$0] } }
            }
        }
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
