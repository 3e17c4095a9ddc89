package import JSONRPC

/// What a stream turned out to hold.
package enum Event: Equatable {
    case message(String)
    case tooLong
    /// Nobody knows where the next message starts.
    case lost
    case cut
}

/// Gives a stream to a splitter in pieces, as a server does: what is done with goes, what is not stays.
package struct Feeder: ~Copyable {
    package private(set) var splitter: Splitter
    package private(set) var events: [Event] = []
    /// The reason why the stream was lost.
    package private(set) var reason: String?
    /// The bytes that the splitter waits for at least.
    package private(set) var wanted = 0
    private var buffer = InputBuffer()
    private var isOver = false

    package init(limit: Int = 1 << 20) { splitter = Splitter(limit: limit) }

    package static func events(_ pieces: [[UInt8]], limit: Int = 1 << 20) -> [Event] {
        var feeder = Feeder(limit: limit)
        for piece in pieces { feeder.feed(piece) }
        feeder.end()
        return feeder.events
    }

    package static func events(_ text: String, limit: Int = 1 << 20) -> [Event] {
        events([Array(text.utf8)], limit: limit)
    }

    /// Bytes that are kept.
    package var kept: Int { buffer.count }

    package mutating func feed(_ piece: [UInt8]) {
        _ = unsafe buffer.append(room: piece.count) { free in
            unsafe free.copyBytes(from: piece)
            return piece.count
        }
        advance(isLast: false)
    }

    package mutating func feed(_ text: String) { feed(Array(text.utf8)) }

    package mutating func end() { advance(isLast: true) }

    private mutating func advance(isLast: Bool) {
        var offset = 0
        while !isOver {
            let step = buffer.withBytes { splitter.next(in: $0, from: offset, isLast: isLast) }
            switch step {
            case .message(let range, let next):
                let bytes = buffer.withBytes { bytes in range.map { bytes[$0] } }
                events.append(.message(String(decoding: bytes, as: UTF8.self)))
                offset = next
            case .nothing(let next): offset = next
            case .tooLong(let next):
                events.append(.tooLong)
                offset = next
            case .lost(let reason):
                events.append(.lost)
                self.reason = reason
                isOver = true
            case .cut:
                events.append(.cut)
                isOver = true
            case .more(let count):
                wanted = count
                buffer.consume(offset)
                return
            }
        }
    }
}

/// A message with headers; `{n}` in them stands for its length.
package func frame(_ body: String, _ header: String = "Content-Length: {n}\r\n\r\n") -> String {
    header.replacing("{n}", with: "\(body.utf8.count)") + body
}
