internal import EventLoop
internal import JSON
internal import JSONRPC
internal import TodoAPI

/// What is seen of messages that have to wait: which requests the client takes back before their turn comes, or while
/// they run.
struct LookAhead: Sendable {
    /// The keys of requests that are cancelled later in the input. Each goes when that message has its turn, so only
    /// requests before it are concerned.
    var cancelled: Set<RequestKey> = []
    /// The call that runs.
    fileprivate var present: Call?
    /// Whether it, or the one before it, was interrupted since it is cancelled.
    fileprivate(set) var isCalledOff = false
    /// Where the input goes on behind the message that runs or waits.
    var behind = 0
    /// How far in the input has been looked; nil when a new look starts behind that message.
    fileprivate var place: (offset: Int, splitter: Splitter)?
    /// When the call that runs was started, or it was looked last.
    var lookedAt: UInt64 = 0

    /// A call runs, and may be called off until it ends.
    mutating func begin(_ call: Call) {
        present = call
        isCalledOff = false
    }

    mutating func finish() { present = nil }

    /// So many bytes of the input are done with: those behind them have moved.
    mutating func consume(_ count: Int) {
        guard count > 0 else { return }
        behind = max(0, behind - count)
        place = nil
    }
}

extension Session {
    private static let cancelName = Array(CancelRequest.name.utf8)
    private static let hostCancelName = Array(MCPCancelled.name.utf8)
    /// A call runs for so long before it is looked, and between looks.
    private static let lookTime: UInt64 = 10_000_000

    /// Looks through what has arrived behind a message that waits for another process. There is a limit to that: input
    /// is left unread once it is `waitingLimit` bytes.
    func lookAhead() {
        input.withBytes { bytes in
            var place = ahead.place ?? (ahead.behind, splitter)
            // What has had its turn since is not looked at again.
            if place.offset < ahead.behind { place = (ahead.behind, splitter) }
            look(bytes, from: &place, isLast: inputHasEnded)
            ahead.place = place
        }
    }

    // MARK: While a call runs

    /// Whether the call that runs is cancelled by what has arrived behind it. The store asks this often.
    ///
    /// The input cannot grow while a message in it is carried out, so what arrives is kept beside it meanwhile.
    func isCalledOff() -> Bool {
        guard let call = ahead.present, MonotonicClock.now - ahead.lookedAt >= Self.lookTime else { return false }
        defer { ahead.lookedAt = MonotonicClock.now }
        let canGrow = !inputHasEnded && input.count + arrivals.count < Self.waitingLimit
        let hasGrown = canGrow && inputIsThere && readAside()
        lookAhead()
        if hasGrown { lookAside() }
        guard !ahead.cancelled.isEmpty, let key = input.withBytes({ key($0, call) }) else { return false }
        ahead.isCalledOff = ahead.cancelled.contains(key)
        return ahead.isCalledOff
    }

    /// Puts what has arrived beside the input behind it, where it has its turn.
    /// - Returns: whether there was anything.
    func takeArrivals() -> Bool {
        if arrivals.count == 0 { return false }
        arrivals.withBytes { input.append($0) }
        arrivals.consume(arrivals.count)
        return true
    }

    /// Reads what has arrived; the end of the input is left to be seen by whoever reads next.
    private func readAside() -> Bool {
        if case .bytes = InputStream.read(inputDescriptor, into: &arrivals, wanted: 1) { return true }
        return false
    }

    /// Looks through what has arrived beside the input, from where a look through the input has ended.
    private func lookAside() {
        guard let (offset, splitter) = ahead.place else { return }
        var bytes = input.withBytes { bytes in (offset..<bytes.count).map { bytes[$0] } }
        arrivals.withBytes { arrived in for index in arrived.indices { bytes.append(arrived[index]) } }
        var place = (offset: 0, splitter: splitter)
        look(bytes.span, from: &place, isLast: inputHasEnded)
    }

    // MARK: One look

    private func look(_ bytes: Span<UInt8>, from place: inout (offset: Int, splitter: Splitter), isLast: Bool) {
        while true {
            switch place.splitter.next(in: bytes, from: place.offset, isLast: isLast) {
            case .message(let message, let next):
                note(bytes, message)
                place.offset = next
            case .nothing(let next), .tooLong(let next): place.offset = next
            case .more, .lost, .cut: return
            }
        }
    }

    private func note(_ bytes: Span<UInt8>, _ place: Range<Int>) {
        guard case .single(let call) = Message(bytes, at: place), !call.isRequest, call.fault == nil,
            let method = call.method,
            let key = keyTakenBack(JSONView(bytes, at: method), Self.params(bytes, call.params))
        else { return }
        ahead.cancelled.insert(key)
    }

    /// The key of the request that a notification takes back; nil for another one.
    private func keyTakenBack(_ name: JSONView, _ params: JSONView?) -> RequestKey? {
        if name.equals(Self.cancelName) { return (try? CancelRequest.params(from: params))?.key }
        if name.equals(Self.hostCancelName) { return (try? MCPCancelled.params(from: params))?.key }
        return nil
    }
}
