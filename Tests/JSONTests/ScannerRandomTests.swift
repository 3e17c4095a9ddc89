import JSON
import TestSupport
import Testing

/// Makes JSON texts, and damages them.
private struct TextMaker {
    var chance: SeededGenerator

    mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 4 ? 5 : 8), using: &chance) {
        case 0: return chance.pick(["null", "true", "false"])
        case 1: return number()
        case 2...4: return string()
        case 5, 6:
            let elements = (0..<count()).map { _ in blanks() + value(depth: depth + 1) + blanks() }
            return "[" + elements.joined(separator: ",") + "]"
        default:
            let members = (0..<count()).map { _ in
                blanks() + string() + blanks() + ":" + blanks() + value(depth: depth + 1) + blanks()
            }
            return "{" + members.joined(separator: ",") + "}"
        }
    }

    private mutating func count() -> Int { Int.random(in: 0...4, using: &chance) }

    private mutating func blanks() -> String { chance.once(in: 4) ? chance.pick([" ", "\t", "\r\n", "   "]) : "" }

    private mutating func number() -> String {
        chance.pick(["", "-"]) + chance.pick(["0", "7", "10", "9223372036854775807", "123456789012345678901"])
            + chance.pick(["", "", ".0", ".25", ".000"]) + chance.pick(["", "", "e5", "E+10", "e-07"])
    }

    private mutating func string() -> String {
        let parts = [
            "a", "bcdefgh", " ", "é", "ß", "한글", "ㅎ", "😀", "\u{7F}", "\u{FFFF}", #"\n"#, #"\""#, #"\\"#, #"\/"#,
            #"\u0041"#, #"\u00e9"#, #"\uD55C"#, #"\ud83d\ude00"#, #"\u0000"#, "0123456789abcdef",
        ]
        return "\"" + (0..<Int.random(in: 0...6, using: &chance)).map { _ in chance.pick(parts) }.joined() + "\""
    }

    /// One to three small changes.
    mutating func damaged(_ text: [UInt8]) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &chance) where !text.isEmpty {
            let place = chance.pick(text.indices)
            switch Int.random(in: 0..<7, using: &chance) {
            case 0: text.remove(at: place)
            case 1: text.insert(UInt8.random(in: 0...255, using: &chance), at: place)
            case 2: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
            case 3: text.insert(chance.pick(Array(#""\{}[],:0-.eEtfnu/ \#u{9}"#.utf8)), at: place)
            case 4: text[place] = chance.pick(Array(#""\{}[],:0123456789-+.eEdD8c"#.utf8))
            case 5: text.removeSubrange(place...)
            default: text.insert(contentsOf: text[place..<chance.pick(place..<text.count)], at: place)
            }
        }
        return text
    }
}

@Suite("The scanner and the reference parser agree")
struct ScannerRandomTests {
    @Test("About texts made at random: both read the same value")
    func goodTexts() throws {
        var maker = TextMaker(chance: .printed(for: "good JSON texts"))
        for _ in 0..<1500 {
            let text = Array(maker.value(depth: 0).utf8)
            let expected = try #require(ReferenceParser.parse(text), "the reference refuses \(readable(text))")
            let value = try JSONValue(parsing: text)
            #expect(value == expected, "\(readable(text)), seed \(maker.chance.seed)")
        }
    }

    @Test("About six thousand damaged texts: both take them with the same value, or both refuse them")
    func damagedTexts() {
        var maker = TextMaker(chance: .printed(for: "damaged JSON texts"))
        var (taken, refused) = (0, 0)
        for _ in 0..<6000 {
            let text = maker.damaged(Array(maker.value(depth: 1).utf8))
            let value = try? JSONValue(parsing: text)
            if value == nil { refused += 1 } else { taken += 1 }
            #expect(value == ReferenceParser.parse(text), "\(readable(text)), seed \(maker.chance.seed)")
        }
        // Otherwise the changes are too small or too large to tell anything.
        #expect(taken > 300 && refused > 300, "\(taken) taken, \(refused) refused")
    }

    @Test("About texts that are written and read again: the value is the same")
    func writtenAgain() throws {
        var maker = TextMaker(chance: .printed(for: "written JSON texts"))
        for _ in 0..<500 {
            let value = try JSONValue(parsing: Array(maker.value(depth: 0).utf8))
            let written = Array(value.text.utf8)
            #expect(ReferenceParser.parse(written) == value, "\(value.text), seed \(maker.chance.seed)")
        }
    }
}
