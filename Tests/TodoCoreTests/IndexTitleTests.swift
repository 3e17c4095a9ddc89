import TestSupport
import Testing

@testable import TodoCore

@Suite("An index title is the letter under which a text stands")
struct IndexTitleTests {
    @Test(
        "Korean texts stand under one of 14 consonants, however they are written",
        arguments: [
            ("가나", "ㄱ"), ("까치", "ㄱ"), ("나", "ㄴ"), ("다", "ㄷ"), ("땅", "ㄷ"), ("라", "ㄹ"), ("마", "ㅁ"), ("바", "ㅂ"),
            ("빵", "ㅂ"),
            ("사", "ㅅ"), ("싸움", "ㅅ"), ("아", "ㅇ"), ("자", "ㅈ"), ("쪽", "ㅈ"), ("차", "ㅊ"), ("카", "ㅋ"), ("타", "ㅌ"), ("파", "ㅍ"),
            ("한글", "ㅎ"), ("힣", "ㅎ"), ("\u{1112}\u{1161}\u{11AB}", "ㅎ"), ("\u{1101}\u{1161}", "ㄱ"),
            ("\u{1100}\u{1161}", "ㄱ"),
            ("\u{FFBE}\u{FFC2}", "ㅎ"), ("\u{FFA1}", "ㄱ"), ("\u{FFA2}", "ㄱ"), ("ㅎㅎ", "ㅎ"), ("ㄲ", "ㄱ"), ("ㅆ", "ㅅ"),
            ("ㅄ", "ㅂ"),
            ("\u{1112}", "ㅎ"), ("ㄳ", "ㄱ"), ("ㅀ", "ㄹ"),
        ])
    func korean(text: String, title: String) { #expect(IndexTitle.of(text) == title) }

    @Test(
        "Texts in Latin letters stand under the base letter in upper case",
        arguments: [
            ("apple", "A"), ("Zed", "Z"), ("élan", "E"), ("e\u{301}lan", "E"), ("Ünder", "U"), ("ậ", "A"),
            ("a\u{323}\u{302}", "A"), ("ø", "O"),
            ("Łódź", "L"), ("đ", "D"), ("ħ", "H"), ("ñ", "N"), ("ç", "C"), ("ＡＢＣ", "A"), ("ｚ", "Z"), ("ƀ", "B"),
            ("\u{212A}", "K"),
            ("\u{212B}", "A"), ("ß", "S"), ("ı", "I"), ("İ", "I"), ("ſ", "S"), ("ﬁne", "F"), ("ŉ", "N"),
        ])
    func latin(text: String, title: String) { #expect(scalars(IndexTitle.of(text)) == scalars(title)) }

    @Test(
        "A Latin letter without a base letter stands under itself, in upper case",
        arguments: [
            ("æble", "Æ"), ("Ærlig", "Æ"), ("œuvre", "Œ"), ("þing", "Þ"), ("ðæt", "Ð"), ("ŋ", "Ŋ"), ("ǆ", "Ǆ"),
            ("ǅ", "Ǆ"),
        ])
    func latinWithoutBase(text: String, title: String) { #expect(scalars(IndexTitle.of(text)) == scalars(title)) }

    @Test(
        "Texts of other scripts stand under their whole first character",
        arguments: [
            ("あい", "あ"), ("אב", "א"), ("Ωmega", "Ω"), ("привет", "п"), ("漢字", "漢"), ("عربي", "ع"), ("กำลัง", "กำ"),
            ("नमस्ते", "न"), ("ㅏ", "ㅏ"),
            ("が", "が"), ("か\u{3099}く", "\u{304C}"), ("й", "й"), ("и\u{306}", "\u{439}"), ("ｱ", "ｱ"), ("कि", "कि"),
        ])
    func otherScripts(text: String, title: String) { #expect(scalars(IndexTitle.of(text)) == scalars(title)) }

    @Test(
        "Everything else stands under #",
        arguments: [
            "", "1st", "９", "!bang", "#", " a", "👨‍👩‍👧 b", "-", "_x", "\u{301}x", "٣", "Ⅷ", "①", "\u{200B}a", "\u{0}", "€",
        ])
    func rest(text: String) { #expect(IndexTitle.of(text) == "#") }

    @Test("Texts that are canonically equivalent have the same one, code point for code point")
    func equivalence() {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            let form = text.canonicalForm
            if scalars(form) == scalars(text) { continue }
            if scalars(IndexTitle.of(text)) != scalars(IndexTitle.of(form)) {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }

    @Test("Every letter's title is one character, and names a section that is found again")
    func everyLetter() {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic || value < 0x3400 else { continue }
            let title = IndexTitle.of(String(scalar))
            let id = SectionID.initial(title)
            if title.count != 1 || SectionID(id.text) != id {
                Issue.record("U+\(String(value, radix: 16)): \(title.debugDescription)")
            }
        }
    }

    @Test("The order is that of consonants, A to Z, other scripts, and the rest at the end")
    func order() {
        let ordered = [
            "ㄱ", "ㄴ", "ㄷ", "ㄹ", "ㅁ", "ㅂ", "ㅅ", "ㅇ", "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ", "A", "B", "Z", "Æ", "Ω", "п", "א",
            "กำ", "あ", "漢", "#",
        ]
        #expect(ordered.shuffled().sorted(by: IndexTitle.isBefore) == ordered)
        for (place, title) in ordered.enumerated() {
            for (other, otherTitle) in ordered.enumerated() {
                #expect(IndexTitle.isBefore(title, otherTitle) == (place < other), "\(title) \(otherTitle)")
            }
        }
    }

    @Test("Every syllable stands under the consonant that its decomposed form begins with")
    func everySyllable() {
        let simple = Array("ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ").map(String.init)
        for value in UInt32(0xAC00)...0xD7A3 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // Counted by hand: 21 vowels times 28 finals to each initial.
            if IndexTitle.of(String(scalar)) != simple[Int(value - 0xAC00) / (21 * 28)] { Issue.record("\(scalar)") }
        }
    }
}
