/// A value inside JSON text that `JSONScanner` has checked. Reading it copies nothing but what is asked for.
package struct JSONView: ~Escapable {
    /// What kind of value it is.
    package enum Kind: Sendable { case null, boolean, number, string, array, object }

    private let bytes: Span<UInt8>
    private let start: Int
    private let end: Int

    /// The value at `place` of a text, as the scanner gave it.
    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, at place: Range<Int>) {
        self.bytes = bytes
        start = place.lowerBound
        end = place.upperBound
    }

    /// Told by the first byte, since the value has been checked.
    package var kind: Kind {
        switch bytes[start] {
        case Ascii.quote: .string
        case Ascii.openBrace: .object
        case Ascii.openBracket: .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// Its place in the text.
    package var place: Range<Int> { start..<end }

    /// The value at another place of the same text.
    @_lifetime(copy self)
    package func at(_ place: Range<Int>) -> JSONView { JSONView(bytes, at: place) }

    /// The value as it is written.
    package var token: String { unsafe String(copying: UTF8Span(unchecked: bytes.extracting(start..<end))) }

    /// nil for another kind of value.
    package var bool: Bool? { kind == .boolean ? bytes[start] == UInt8(ascii: "t") : nil }

    /// The text of a string, escapes resolved; nil for another kind.
    package var string: String? {
        guard kind == .string else { return nil }
        let text = bytes.extracting(start + 1..<end - 1)
        if !isEscaped { return unsafe String(copying: UTF8Span(unchecked: text)) }
        return Self.unescaped(text)
    }

    /// Whether a number is written without fraction and exponent, as whole numbers are here: `1.0` is not.
    package var isWhole: Bool {
        guard kind == .number else { return false }
        for place in start..<end where bytes[place] != Ascii.minus && !Ascii.isDigit(bytes[place]) { return false }
        return true
    }

    /// A whole number; nil for another kind, and for one that does not fit.
    package var integer: Int64? {
        guard isWhole else { return nil }
        var magnitude: UInt64 = 0
        let isNegative = bytes[start] == Ascii.minus
        for place in start + (isNegative ? 1 : 0)..<end {
            let (tens, over) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(UInt64(bytes[place] - Ascii.zero))
            if over || carry { return nil }
            magnitude = sum
        }
        if !isNegative { return Int64(exactly: magnitude) }
        return magnitude <= UInt64(Int64.max) ? -Int64(magnitude) : magnitude == 1 << 63 ? Int64.min : nil
    }

    /// Whether this is the string `text`, however it is written, without making a String of it.
    package func equals(_ text: [UInt8]) -> Bool {
        isPlainly(text) || hasEscapes && string.map { Array($0.utf8) == text } ?? false
    }

    /// At which place of `texts` this string stands, however it is written; nil for another one, and for what is none.
    package func place(in texts: [[UInt8]]) -> Int? {
        let candidates = texts.span
        for index in candidates.indices where isPlainly(candidates[index]) { return index }
        return hasEscapes ? texts.firstIndex { equals($0) } : nil
    }

    /// Whether this is the string `text`, written without escapes.
    package func isPlainly(_ text: [UInt8]) -> Bool {
        guard end - start == text.count + 2, bytes[start] == Ascii.quote else { return false }
        for offset in text.indices {
            let byte = bytes[start + 1 + offset]
            if byte != text[offset] || byte == Ascii.backslash { return false }
        }
        return true
    }

    /// Whether it is a string that is written with escapes, which may be equal to a text that it does not look like.
    package var hasEscapes: Bool { bytes[start] == Ascii.quote && isEscaped }

    /// Calls `body` with each member of an object, in the order in which they are written. Names may come twice.
    package func forEachMember<Failure: Error>(
        _ body: (_ name: JSONView, _ value: JSONView) throws(Failure) -> Void
    ) throws(Failure) {
        var place = blanks(start + 1)
        while bytes[place] != Ascii.closeBrace {
            let name = place..<after(place)
            place = blanks(blanks(name.upperBound) + 1)
            let value = place..<after(place)
            try body(JSONView(bytes, at: name), JSONView(bytes, at: value))
            place = next(value.upperBound)
        }
    }

    /// Calls `body` with each element of an array.
    package func forEachElement<Failure: Error>(_ body: (JSONView) throws(Failure) -> Void) throws(Failure) {
        var place = blanks(start + 1)
        while bytes[place] != Ascii.closeBracket {
            let value = place..<after(place)
            try body(JSONView(bytes, at: value))
            place = next(value.upperBound)
        }
    }

    // MARK: Walking over text that is known to be right

    private var isEscaped: Bool {
        for place in start..<end where bytes[place] == Ascii.backslash { return true }
        return false
    }

    private func blanks(_ place: Int) -> Int {
        var place = place
        while bytes[place] <= Ascii.space { place += 1 }
        return place
    }

    /// From the end of an element to the start of the next one, or to the closing bracket.
    private func next(_ place: Int) -> Int {
        let place = blanks(place)
        return bytes[place] == Ascii.comma ? blanks(place + 1) : place
    }

    /// The place behind the value that starts here.
    private func after(_ place: Int) -> Int {
        var place = place
        var depth = 0
        repeat {
            switch bytes[place] {
            case Ascii.quote: place = afterString(place)
            case Ascii.openBrace, Ascii.openBracket:
                depth += 1
                place += 1
            case Ascii.closeBrace, Ascii.closeBracket:
                depth -= 1
                place += 1
            case Ascii.comma, Ascii.colon, 0...Ascii.space: place += 1
            default: while place < bytes.count, Self.isInsideWord(bytes[place]) { place += 1 }
            }
        } while depth > 0
        return place
    }

    private func afterString(_ quote: Int) -> Int {
        var place = quote + 1
        while true {
            place = Ascii.endOfPlainRun(in: bytes, from: place)
            switch bytes[place] {
            case Ascii.quote: return place + 1
            case Ascii.backslash: place += 2
            default: place += 1
            }
        }
    }

    /// Numbers, true, false and null are made of these.
    private static func isInsideWord(_ byte: UInt8) -> Bool {
        switch byte {
        case Ascii.comma, Ascii.closeBrace, Ascii.closeBracket, 0...Ascii.space: false
        default: true
        }
    }

    private static func unescaped(_ text: Span<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var place = 0
        while place < text.count {
            if text[place] != Ascii.backslash {
                result.append(text[place])
                place += 1
                continue
            }
            switch text[place + 1] {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(Ascii.lineFeed)
            case UInt8(ascii: "r"): result.append(Ascii.carriageReturn)
            case UInt8(ascii: "t"): result.append(Ascii.tab)
            case UInt8(ascii: "u"):
                place = append(codePointAt: place, of: text, to: &result)
                continue
            default: result.append(text[place + 1])
            }
            place += 2
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends what one \u escape, or a pair of them, stands for; gives the place behind it.
    private static func append(codePointAt start: Int, of text: Span<UInt8>, to result: inout [UInt8]) -> Int {
        let unit = UInt32(Ascii.hexadecimal(in: text, at: start + 2) ?? 0)
        guard 0xD800..<0xDC00 ~= unit else {
            append(unit, to: &result)
            return start + 6
        }
        let second = UInt32(Ascii.hexadecimal(in: text, at: start + 8) ?? 0xDC00)
        append(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF, to: &result)
        return start + 12
    }

    private static func append(_ codePoint: UInt32, to result: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(codePoint), let bytes = UTF8.encode(scalar) else { return }
        result.append(contentsOf: bytes)
    }
}
