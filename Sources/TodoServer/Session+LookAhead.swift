internal import JSON
internal import JSONRPC
internal import TodoAPI

/// What is seen of messages that have to wait: which requests the client takes back before their turn comes.
struct LookAhead: Sendable {
    /// The keys of requests that are cancelled later in the input. Each goes when that message has its turn, so only
    /// requests before it are concerned.
    var cancelled: Set<String> = []
    /// How far in the input has been looked; nil when a new look starts at the message that waits.
    fileprivate var place: (offset: Int, splitter: Splitter)?
}

extension Session {
    private static let cancelName = Array(CancelRequest.name.utf8)
    private static let hostCancelName = Array(MCPCancelled.name.utf8)

    /// Looks through what has arrived behind a message that waits for another process. There is a limit to that: input
    /// is left unread once it is `waitingLimit` bytes.
    func lookAhead() {
        input.withBytes { bytes in
            var (offset, splitter) = ahead.place ?? (offset, splitter)
            search: while true {
                switch splitter.next(in: bytes, from: offset, isLast: inputHasEnded) {
                case .message(let place, let next):
                    note(bytes, place)
                    offset = next
                case .nothing(let next), .tooLong(let next): offset = next
                case .more, .lost, .cut: break search
                }
            }
            ahead.place = (offset, splitter)
        }
    }

    /// The next look starts anew: the bytes have moved.
    func endLookAhead() { ahead.place = nil }

    private func note(_ bytes: Span<UInt8>, _ place: Range<Int>) {
        guard case .single(let call) = Message(bytes, at: place), !call.isRequest, call.fault == nil,
            let method = call.method,
            let key = keyTakenBack(JSONView(bytes, at: method), Self.params(bytes, call.params))
        else { return }
        ahead.cancelled.insert(key)
    }

    /// The key of the request that a notification takes back; nil for another one.
    private func keyTakenBack(_ name: JSONView, _ params: JSONView?) -> String? {
        if name.equals(Self.cancelName) { return (try? CancelRequest.params(from: params))?.key }
        if name.equals(Self.hostCancelName) { return (try? MCPCancelled.params(from: params))?.key }
        return nil
    }
}
