/// Status line and headers of an HTTP answer as a client shows them, in pieces of any size.
struct ResponseHead: Sendable, Equatable {
    /// More bytes than this are no answer.
    static let limit = 64 << 10

    /// The three digits of the last head that is not an interim one (1xx); nil until it is there as a whole.
    private(set) var status: Int?
    /// The header `Location`.
    private(set) var location: String?
    /// The header `Retry-After`.
    private(set) var retryAfter: String?
    /// The header `Retry-After-Seconds`.
    private(set) var retryAfterSeconds: String?
    /// The head is longer than `limit`, or doesn't start like one.
    private(set) var isBad = false

    private var line: [UInt8] = []
    private var pending: Int?
    private var count = 0

    /// Takes the next piece. What comes behind the head (trailers) counts for nothing.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if status != nil || isBad { return }
            count += 1
            if count > Self.limit {
                isBad = true
            } else if byte != UInt8(ascii: "\n") {
                line.append(byte)
            } else {
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                end(of: String(decoding: line, as: UTF8.self))
                line = []
            }
        }
    }

    private mutating func end(of line: String) {
        guard let pending else {
            self.pending = Self.status(line)
            isBad = self.pending == nil
            return
        }
        if line.isEmpty {
            // After 100 or 103 the real head follows.
            if pending >= 200 { status = pending }
            self.pending = nil
        } else if pending >= 200, let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            note(line[..<colon].lowercased(), Self.trimmed(line[line.utf8.index(after: colon)...]))
        }
    }

    /// The first of several headers with the same name counts.
    private mutating func note(_ name: String, _ value: String) {
        switch name {
        case "location": location = location ?? value
        case "retry-after": retryAfter = retryAfter ?? value
        case "retry-after-seconds": retryAfterSeconds = retryAfterSeconds ?? value
        default: break
        }
    }

    /// `HTTP/1.1 200 OK`, `HTTP/2 200`.
    private static func status(_ line: String) -> Int? {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3, let status = Int(words[1]) else {
            return nil
        }
        return (100...999).contains(status) ? status : nil
    }

    private static func trimmed(_ value: Substring) -> String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var value = value.drop(while: isBlank)
        while let last = value.last, isBlank(last) { value.removeLast() }
        return String(value)
    }

    /// How long the service wants to be left alone, in seconds; nil when it doesn't say so.
    /// - Parameter now: seconds since 1970.
    func wait(now: Int64) -> Int? {
        for case let value? in [retryAfter, retryAfterSeconds] {
            if let seconds = RetryAfter.seconds(value, now: now) { return seconds }
        }
        return nil
    }
}
