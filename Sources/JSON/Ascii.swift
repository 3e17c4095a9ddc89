/// Bytes with names, and what can be told from bytes alone.
///
/// The names are computed, since what is stored is guarded against being made twice: without the optimiser, as in the
/// tests, each access asks the runtime for it, and under the thread sanitizer the threads queue there.
enum Ascii {
    static var tab: UInt8 { UInt8(ascii: "\t") }
    static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    static var space: UInt8 { UInt8(ascii: " ") }
    static var quote: UInt8 { UInt8(ascii: "\"") }
    static var backslash: UInt8 { UInt8(ascii: "\\") }
    static var slash: UInt8 { UInt8(ascii: "/") }
    static var comma: UInt8 { UInt8(ascii: ",") }
    static var colon: UInt8 { UInt8(ascii: ":") }
    static var period: UInt8 { UInt8(ascii: ".") }
    static var minus: UInt8 { UInt8(ascii: "-") }
    static var plus: UInt8 { UInt8(ascii: "+") }
    static var zero: UInt8 { UInt8(ascii: "0") }
    static var nine: UInt8 { UInt8(ascii: "9") }
    static var openBrace: UInt8 { UInt8(ascii: "{") }
    static var closeBrace: UInt8 { UInt8(ascii: "}") }
    static var openBracket: UInt8 { UInt8(ascii: "[") }
    static var closeBracket: UInt8 { UInt8(ascii: "]") }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

    /// The four hexadecimal digits at `start`, which must be inside.
    static func hexadecimal(in bytes: Span<UInt8>, at start: Int) -> UInt16? {
        var unit: UInt16 = 0
        for offset in start..<start + 4 {
            let digit: UInt8
            switch bytes[offset] {
            case zero...nine: digit = bytes[offset] - zero
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[offset] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[offset] - UInt8(ascii: "A") + 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// The first place at or after `start` whose byte is a quote, a backslash, a control character or not ASCII; the
    /// end if there is none. Eight bytes at a time: this is where a long text spends its time.
    @inline(__always)
    static func endOfPlainRun(in bytes: Span<UInt8>, from start: Int) -> Int {
        var place = start
        let raw = unsafe bytes.bytes
        while place + 8 <= bytes.count {
            // The first byte in the lowest place, on every machine.
            let word = UInt64(
                littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
            // The high bit of each byte tells whether it stops the run.
            let stops =
                word | below(word, Self.space) | below(word ^ each(quote), 1) | below(word ^ each(backslash), 1)
            let marked = stops & each(0x80)
            if marked != 0 { return place + marked.trailingZeroBitCount >> 3 }
            place += 8
        }
        while place < bytes.count, isPlain(bytes[place]) { place += 1 }
        return place
    }

    static func isPlain(_ byte: UInt8) -> Bool { byte >= space && byte < 0x80 && byte != quote && byte != backslash }

    /// Eight times the same byte.
    @inline(__always)
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Sets the high bit of each byte below `limit`, exactly up to the first one from the low end, which is all that is asked.
    @inline(__always)
    private static func below(_ word: UInt64, _ limit: UInt8) -> UInt64 { (word &- each(limit)) & ~word }
}
