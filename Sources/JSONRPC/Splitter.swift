#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// How messages follow each other on a stream.
package enum Framing: Sendable {
    /// One JSON text a line, as in JSON lines and in the Model Context Protocol over stdio.
    case lines
    /// A header with Content-Length before each, as in the base protocol of the Language Server Protocol.
    case headers
}

/// Finds the messages in a stream of bytes. It does no I/O and keeps no bytes, and what has been searched of a line, or
/// belongs to a body, is not searched again; only a header block, which is short, is read anew until all of it is there.
package struct Splitter: Sendable {
    /// What comes next in the bytes. Offsets are those of the bytes given.
    package enum Step: Equatable, Sendable {
        /// A message; the next one starts at `next`.
        case message(Range<Int>, next: Int)
        /// Nothing up to there but what is to be ignored.
        case nothing(next: Int)
        /// A message over the limit starts here. Its bytes are passed over.
        case tooLong(next: Int)
        /// Nobody knows where the next message starts.
        case lost(reason: String)
        /// The input ended inside a message.
        case cut
        /// The message is not complete: at least so many bytes more are needed.
        case more(Int)
    }

    /// A header block may be this long without an end.
    package static let headerLimit = 8192

    /// How the client frames, once it has sent something.
    package private(set) var framing: Framing?
    private let limit: Int
    /// Bytes of the present message that have been searched without finding its end.
    private var searched = 0
    private var isAtStart = true
    private var skipping = Skipping.nothing

    private enum Skipping: Equatable {
        case nothing
        case line
        case bytes(Int)
    }

    /// - Parameter limit: the longest message, in bytes without its framing.
    package init(limit: Int) { self.limit = limit }

    /// What comes next at `offset`.
    /// - Parameter isLast: no more bytes will follow these.
    package mutating func next(in bytes: Span<UInt8>, from offset: Int, isLast: Bool) -> Step {
        if skipping != .nothing { return skip(bytes, offset) }
        switch framing {
        case .lines: return line(bytes, offset, isLast)
        case .headers: return frame(bytes, offset, isLast)
        case nil: return recognise(bytes, offset, isLast)
        }
    }

    /// Tells the framing by the first byte that is not blank, behind a byte order mark that may be there.
    private mutating func recognise(_ bytes: Span<UInt8>, _ offset: Int, _ isLast: Bool) -> Step {
        if isAtStart, offset < bytes.count, bytes[offset] == 0xEF {
            if bytes.count - offset < 3 && !isLast { return .more(3 - (bytes.count - offset)) }
            isAtStart = false
            if bytes.count - offset >= 3, bytes[offset + 1] == 0xBB, bytes[offset + 2] == 0xBF {
                return .nothing(next: offset + 3)
            }
        }
        for place in offset..<bytes.count where !Self.isBlank(bytes[place]) {
            isAtStart = false
            let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
            framing = letters.contains(bytes[place] | 0x20) ? .headers : .lines
            return .nothing(next: place)
        }
        if bytes.count > offset {
            isAtStart = false
            return .nothing(next: bytes.count)
        }
        return .more(1)
    }

    // MARK: Lines

    private mutating func line(_ bytes: Span<UInt8>, _ offset: Int, _ isLast: Bool) -> Step {
        guard let end = Self.lineFeed(in: bytes, from: offset + searched) else {
            searched = bytes.count - offset
            if searched > limit + 1 {
                searched = 0
                skipping = .line
                return .tooLong(next: bytes.count)
            }
            guard isLast, searched > 0 else { return .more(1) }
            return message(bytes, offset..<bytes.count, next: bytes.count)
        }
        return message(bytes, offset..<end, next: end + 1)
    }

    private mutating func message(_ bytes: Span<UInt8>, _ line: Range<Int>, next: Int) -> Step {
        searched = 0
        var (start, end) = (line.lowerBound, line.upperBound)
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        if end - start > limit { return .tooLong(next: next) }
        while start < end, Self.isBlank(bytes[start]) { start += 1 }
        return start == end ? .nothing(next: next) : .message(start..<end, next: next)
    }

    // MARK: Headers

    private mutating func frame(_ bytes: Span<UInt8>, _ offset: Int, _ isLast: Bool) -> Step {
        var header = Header()
        var place = offset
        while let end = Self.lineFeed(in: bytes, from: place), end - offset < Self.headerLimit {
            let isCarriageReturn = end > place && bytes[end - 1] == UInt8(ascii: "\r")
            let line = bytes.extracting(place..<(isCarriageReturn ? end - 1 : end))
            place = end + 1
            if line.isEmpty { return body(bytes, header, from: place, isLast) }
            if let reason = header.read(line) { return .lost(reason: reason) }
        }
        if bytes.count - offset >= Self.headerLimit { return .lost(reason: "a header without an end") }
        guard isLast, bytes.count > offset else { return .more(1) }
        return .lost(reason: "the input ended inside a header")
    }

    private mutating func body(_ bytes: Span<UInt8>, _ header: Header, from start: Int, _ isLast: Bool) -> Step {
        guard let length = header.length else { return .lost(reason: "Content-Length is missing") }
        let there = bytes.count - start
        if length > limit {
            skipping = length > there ? .bytes(length - there) : .nothing
            return .tooLong(next: start + min(length, there))
        }
        if length <= there { return .message(start..<start + length, next: start + length) }
        return isLast ? .cut : .more(length - there)
    }

    /// What is known of a header block.
    private struct Header {
        var length: Int?

        /// Reads one line; gives the reason when the block is of no use.
        mutating func read(_ line: Span<UInt8>) -> String? {
            guard let colon = line.indices.first(where: { line[$0] == UInt8(ascii: ":") }),
                let name = Self.name(line.extracting(0..<colon))
            else { return "a line of the header that is not 'Name: value'" }
            guard name == "content-length" else { return nil }
            guard let value = Self.number(line.extracting((colon + 1)..<line.count)) else {
                return "Content-Length is not a number"
            }
            if let length, length != value { return "two values of Content-Length" }
            length = value
            return nil
        }

        /// In lower case; nil for what cannot be a name (RFC 9110, section 5.6.2: letters, digits and hyphens suffice).
        private static func name(_ bytes: Span<UInt8>) -> String? {
            var name = ""
            for place in bytes.indices {
                switch bytes[place] {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    name.unicodeScalars.append(Unicode.Scalar(bytes[place]))
                case UInt8(ascii: " ") where place == bytes.count - 1 && !name.isEmpty: break
                default: return nil
                }
            }
            return name.isEmpty ? nil : name.lowercased()
        }

        private static func number(_ bytes: Span<UInt8>) -> Int? {
            var digits = ""
            for place in bytes.indices { digits.unicodeScalars.append(Unicode.Scalar(bytes[place])) }
            digits = String(digits.drop { $0 == " " || $0 == "\t" })
            while digits.last == " " || digits.last == "\t" { digits.removeLast() }
            return digits.allSatisfy { "0"..."9" ~= $0 } ? Int(digits) : nil
        }
    }

    // MARK: Bytes

    private mutating func skip(_ bytes: Span<UInt8>, _ offset: Int) -> Step {
        guard offset < bytes.count else { return .more(1) }
        switch skipping {
        case .nothing: break
        case .bytes(let count):
            let passed = min(count, bytes.count - offset)
            skipping = passed == count ? .nothing : .bytes(count - passed)
            return .nothing(next: offset + passed)
        case .line:
            guard let end = Self.lineFeed(in: bytes, from: offset) else { return .nothing(next: bytes.count) }
            skipping = .nothing
            return .nothing(next: end + 1)
        }
        return .nothing(next: offset)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n")
    }

    private static func lineFeed(in bytes: Span<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + start, 0x0A, buffer.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
        }
    }
}
