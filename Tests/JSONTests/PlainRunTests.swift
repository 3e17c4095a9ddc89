import TestSupport
import Testing

@testable import JSON

/// The run one byte after the other.
private func slowEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while place < bytes.count, 0x20..<0x80 ~= bytes[place], bytes[place] != 0x22, bytes[place] != 0x5C { place += 1 }
    return place
}

@Suite("Eight bytes at a time find what one at a time finds")
struct PlainRunTests {
    @Test("Every byte at every place of texts of every length around one and two words")
    func everyByteAtEveryPlace() {
        for count in 0...19 {
            for place in 0..<max(count, 1) {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
                    if place < count { bytes[place] = byte }
                    let found = Ascii.endOfPlainRun(in: bytes.span, from: 0)
                    if found != slowEnd(bytes, from: 0) {
                        Issue.record("\(byte) at \(place) of \(count): found \(found)")
                    }
                }
            }
        }
    }

    @Test("From every start, with bytes beside each other that borrow from each other")
    func neighbours() {
        var chance = SeededGenerator.printed(for: "plain runs")
        let special: [UInt8] = [
            0x00, 0x01, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0x81, 0xA0, 0xA2, 0xFF,
        ]
        for _ in 0..<4000 {
            let bytes = (0..<Int.random(in: 0...26, using: &chance)).map { _ in
                chance.once(in: 3) ? chance.pick(special) : UInt8(ascii: "!")
            }
            for start in 0...bytes.count
            where Ascii.endOfPlainRun(in: bytes.span, from: start) != slowEnd(bytes, from: start) {
                Issue.record("from \(start) of \(readable(bytes)), seed \(chance.seed)")
            }
        }
    }

    @Test("A string of every length around the words is read whole, with each kind of character at each place")
    func strings() throws {
        for count in 0...18 {
            for place in 0...count {
                for special in [#"\""#, #"\\"#, #"\u00e9"#, #"\ud83d\ude00"#, "é", "한", "😀", "\u{7F}", ""] {
                    let content =
                        String(repeating: "x", count: place) + special + String(repeating: "y", count: count - place)
                    let text = Array("[\"\(content)\",7]".utf8)
                    #expect(try JSONValue(parsing: text) == ReferenceParser.parse(text), "\(content)")
                    #expect(throws: JSONSyntaxError.self, "\(content)") {
                        try JSONValue(parsing: Array("\"\(content)".utf8))
                    }
                }
            }
        }
    }
}
