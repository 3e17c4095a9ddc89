import TestSupport
import Testing
import TodoCore

@testable import TodoStore

@Suite("Cursors as texts", .blocking)
struct CursorTests {
    private func cursor(_ dice: inout SeededGenerator) -> Cursor {
        func number() -> Int64 {
            let bits = dice.below(64)
            return Int64(bitPattern: dice.next() >> UInt64(bits))
        }
        var done: Set<Int64> = []
        for _ in 0..<dice.below(5) {
            let first = Int64(dice.below(200)) + 1
            done.formUnion(first...first + Int64(dice.below(6)))
        }
        return Cursor(
            filter: dice.next(), revision: number() & Int64.max, today: DueDate("2024-06-15") ?? .first,
            section: number() & Int64.max, place: number(), done: done.sorted())
    }

    @Test("A cursor is read back as it was written")
    func roundTrip() {
        var dice = SeededGenerator.printed(for: "cursors")
        for _ in 0..<500 {
            let cursor = cursor(&dice)
            #expect(Cursor(cursor.text) == cursor, "seed \(dice.seed)")
        }
    }

    @Test("Every truncated text is refused, and every one with another character at any place")
    func alterations() {
        var dice = SeededGenerator.printed(for: "altered cursors")
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=. ~é")
        for _ in 0..<12 {
            let text = Array(cursor(&dice).text)
            for length in 0..<text.count {
                #expect(Cursor(String(text[..<length])) == nil, "\(length) of \(String(text)); seed \(dice.seed)")
                for character in alphabet where character != text[length] {
                    var altered = text
                    altered[length] = character
                    #expect(Cursor(String(altered)) == nil, "\(String(altered)); seed \(dice.seed)")
                }
            }
            for character in alphabet { #expect(Cursor(String(text + [character])) == nil) }
        }
    }

    @Test("A cursor that claims more sections than there can be is refused before they are counted out")
    func hugeRuns() {
        // 200 runs of 16 million sections each would be 25 GB.
        let runs = (0..<200).map { Int64($0) << 25 }
        var claims = ClaimWriter()
        for number in [1, 5, 5, 20_240_615, 1, 1] as [UInt64] { claims.write(number) }
        claims.write(UInt64(runs.count))
        for run in runs {
            claims.write(UInt64(run))
            claims.write(1 << 24)
        }
        var hash = Fingerprint()
        for byte in claims.bytes { hash.combine(byte) }
        claims.write(hash.value & 0xFFFF_FFFF)
        #expect(Cursor(Base64.encode(claims.bytes)) == nil)
    }
}

/// Numbers as a cursor has them.
private struct ClaimWriter {
    var bytes: [UInt8] = []

    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
