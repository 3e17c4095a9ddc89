/// Writes JSON text into one growing buffer, which is used again and again.
///
/// It writes what it is told, in that order: well-formed brackets and commas are the caller's, and the declarations of
/// `Member` take care of them for objects.
package struct JSONWriter: Sendable {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []

    /// An empty buffer, which takes memory with the first byte.
    package init() {}

    /// How many bytes have been written.
    package var count: Int { bytes.count }

    /// Forgets everything behind the first `count` bytes, and keeps the room.
    package mutating func truncate(to count: Int) { bytes.removeSubrange(count...) }

    /// Forgets the first `count` bytes.
    package mutating func removeFirst(_ count: Int) { bytes.removeSubrange(..<count) }

    /// Forgets everything; gives the room back when it is more than `limit` bytes.
    package mutating func removeAll(keepingAtMost limit: Int) {
        if bytes.capacity > limit { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    }

    /// Puts bytes before those from `offset` on.
    package mutating func insert(_ prefix: some Collection<UInt8>, at offset: Int) {
        bytes.insert(contentsOf: prefix, at: offset)
    }

    /// A byte of JSON: a bracket, a comma, a colon.
    package mutating func raw(_ byte: UInt8) { bytes.append(byte) }

    /// Text that is JSON already.
    package mutating func raw(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    /// Text that is JSON already.
    package mutating func raw(_ text: ArraySlice<UInt8>) { bytes.append(contentsOf: text) }

    /// Text that is JSON already.
    package mutating func raw(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Text that is JSON already, from the message that is being answered.
    package mutating func raw(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    /// The word `null`.
    package mutating func null() { raw("null") }

    /// The word `true` or `false`.
    package mutating func bool(_ flag: Bool) { flag ? raw("true") : raw("false") }

    /// A whole number in decimal digits; all 64 bits come out exactly.
    package mutating func integer(_ number: Int64) {
        if number >= 0 && number < 10 { return bytes.append(Ascii.zero + UInt8(truncatingIfNeeded: number)) }
        if number < 0 { bytes.append(Ascii.minus) }
        digits(number.magnitude)
    }

    private mutating func digits(_ magnitude: UInt64) {
        // 2⁶⁴ has twenty digits.
        var digits = InlineArray<20, UInt8>(repeating: Ascii.zero)
        var place = digits.count
        var rest = magnitude
        repeat {
            place -= 1
            digits[place] = Ascii.zero + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        raw(digits.span.extracting(place..<digits.count))
    }

    /// A string with its quotes. Only what RFC 8259 says must be escaped is; the rest stays as it is in UTF-8.
    package mutating func string(_ text: String) {
        var text = text
        bytes.append(Ascii.quote)
        text.withUTF8 { unsafe escape($0) }
        bytes.append(Ascii.quote)
    }

    /// A string without anything to escape.
    package mutating func plainString(_ text: StaticString) {
        bytes.append(Ascii.quote)
        raw(text)
        bytes.append(Ascii.quote)
    }

    /// The same, from bytes.
    package mutating func plainString(_ text: Span<UInt8>) {
        bytes.append(Ascii.quote)
        raw(text)
        bytes.append(Ascii.quote)
    }

    /// A whole tree, without blanks. Numbers come out as they were read.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): bool(flag)
        case .number(let token): raw(Array(token.utf8))
        case .string(let text): string(text)
        case .array(let elements):
            array(elements) { writer, element in writer.value(element) }
        case .object(let members):
            raw(Ascii.openBrace)
            for (index, member) in members.enumerated() {
                if index > 0 { raw(Ascii.comma) }
                string(member.name)
                raw(Ascii.colon)
                self.value(member.value)
            }
            raw(Ascii.closeBrace)
        }
    }

    /// An array: the brackets, and a comma before each element that `write` writes but the first.
    package mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        raw(Ascii.openBracket)
        var isFirst = true
        for element in elements {
            if !isFirst { raw(Ascii.comma) }
            isFirst = false
            write(&self, element)
        }
        raw(Ascii.closeBracket)
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        let span = unsafe text.span
        var place = 0
        while place < span.count {
            let run = endOfRunThatNeedsNoEscape(span, from: place)
            if run > place { unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[place..<run])) }
            if run < span.count { escape(span[run]) }
            place = run + 1
        }
    }

    /// As the plain run of the scanner, but bytes that are not ASCII stay as they are.
    private func endOfRunThatNeedsNoEscape(_ text: Span<UInt8>, from start: Int) -> Int {
        var place = start
        while true {
            place = Ascii.endOfPlainRun(in: text, from: place)
            while place < text.count, text[place] >= 0x80 { place += 1 }
            guard place < text.count, Ascii.isPlain(text[place]) else { return place }
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case Ascii.quote: raw("\\\"")
        case Ascii.backslash: raw("\\\\")
        case Ascii.lineFeed: raw("\\n")
        case Ascii.carriageReturn: raw("\\r")
        case Ascii.tab: raw("\\t")
        case 0x08: raw("\\b")
        case 0x0C: raw("\\f")
        default:
            raw("\\u00")
            for digit in [byte >> 4, byte & 15] {
                raw(digit < 10 ? Ascii.zero + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
