/// Why a text is not JSON (RFC 8259), and where.
package struct JSONSyntaxError: Error, Equatable, Sendable {
    /// Bytes before the place where reading stopped.
    package let offset: Int
    /// One phrase for a person, such as "a string that does not end".
    package let reason: String

    /// - Parameters:
    ///   - offset: in bytes, from 0.
    ///   - reason: one phrase for a person, without a full stop.
    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}

/// Walks over JSON text and checks it as RFC 8259 says, strictly: valid UTF-8 (RFC 3629), valid Unicode in escapes
/// (no lone surrogate), no trailing commas, nesting at most `maximumDepth`.
///
/// It keeps nothing of what it reads. A value is a range of bytes, and `JSONView` reads inside it later.
package struct JSONScanner: ~Escapable {
    /// Arrays and objects may stand within each other this deep; one more is an error.
    package static let maximumDepth = 512

    private let bytes: Span<UInt8>
    /// The offset of the next byte to be read.
    package private(set) var position: Int
    private var depth = 0

    /// Starts at an offset in bytes. Nothing is read yet.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Checks that the text is exactly one JSON value, with blanks around it, and gives the value's place.
    package static func check(_ bytes: Span<UInt8>) throws(JSONSyntaxError) -> Range<Int> {
        var scanner = JSONScanner(bytes)
        scanner.skipBlanks()
        let value = try scanner.value()
        try scanner.end()
        return value
    }

    /// The next byte, or nil at the end.
    package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Steps over space, tab, line feed and carriage return.
    @_lifetime(self: copy self)
    package mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case Ascii.space, Ascii.tab, Ascii.lineFeed, Ascii.carriageReturn: position += 1
            default: return
            }
        }
    }

    /// Steps over `byte` if it comes next.
    @_lifetime(self: copy self)
    package mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Nothing but blanks is left.
    @_lifetime(self: copy self)
    package mutating func end() throws(JSONSyntaxError) {
        skipBlanks()
        if position < bytes.count { throw failure("more text after the value") }
    }

    /// Steps over one value and gives its place.
    @_lifetime(self: copy self)
    package mutating func value() throws(JSONSyntaxError) -> Range<Int> {
        let start = position
        guard let next else { throw failure("the text ends where a value should be") }
        switch next {
        case Ascii.quote: try string()
        case Ascii.openBrace: try container(closedBy: Ascii.closeBrace, named: true)
        case Ascii.openBracket: try container(closedBy: Ascii.closeBracket, named: false)
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case Ascii.minus, Ascii.zero...Ascii.nine: try number()
        default: throw failure("no value starts like this")
        }
        return start..<position
    }

    /// Steps over a member's name and its colon, and gives the place of the name with its quotes.
    @_lifetime(self: copy self)
    package mutating func name() throws(JSONSyntaxError) -> Range<Int> {
        let start = position
        guard next == Ascii.quote else { throw failure("a member's name must be a string") }
        try string()
        let name = start..<position
        skipBlanks()
        guard take(Ascii.colon) else { throw failure("a colon must follow a member's name") }
        skipBlanks()
        return name
    }

    /// Steps into an array or object, whose opening bracket comes next; gives false when it is empty and already over.
    @_lifetime(self: copy self)
    package mutating func open(closedBy close: UInt8) throws(JSONSyntaxError) -> Bool {
        if depth == Self.maximumDepth { throw failure("nesting deeper than \(Self.maximumDepth)") }
        depth += 1
        position += 1
        skipBlanks()
        if take(close) {
            depth -= 1
            return false
        }
        return true
    }

    /// After an element: true when another one follows, false when the array or object is over.
    @_lifetime(self: copy self)
    package mutating func another(closedBy close: UInt8) throws(JSONSyntaxError) -> Bool {
        skipBlanks()
        if take(Ascii.comma) {
            skipBlanks()
            return true
        }
        guard take(close) else { throw failure("a comma or a closing bracket must follow") }
        depth -= 1
        return false
    }

    @_lifetime(self: copy self)
    private mutating func container(closedBy close: UInt8, named: Bool) throws(JSONSyntaxError) {
        guard try open(closedBy: close) else { return }
        repeat {
            if named { _ = try name() }
            _ = try value()
        } while try another(closedBy: close)
    }

    @_lifetime(self: copy self)
    private mutating func word(_ word: StaticString) throws(JSONSyntaxError) {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count else { throw failure("no value starts like this") }
        for offset in 0..<length {
            guard unsafe bytes[position + offset] == word.utf8Start[offset] else {
                throw failure("no value starts like this")
            }
        }
        position += length
    }

    @_lifetime(self: copy self)
    private mutating func number() throws(JSONSyntaxError) {
        _ = take(Ascii.minus)
        if !take(Ascii.zero) { try digits() }
        if take(Ascii.period) { try digits() }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if !take(Ascii.plus) { _ = take(Ascii.minus) }
            try digits()
        }
    }

    @_lifetime(self: copy self)
    private mutating func digits() throws(JSONSyntaxError) {
        let start = position
        while position < bytes.count, Ascii.isDigit(bytes[position]) { position += 1 }
        if position == start { throw failure("a digit is missing in a number") }
    }

    @_lifetime(self: copy self)
    private mutating func string() throws(JSONSyntaxError) {
        position += 1
        while true {
            position = Ascii.endOfPlainRun(in: bytes, from: position)
            guard position < bytes.count else { throw failure("a string that does not end") }
            switch bytes[position] {
            case Ascii.quote:
                position += 1
                return
            case Ascii.backslash: try escape()
            case 0..<Ascii.space: throw failure("a control character in a string")
            default: try character()
            }
        }
    }

    @_lifetime(self: copy self)
    private mutating func escape() throws(JSONSyntaxError) {
        let start = position
        position += 1
        switch next {
        case Ascii.quote, Ascii.backslash, Ascii.slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            let unit = try hexadecimal()
            guard UTF16.isTrailSurrogate(unit) || UTF16.isLeadSurrogate(unit) else { return }
            guard UTF16.isLeadSurrogate(unit), take(Ascii.backslash), next == UInt8(ascii: "u"),
                UTF16.isTrailSurrogate(try hexadecimal())
            else { throw JSONSyntaxError(offset: start, reason: "a lone surrogate") }
        default: throw failure("an escape that JSON does not have")
        }
    }

    /// The four digits of a \u escape, whose u comes next.
    @_lifetime(self: copy self)
    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt16 {
        position += 1
        guard position + 4 <= bytes.count, let unit = Ascii.hexadecimal(in: bytes, at: position) else {
            throw failure("a \\u escape needs four hexadecimal digits")
        }
        position += 4
        return unit
    }

    /// One character that is not ASCII: the well-formed sequences of RFC 3629, section 4.
    @_lifetime(self: copy self)
    private mutating func character() throws(JSONSyntaxError) {
        let length: Int
        let second: ClosedRange<UInt8>
        switch bytes[position] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw failure("invalid UTF-8")
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]) else {
            throw failure("invalid UTF-8")
        }
        for offset in 2..<max(2, length) where bytes[position + offset] & 0xC0 != 0x80 {
            throw failure("invalid UTF-8")
        }
        position += length
    }

    private func failure(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: position, reason: reason) }
}
