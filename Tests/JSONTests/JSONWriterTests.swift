import JSON
import TestSupport
import Testing

private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite("The writer writes JSON")
struct JSONWriterTests {
    @Test(
        "Whole numbers are written digit for digit",
        arguments: [0, 1, 9, 10, 99, 100, -1, -9, -10, 1_000_000, Int64.max, Int64.max - 1, Int64.min, Int64.min + 1])
    func integers(number: Int64) {
        #expect(written { $0.integer(number) } == String(number))
    }

    @Test("Random whole numbers of every length are written digit for digit")
    func randomIntegers() {
        var chance = SeededGenerator.printed(for: "written numbers")
        for _ in 0..<2000 {
            let number = Int64.random(in: .min ... .max, using: &chance) >> Int64.random(in: 0..<64, using: &chance)
            #expect(written { $0.integer(number) } == String(number), "seed \(chance.seed)")
        }
    }

    @Test("Every code point that has a meaning comes back from the reference parser as it was")
    func everyScalar() {
        // All of the first three planes, and the beginning of each kilobyte of the rest.
        for start in stride(from: UInt32(0), through: 0x10FFFF, by: 64) where start < 0x30000 || start % 1024 == 0 {
            var text = ""
            for value in start..<start + 64 {
                if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
            }
            guard case .string(let read) = ReferenceParser.parse(Array(written { $0.string(text) }.utf8)),
                scalars(read) == scalars(text)
            else {
                Issue.record("lost from U+\(String(start, radix: 16)) on")
                return
            }
        }
    }

    @Test("Only quotes, backslashes and control characters are escaped, in the short form where there is one")
    func escapes() {
        #expect(written { $0.string("\"\\\n\r\t\u{8}\u{C}") } == #""\"\\\n\r\t\b\f""#)
        #expect(written { $0.string("\u{0}\u{1}\u{B}\u{1F}") } == #""\u0000\u0001\u000b\u001f""#)
        #expect(written { $0.string("/\u{7F}é한😀\u{2028}") } == "\"/\u{7F}é한😀\u{2028}\"")
    }

    @Test("What needs an escape is found at every place around the words, beside characters of every length")
    func escapesEverywhere() {
        for count in 0...18 {
            for place in 0...count {
                for special in ["\"", "\\", "\u{0}", "\u{1F}", "é\"", "\"한", "😀\n", "\u{7F}\"\"", "\\\u{80}\\"] {
                    let text =
                        String(repeating: "x", count: place) + special + String(repeating: "z", count: count - place)
                    let read = ReferenceParser.parse(Array(written { $0.string(text) }.utf8))
                    #expect(read == .string(text), "\(text.debugDescription)")
                }
            }
        }
    }

    @Test("A string that is bridged or made of pieces is written like any other")
    func slices() {
        let text = "abcdef\"ghi\u{D55C}"
        #expect(written { $0.string(String(text.dropFirst(3).dropLast(1))) } == #""def\"ghi""#)
    }

    @Test("Arrays have commas between their elements only")
    func arrays() {
        #expect(written { $0.array([Int64]()) { $0.integer($1) } } == "[]")
        #expect(written { $0.array([Int64(1)]) { $0.integer($1) } } == "[1]")
        #expect(written { $0.array([Int64(1), 2, 3]) { $0.integer($1) } } == "[1,2,3]")
    }

    @Test("Words and raw text stand as they are")
    func words() {
        #expect(written { $0.null() } == "null")
        #expect(written { $0.bool(true) } == "true")
        #expect(written { $0.bool(false) } == "false")
        #expect(written { $0.plainString("2.0") } == #""2.0""#)
        #expect(
            written {
                $0.raw(Array("[1".utf8)); $0.raw(0x5D)
            } == "[1]")
    }

    @Test("What was written can be taken back, cut off in front and put between")
    func editing() {
        var writer = JSONWriter()
        writer.raw("12345678")
        let count = writer.count
        writer.raw("rest")
        writer.truncate(to: count)
        writer.removeFirst(2)
        writer.insert(Array("ab".utf8), at: 1)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "3ab45678")
        #expect(writer.count == 8)
        writer.removeAll(keepingAtMost: 1000)
        #expect(writer.bytes.isEmpty)
        writer.integer(7)
        writer.removeAll(keepingAtMost: 0)
        #expect(writer.count == 0)
    }

    @Test("Room that is more than the limit is given back, other room is kept")
    func room() {
        var writer = JSONWriter()
        for _ in 0..<1000 { writer.raw("0123456789") }
        let capacity = writer.bytes.capacity
        writer.removeAll(keepingAtMost: capacity)
        #expect(writer.bytes.capacity == capacity)
        writer.removeAll(keepingAtMost: capacity - 1)
        #expect(writer.bytes.capacity == 0)
    }
}
