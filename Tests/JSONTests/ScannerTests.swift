import JSON
import TestSupport
import Testing

/// What the scanner says: the value's place, or where it stopped and why.
private func check(_ bytes: [UInt8]) -> Result<Range<Int>, JSONSyntaxError> {
    Result { () throws(JSONSyntaxError) in try JSONScanner.check(bytes.span) }
}

private func isJSON(_ bytes: [UInt8]) -> Bool { if case .success = check(bytes) { true } else { false } }

private func isJSON(_ text: String) -> Bool { isJSON(Array(text.utf8)) }

@Suite("The scanner takes what RFC 8259 calls JSON, and nothing else")
struct ScannerTests {
    @Test(
        "Every form of a value is taken",
        arguments: [
            "null", "true", "false", "0", "-0", "-0.0", "10", "1.5", "1e9", "1E+9", "1e-9", "-12.50e+007",
            "123456789012345678901234567890", "1e400", #""""#, #""a""#, "[]", "{}", "[ ]", "{ }", "[1]", "[1,2]",
            " \t\r\n1 \t\r\n", #"{"a":1}"#, #"{ "a" : 1 , "b" : [ ] }"#, #"{"":0}"#, #"{"a":1,"a":2}"#, "[[[[]]]]",
            #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\uD55C\u0000""#, #""\ud83d\ude00""#, #""\uD800\uDC00""#,
            #""\uDBFF\uDFFF""#, #""\uFFFF""#, #""\u2028""#, "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"",
            "\"\u{2028}\u{FEFF}\"",
        ])
    func accepted(text: String) { #expect(isJSON(text)) }

    @Test(
        "Whatever is no number is refused",
        arguments: [
            "+1", "01", "-01", "00", "-", "-a", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1E-", "1.5e", "0x10", "1_000",
            "1 2", "--1", "1.2.3", "1e1.5", "1e1e1", "NaN", "Infinity", "-Infinity", "inf", "１", "٣", "1a", "0.",
            "1f", "0e", "0b1", "0o7", "1/2",
        ])
    func numbersRefused(text: String) {
        #expect(!isJSON(text))
        #expect(!isJSON("[\(text)]"), "not within an array either")
        #expect(!isJSON(#"{"a":\#(text)}"#), "nor as a member")
    }

    @Test(
        "Whatever is no string is refused",
        arguments: [
            #"""#, #""a"#, "'a'", "a", #""\"#, #""\""#, #""\a""#, #""\'""#, #""\x41""#, #""\0""#, #""\u""#, #""\u1""#,
            #""\u12""#, #""\u123""#, #""\u123g""#, #""\u 123""#, #""\u+123""#, #""\u-123""#, #""\U0041""#, #""\u{41}""#,
            #""\ud800""#, #""\udc00""#, #""\ud800a""#, #""\ud83d\u0041""#, #""\ud83d\ud83d""#, #""\ud83d\n""#,
            #""\ud83dx\ude00""#, #""\ude00\ud83d""#, #""\ud83d\ude0""#, #""\ud83d\""#, #""\ud83d\u"#, #""\ud83d"#,
            "\"a\nb\"", "\"a\tb\"", "\"\u{0}\"", "\"\u{1F}\"", #""a" "b""#, "\u{2018}a\u{2019}", "\"\\\u{E9}\"",
            "\"\\\n\"",
        ])
    func stringsRefused(text: String) {
        #expect(!isJSON(text))
        #expect(!isJSON("[\(text)]"))
        #expect(!isJSON("{\(text):1}"), "nor as a name")
    }

    @Test(
        "Whatever is no structure is refused",
        arguments: [
            "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,]", "[,1]", "[1,,2]", "[1 2]", "[1}", "{1}", "{]",
            "[}",
            "[1]]", "[[1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\"::1}",
            "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1", "{\"a\":", "{\"a\"", "{\"a\":1]", "{\"a\":1,,\"b\":2}",
            "[1]x", "1 1", "{}{}", "[]/**/", "//x\n1", "[1/**/]", "#1", "True", "NULL", "nul", "nulll", "tru",
            "truefalse",
            "undefined", "\u{FEFF}1", "1\u{FEFF}", "\u{A0}1", "1\u{A0}", "1\u{B}", "\u{C}1", "1\u{0}", "\u{2028}1",
            "[1];",
        ])
    func structuresRefused(text: String) { #expect(!isJSON(text)) }

    @Test(
        "Whatever is no UTF-8 is refused",
        arguments: [
            // Continuation bytes alone, and bytes that UTF-8 does not have.
            [0x80], [0xBF], [0xFE], [0xFF], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80],
            // Longer than it must be.
            [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0xAF],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xC0, 0x80],
            // Surrogates, and above 10FFFF.
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            // Too short.
            [0xC3], [0xE1, 0x80], [0xF1, 0x80, 0x80], [0xC3, 0x28], [0xE1, 0x28, 0x80], [0xE1, 0x80, 0x28],
            [0xF1, 0x28, 0x80, 0x80], [0xF1, 0x80, 0x28, 0x80], [0xF1, 0x80, 0x80, 0x28], [0xC3, 0xC3, 0xA9],
        ] as [[UInt8]])
    func encodingRefused(bytes: [UInt8]) {
        #expect(!isJSON([0x22] + bytes + [0x22]))
        #expect(!isJSON([0x22] + bytes), "cut off behind it")
        #expect(!isJSON([0x22] + Array("seven".utf8) + bytes + Array("and more behind\"".utf8)))
        #expect(!isJSON(bytes), "nor outside of a string")
    }

    @Test("Every sequence of two bytes in a string is taken exactly if the reference takes it")
    func allPairs() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let text = [0x22, first, second, 0x22]
                if isJSON(text) != (ReferenceParser.parse(text) != nil) {
                    Issue.record("they differ about \(readable(text))")
                }
            }
        }
    }

    @Test("Every byte alone, and before and behind a value, is taken exactly if the reference takes it")
    func singleBytes() {
        for byte in UInt8.min...UInt8.max {
            for text in [[byte], [byte, 0x31], [0x31, byte], [0x5B, byte, 0x5D], [0x5B, 0x31, byte, 0x31, 0x5D]] {
                #expect(isJSON(text) == (ReferenceParser.parse(text) != nil), "\(readable(text))")
            }
        }
    }

    @Test("No beginning of a text is JSON, however far it goes")
    func truncation() {
        let text = Array(
            #"{"a":[1,-2.5e+3,true,false,null,"x\"\\\u00e9\ud83d\ude00é한😀"],"b":{"c":{},"d":[]},"":" "}"#.utf8)
        #expect(isJSON(text))
        for count in text.indices { #expect(!isJSON(Array(text[..<count])), "cut behind \(count) bytes") }
    }

    @Test("Arrays and objects stand 512 deep within each other, and not 513")
    func depth() {
        func nested(_ count: Int, _ open: String, _ close: String) -> String {
            String(repeating: open, count: count) + String(repeating: close, count: count)
        }
        #expect(isJSON(nested(512, "[", "]")))
        #expect(!isJSON(nested(513, "[", "]")))
        #expect(isJSON(String(repeating: #"{"a":"#, count: 512) + "1" + String(repeating: "}", count: 512)))
        #expect(!isJSON(String(repeating: #"{"a":"#, count: 513) + "1" + String(repeating: "}", count: 513)))
        #expect(isJSON(nested(256, #"[{"a":"#, "}]").replacing(":}", with: ":1}")))
        #expect(isJSON("[" + String(repeating: "[],[[]],{},", count: 2000) + "1]"), "depth is not width")
        #expect(!isJSON(String(repeating: "[", count: 1_000_000)), "and no stack runs over")
    }

    @Test("An error names the place where reading stopped")
    func places() {
        func offset(_ text: String) -> Int? {
            if case .failure(let error) = check(Array(text.utf8)) { error.offset } else { nil }
        }
        #expect(offset("") == 0)
        #expect(offset("  ") == 2)
        #expect(offset("[1,]") == 3)
        #expect(offset("[1 2]") == 3)
        #expect(offset(#"{"a":1,}"#) == 7)
        #expect(offset(#"{"a" 1}"#) == 5)
        #expect(offset(#"["abc"#) == 5)
        #expect(offset("[1] x") == 4)
        #expect(offset(#""ab\qcd""#) == 4)
        #expect(offset(#""ab\ud800cd""#) == 3, "a lone surrogate stands where its escape begins")
        #expect(offset("\"ab\u{1}\"") == 3)
        #expect(offset("1.") == 2)
    }

    @Test("The place of a value leaves out the blanks around it")
    func valuePlace() throws {
        let bytes = Array("  [1, 2]\n".utf8)
        #expect(try JSONScanner.check(bytes.span) == 2..<8)
    }
}
