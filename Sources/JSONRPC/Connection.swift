/// What a server knows of its client's connection, apart from bytes: whether it still takes requests, which ones are
/// under way, and when and how it ends. One value and the functions that change it: no threads, no clocks, no I/O.
package struct Connection: Sendable {
    /// A request that is answered when it is ready, while others are.
    package struct Ticket: Hashable, Sendable { fileprivate let number: Int }

    private struct UnderWay {
        /// Nil for a notification.
        let key: RequestKey?
        var isCancelled = false
    }

    /// After `shutdown`: requests are refused, notifications do nothing.
    package private(set) var isShutDown = false
    private var underWay: [Ticket: UnderWay] = [:]
    private var counter = 0
    private var ending: Ending?

    private enum Ending {
        /// Once nothing is under way any more.
        case whenAnswered(Int32)
        case now(Int32)
    }

    /// A connection that has just been opened: no request has come yet.
    package init() {}

    // MARK: Requests

    /// A request starts that others will overtake.
    package mutating func start(key: RequestKey?) -> Ticket {
        counter += 1
        let ticket = Ticket(number: counter)
        underWay[ticket] = UnderWay(key: key)
        return ticket
    }

    /// The request is over: true the first time, and only then may its reply be written.
    package mutating func finish(_ ticket: Ticket) -> Bool { underWay.removeValue(forKey: ticket) != nil }

    /// The client no longer wants what has that key: the requests that are to be stopped, each named once.
    package mutating func cancel(key: RequestKey) -> [Ticket] {
        let tickets = underWay.filter { $0.value.key == key && !$0.value.isCancelled }.keys.sorted {
            $0.number < $1.number
        }
        for ticket in tickets { underWay[ticket]?.isCancelled = true }
        return tickets
    }

    /// Requests that are under way.
    package var tickets: [Ticket] { underWay.keys.sorted { $0.number < $1.number } }

    // MARK: The end

    /// The client's `shutdown`: every request from now on is refused, until `exit`.
    package mutating func shutDown() { isShutDown = true }

    /// The client's `exit`: nothing is carried out any more, and once the replies are written the status is 0 only after a
    /// `shutdown`.
    /// - Returns: what was under way and is no more, in the order of its start.
    package mutating func exit() -> [Ticket] {
        let tickets = tickets
        underWay = [:]
        end(.whenAnswered(isShutDown ? 0 : 1))
        return tickets
    }

    /// No more requests will come: all that came are answered, then the status is 0.
    package mutating func endOfInput() { end(.whenAnswered(0)) }

    /// The input cannot be read any further: what came before is answered, then the status is 1.
    package mutating func loseInput() { end(.whenAnswered(1)) }

    /// Nobody reads the replies, or somebody wants the process to end.
    package mutating func abandon() { end(.now(0)) }

    /// Whether requests are still read.
    package var isOpen: Bool { ending == nil }

    /// Whether it is over without anybody waiting for what is left.
    package var isAbandoned: Bool { if case .now = ending { true } else { false } }

    /// The exit status, as soon as the connection is over.
    package var exitStatus: Int32? {
        switch ending {
        case nil: nil
        case .now(let status): status
        case .whenAnswered(let status): underWay.isEmpty ? status : nil
        }
    }

    /// The first end counts, but one that waits gives way to one that does not.
    private mutating func end(_ wanted: Ending) {
        switch (ending, wanted) {
        case (nil, _), (.whenAnswered, .now): ending = wanted
        default: break
        }
    }
}

/// The id of a request, to be told from others: "1" and 1 are two. So are texts that are only canonically equivalent in
/// Unicode, which would be one for `==` of texts.
package struct RequestKey: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Of an id that is a string, after its escapes are read.
    package init(string text: String) { bytes = [UInt8(ascii: "s")] + text.utf8 }

    /// Of an id that is a number, by its digits as they are written: 1 and 1.0 are two.
    package init(number token: String) { bytes = [UInt8(ascii: "n")] + token.utf8 }
}
