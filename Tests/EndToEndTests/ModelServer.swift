import JSON
import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server as the model talks to it: in JSON values, and with an eye on what it tells unasked.
final class ModelServer {
    private let server: ServerProcess
    private var isRunning = true
    /// The last revision that it told.
    private(set) var told: Int64 = 0

    init(_ arguments: [String]) throws { server = try ServerProcess(arguments) }

    // MARK: Talking

    func send(_ text: String) throws { try server.send(text + "\n") }

    /// The next reply; nil at the end of the output. What is told unasked is noted, and must not go backwards.
    func next() throws -> JSONValue? {
        while let message = try server.nextIfAny() {
            guard message["method"] != nil else { return message }
            guard let revision = message["params"]?["revision"]?.integer, revision > told else {
                throw ModelFailure("told \(message.text) after \(told)")
            }
            told = revision
        }
        return nil
    }

    /// Sends one request and gives its reply.
    func call(_ method: String, _ params: JSONValue = .object([])) throws -> JSONValue {
        let number = try server.request(method, params.text)
        guard let reply = try next() else { throw ModelFailure("the server is gone: \(method)") }
        guard reply["id"]?.integer == number else { throw ModelFailure("a stray reply: \(reply.text)") }
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
            guard let now = try server.next()["params"]?["revision"]?.integer, now > told else {
                throw ModelFailure("told something else than revision \(revision)")
            }
            told = now
        }
        if told > revision { throw ModelFailure("told of revision \(told), not \(revision)") }
    }

    // MARK: Ending

    /// The moment is what a test varies: nothing is waited for, and every moment must do.
    func kill(afterMicroseconds delay: Int = 0) throws {
        usleep(UInt32(delay))
        try end(SIGKILL)
    }

    /// Lets it end by itself.
    func terminate() throws { try end(SIGTERM) }

    /// What it has written until then is still there to be taken.
    private func end(_ signal: Int32) throws {
        guard isRunning else { return }
        isRunning = false
        server.signal(signal)
        _ = try server.exitStatus()
    }
}
