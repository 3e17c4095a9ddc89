import TestSupport
import Testing

@testable import TodoCore

private func isFound(_ pattern: String, in text: String) -> Bool {
    let bytes = Array(text.utf8)
    return TextPattern(pattern).isFound(in: bytes.span)
}

@Suite("A text is searched without regard to case and composition")
struct TextPatternTests {
    private static let texts = [
        "Straße kehren", "CAFÉ noir", "cafe\u{301} latte", "한글 공부",
        "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} decomposed",
        "안에 회의 준비", "100% _sure_", "Ünïcode",
    ]

    @Test(
        "The cases of the conformance suite, in every composition",
        arguments: [
            ("café", [1, 2]), ("CAFE\u{301}", [1, 2]), ("한글", [3, 4]), ("회의", [5]), ("ünÏ", [7]), ("nothing", []),
            ("ㅎㄱ", [3, 4]),
            ("ㄱㅂ", [3]), ("ㅎㅇ ㅈㅂ", [5]), ("ㅋ", []), ("100%", [6]), ("_SURE_", [6]), ("%_", []), ("STRASSE", [0]),
            ("straße", [0]),
            ("", [0, 1, 2, 3, 4, 5, 6, 7]),
        ])
    func conformance(pattern: String, places: [Int]) {
        for form in [pattern, pattern.canonicalForm] {
            #expect(Self.texts.indices.filter { isFound(form, in: Self.texts[$0]) } == places, "\(form)")
        }
    }

    @Test(
        "Each is found in the other",
        arguments: [
            ("ß", "SS"), ("ß", "ss"), ("ẞ", "ß"), ("Σ", "σ"), ("Σ", "ς"), ("ὈΔΥΣΣΕΎΣ", "ὀδυσσεύς"), ("İ", "i\u{307}"),
            ("ı", "I"), ("ﬁ", "FI"),
            ("Ǆ", "ǆ"), ("ǅ", "ǆ"), ("Й", "й"), ("И\u{306}", "й"), ("Å", "\u{212B}"), ("K", "\u{212A}"),
            ("k", "\u{212A}"), ("ſ", "S"), ("Ω", "\u{2126}"),
            ("é", "E\u{301}"), ("ᾴ", "Α\u{301}Ι"), ("α\u{345}\u{301}", "α\u{301}\u{345}"), ("α\u{345}\u{301}", "ᾴ"),
            ("ậ", "A\u{302}\u{323}"),
            ("가", "\u{1100}\u{1161}"), ("ǰ", "J\u{30C}"), ("Ա", "ա"), ("Ა", "ა"), ("Ꭰ", "ꭰ"), ("𐐀", "𐐨"), ("Ａ", "ａ"),
        ])
    func pairs(left: String, right: String) {
        #expect(isFound(left, in: "xy \(right) z"))
        #expect(isFound(right, in: "xy \(left) z"))
    }

    @Test(
        "What differs in more than case and composition is not found",
        arguments: [
            ("e", "é"), ("é", "e"), ("ㅎ", "a"), ("한", "하"), ("ﬀ", "f"), ("ab", "a b"), ("ㄱ", "까"), ("ㄲ", "가"),
            ("ㅏ", "가"), ("ｱ", "ア"), ("１", "1"),
        ])
    func notFound(pattern: String, text: String) { #expect(!isFound(pattern, in: text)) }

    @Test(
        "Initial consonants find the syllables that begin with them, beside anything else",
        arguments: [
            ("ㅎㄱ", "한글"), ("ㅎㄱ", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"), ("ㅎㄱ", "ㅎㄱ"), ("ㅎ", "\u{FFBE}"),
            ("\u{FFBE}\u{FFA1}", "한글"),
            ("\u{1112}", "한"), ("\u{1112}\u{1100}", "한글"), ("한ㄱ", "한글"), ("ㅎ글", "한글"), ("aㅎB", "xA하b"), ("ㄲㅊ", "까치"),
            ("ㅅㅇ!", "ABC 싸움 서울! 생일!"),
            ("ㅎ é", "하 E\u{301}"),
        ])
    func initials(pattern: String, text: String) { #expect(isFound(pattern, in: text)) }

    @Test("Found at every place of a text, in ASCII and beside it")
    func everywhere() {
        for count in 0..<20 {
            for fill in ["a", "é", "한"] {
                let text = String(repeating: fill, count: count) + "Needle" + String(repeating: fill, count: 19 - count)
                #expect(isFound("nEEDLE", in: text), "\(text)")
                #expect(!isFound("needles", in: text))
                #expect(isFound("ㄱNEEDLE", in: "가" + String(text.drop { $0 != "N" })))
            }
        }
        #expect(isFound("aab", in: "aaab"), "also behind a beginning that leads nowhere")
        #expect(!isFound("abc", in: "ab"))
        #expect(!isFound("é", in: ""))
        #expect(isFound("", in: ""))
    }

    @Test("Random ASCII patterns are found exactly where a plain search in lower case finds them")
    func ascii() {
        var chance = SeededGenerator.printed(for: "ASCII patterns")
        var found = 0
        for _ in 0..<5000 {
            func word(_ limit: Int) -> String {
                String((0..<Int.random(in: 0...limit, using: &chance)).map { _ in chance.pick("aAbB@[`{") })
            }
            let (pattern, text) = (word(3), word(8))
            let expected = pattern.isEmpty || text.lowercased().contains(pattern.lowercased())
            if expected { found += 1 }
            #expect(isFound(pattern, in: text) == expected, "\(pattern) in \(text), seed \(chance.seed)")
        }
        #expect(500..<4500 ~= found)
    }

    @Test("A text of East Asia is searched as it is, with the same outcome as when it is folded")
    func caseless() {
        var chance = SeededGenerator.printed(for: "caseless texts")
        let parts = ["a", "B", "한", "가", "글", "힣", "ㅎ", "ㄱ", "中", "か", "が", "。", " "]
        func make(_ limit: Int) -> String {
            (0..<Int.random(in: 1...limit, using: &chance)).map { _ in chance.pick(parts) }.joined()
        }
        var found = 0
        for _ in 0..<5000 {
            let (pattern, text) = (make(3), make(6))
            // A letter that has case lets all of the text be folded, and is in no pattern.
            let expected = isFound(pattern, in: text + "é")
            if expected { found += 1 }
            #expect(isFound(pattern, in: text) == expected, "\(pattern) in \(text), seed \(chance.seed)")
        }
        #expect(250..<4500 ~= found)
    }

    @Test(
        "A text is folded unless nothing but its ASCII letters would change",
        arguments: [
            ("", .ascii), ("Az~", .ascii), ("한글 a", .caseless), ("ㅎ", .caseless), ("中", .caseless), ("が", .caseless),
            ("か\u{3099}", .any), ("中\u{302A}", .any), ("é", .any), ("한e\u{301}", .any), ("\u{1112}\u{1161}", .any),
            ("한\u{11A8}", .any), ("ﾊﾞ", .any), ("\u{AB70}", .any), ("\u{D7B0}", .any), ("\u{F900}", .any), ("😀", .any),
        ] as [(String, TextFolding.Form)])
    func form(text: String, expected: TextFolding.Form) {
        #expect(TextFolding.form(of: Array(text.utf8).span) == expected)
    }

    @Test("Canonically equivalent patterns and texts are found alike")
    func equivalence() {
        var chance = SeededGenerator.printed(for: "equivalent patterns")
        let parts = [
            "a", "É", "e\u{301}", "\u{323}", "\u{307}", "\u{345}", "α", "Ί", "한", "\u{1112}\u{1161}", "\u{11AB}", "ㅎ",
            "ß", "İ", "σ",
        ]
        func make(_ limit: Int) -> String {
            (0..<Int.random(in: 1...limit, using: &chance)).map { _ in chance.pick(parts) }.joined()
        }
        for _ in 0..<5000 {
            let (pattern, text) = (make(2), make(4))
            let first = isFound(pattern, in: text)
            #expect(
                isFound(pattern.canonicalForm, in: text.canonicalForm) == first,
                "\(scalars(pattern) ?? []) in \(scalars(text) ?? []), seed \(chance.seed)")
            #expect(isFound(text, in: text), "\(scalars(text) ?? []), seed \(chance.seed)")
        }
    }
}
