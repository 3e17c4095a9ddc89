internal import JSON
internal import JSONRPC
internal import TodoAPI

/// Why messages are refused before anything in them is looked at. Whoever reads messages says it the same way: the
/// session, and the check of requests without one.
extension Failure {
    static func messageTooLong(limit: Int) -> Failure {
        .invalidRequest("the message is longer than \(limit) bytes")
    }

    /// Nobody knows where the next message starts.
    static func lost(_ reason: String) -> Failure { .parseError(JSONSyntaxError(offset: 0, reason: reason)) }

    static let cut = lost("the input ended inside a message")

    /// Why a batch of these calls is refused as a whole; nil when it is not.
    static func refusal(of calls: [Call]) -> Failure? {
        if calls.isEmpty { return .invalidRequest("an empty batch") }
        if calls.count > Message.batchLimit { return .invalidRequest("a batch of more than \(Message.batchLimit)") }
        return nil
    }

    /// Names that begin with `$/` are those of notifications alone; of another one it is said what is wrong.
    static func notificationWithID(_ name: String) -> Failure {
        if name.isOptionalNotification { return .methodNotFound(name.shortened, hint: nil) }
        return .invalidRequest("this is a notification and takes no id")
    }
}

extension String {
    /// Whether a notification of that name may be passed over, as in the Language Server Protocol.
    var isOptionalNotification: Bool { utf8.starts(with: "$/".utf8) }
}
