package import JSON

/// JSON as RFC 8259 says it, one byte after the other: slow, and so plain that it can be checked by reading it. Gives nil
/// for what is not JSON. It shares nothing with the scanner.
package struct ReferenceParser {
    private let bytes: [UInt8]
    private var place = 0

    package static func parse(_ bytes: [UInt8]) -> JSONValue? {
        var parser = ReferenceParser(bytes: bytes)
        parser.blanks()
        guard let value = parser.value(depth: 0) else { return nil }
        parser.blanks()
        return parser.place == bytes.count ? value : nil
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ text: String) -> Bool {
        guard bytes[place...].starts(with: text.utf8) else { return false }
        place += text.utf8.count
        return true
    }

    private mutating func blanks() { while take(" ") || take("\t") || take("\n") || take("\r") {} }

    private mutating func value(depth: Int) -> JSONValue? {
        if take("null") { return .null }
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        if take("\"") { return string().map { .string($0) } }
        if take("[") { return depth == 512 ? nil : array(depth: depth + 1) }
        if take("{") { return depth == 512 ? nil : object(depth: depth + 1) }
        return number()
    }

    private mutating func array(depth: Int) -> JSONValue? {
        var elements: [JSONValue] = []
        blanks()
        if take("]") { return .array([]) }
        while true {
            blanks()
            guard let element = value(depth: depth) else { return nil }
            elements.append(element)
            blanks()
            if take("]") { return .array(elements) }
            if !take(",") { return nil }
        }
    }

    private mutating func object(depth: Int) -> JSONValue? {
        var members: [JSONValue.Member] = []
        blanks()
        if take("}") { return .object([]) }
        while true {
            blanks()
            guard take("\""), let name = string() else { return nil }
            blanks()
            guard take(":") else { return nil }
            blanks()
            guard let element = value(depth: depth) else { return nil }
            members.append(JSONValue.Member(name, element))
            blanks()
            if take("}") { return .object(members) }
            if !take(",") { return nil }
        }
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
    private mutating func number() -> JSONValue? {
        let start = place
        _ = take("-")
        let whole = digits()
        if whole.isEmpty || whole.count > 1 && whole.first == UInt8(ascii: "0") { return nil }
        if take("."), digits().isEmpty { return nil }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            if digits().isEmpty { return nil }
        }
        return .number(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private mutating func digits() -> [UInt8] {
        var found: [UInt8] = []
        while let digit = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit {
            found.append(digit)
            place += 1
        }
        return found
    }

    /// The rest of a string, behind its opening quote.
    private mutating func string() -> String? {
        var scalars = String.UnicodeScalarView()
        while true {
            if take("\"") { return String(scalars) }
            guard let scalar = take("\\") ? escape() : character() else { return nil }
            scalars.append(scalar)
        }
    }

    private mutating func escape() -> Unicode.Scalar? {
        let simple: [(String, Unicode.Scalar)] = [
            ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"), ("r", "\r"),
            ("t", "\t"),
        ]
        for (letter, scalar) in simple where take(letter) { return scalar }
        guard take("u"), let unit = fourDigits() else { return nil }
        if unit < 0xD800 || unit > 0xDFFF { return Unicode.Scalar(unit) }
        guard unit < 0xDC00, take("\\u"), let second = fourDigits(), 0xDC00...0xDFFF ~= second else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) * 0x400 + (second - 0xDC00))
    }

    private mutating func fourDigits() -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value * 16 + UInt32(digit)
            place += 1
        }
        return value
    }

    /// One character of UTF-8 (RFC 3629): as short as it can be, no surrogate, nothing above 10FFFF.
    private mutating func character() -> Unicode.Scalar? {
        guard let lead = next, lead >= 0x20 else { return nil }
        place += 1
        let length = (~lead).leadingZeroBitCount
        if length == 0 { return Unicode.Scalar(lead) }
        guard 2...4 ~= length else { return nil }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for _ in 1..<length {
            guard let byte = next, byte >> 6 == 0b10 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
            place += 1
        }
        let least: [UInt32] = [0x80, 0x800, 0x10000]
        return value >= least[length - 2] ? Unicode.Scalar(value) : nil
    }
}
