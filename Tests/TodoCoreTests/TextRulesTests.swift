import TestSupport
import Testing
import TodoCore

private func fault(_ read: () throws(TextFault) -> String) -> TextFault? {
    do throws(TextFault) { _ = try read() } catch { return error }
    return nil
}

/// Unicode 16.0, PropList.txt, White_Space: written down here so that it is not asked of what is tested.
private let whiteSpace = Set<UInt32>(
    [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20, 0x85, 0xA0, 0x1680] + (0x2000...0x200A) + [
        0x2028, 0x2029, 0x202F, 0x205F, 0x3000,
    ])

private let lineBreaks: [UInt32] = [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029]

private func text(_ values: UInt32...) -> String {
    var view = String.UnicodeScalarView()
    for value in values { if let scalar = Unicode.Scalar(value) { view.append(scalar) } }
    return String(view)
}

@Suite("Titles, categories and details keep to their rules")
struct TextRulesTests {
    @Test("Every code point that is White_Space goes at both ends, and no other does")
    func trimming() throws {
        // The planes of the blanks whole, and a part of the rest.
        for value in [UInt32](0..<0x3100) + stride(from: 0x3100, through: 0x10FFFF, by: 97) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let blank = String(scalar)
            let title = try? TextRules.title("\(blank)\(blank)x y\(blank)")
            let isBlank = whiteSpace.contains(value)
            if (scalars(title) == scalars("x y")) != isBlank {
                Issue.record("U+\(String(value, radix: 16)): \(title.debugDescription)")
            }
        }
    }

    @Test("Text is kept code point for code point between its ends")
    func kept() throws {
        for text in ["e\u{301}", "\u{E9}", "한글", "a  b\tc", "👨‍👩‍👧", "\u{200B}x\u{200D}", "\u{FEFF}x", "\u{0}", "\u{301}x"]
        {
            #expect(scalars(try TextRules.title(" \(text) ")) == scalars(text))
            #expect(scalars(try TextRules.category("\u{3000}\(text)\u{A0}")) == scalars(text))
            #expect(scalars(try TextRules.detail(" \(text)\n")) == scalars(" \(text)\n"), "a detail is not trimmed")
        }
    }

    @Test("A title of nothing but blanks is empty; a category may be, a section's title may not")
    func empty() throws {
        for blank in ["", " ", "\n", "\u{3000}\u{A0}\t\r\n"] {
            #expect(fault { () throws(TextFault) in try TextRules.title(blank) } == .empty)
            #expect(fault { () throws(TextFault) in try TextRules.sectionTitle(blank) } == .empty)
            #expect(try TextRules.category(blank) == "")
        }
    }

    @Test(
        "A break within a line is refused, whichever it is, and one at its end goes with the blanks",
        arguments: lineBreaks)
    func multiline(value: UInt32) throws {
        for line in [text(0x61, value, 0x62), text(0xD55C, value, 0xAE00), text(0x61, 0x0D, value, 0x62)] {
            #expect(fault { () throws(TextFault) in try TextRules.title(line) } == .multiline)
            #expect(fault { () throws(TextFault) in try TextRules.category(line) } == .multiline)
            #expect(try TextRules.detail(line) == line)
        }
        #expect(try TextRules.title(text(value, 0x61, value)) == "a")
    }

    @Test("No other code point counts as a line break")
    func noOtherBreaks() {
        for value in UInt32(0)...0xFFFF where !lineBreaks.contains(value) && Unicode.Scalar(value) != nil {
            if (try? TextRules.title(text(0x61, value, 0x62))) == nil { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test(
        "A title has at most 1,000 characters and a category 200, as a person counts them",
        arguments: ["a", "한", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇰🇷", "각", "a\u{301}\u{302}\u{303}", "👍🏽"])
    func limits(character: String) throws {
        func repeated(_ count: Int) -> String { String(repeating: character, count: count) }
        #expect(try TextRules.title(repeated(1000)) == repeated(1000))
        #expect(fault { () throws(TextFault) in try TextRules.title(repeated(1001)) } == .tooLong)
        #expect(try TextRules.category(repeated(200)) == repeated(200))
        #expect(fault { () throws(TextFault) in try TextRules.category(repeated(201)) } == .tooLong)
        #expect(try TextRules.title("  \(repeated(1000))  ") == repeated(1000), "blanks at the ends do not count")
    }

    @Test("A detail has at most 1 MiB, in bytes")
    func detail() throws {
        let longest = String(repeating: "한", count: (1 << 20) / 3) + "x"
        #expect(longest.utf8.count == 1 << 20)
        #expect(try TextRules.detail(longest) == longest)
        #expect(fault { () throws(TextFault) in try TextRules.detail(longest + "x") } == .tooLong)
        #expect(try TextRules.detail("") == "")
    }
}

@Suite("The canonical form")
struct CanonicalFormTests {
    @Test(
        "Known texts come in the composed form (UAX #15)",
        arguments: [
            ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"), ("\u{212B}", "\u{C5}"), ("\u{2126}", "\u{3A9}"),
            ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
            ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}"), ("\u{1E0A}\u{323}", "\u{1E0C}\u{307}"),
            ("\u{D4DB}\u{11B8}", "\u{D4DB}\u{11B8}"),
            ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{FB01}", "\u{FB01}"), ("\u{958}", "\u{915}\u{93C}"), ("", ""),
            ("abc", "abc"),
        ])
    func known(text: String, form: String) { #expect(scalars(text.canonicalForm) == scalars(form)) }

    @Test("Two texts have the same one exactly if Swift takes them for equal, and it is its own")
    func equivalence() {
        var chance = SeededGenerator.printed(for: "canonical form")
        let parts = [
            "e", "a", "\u{E9}", "\u{301}", "\u{323}", "\u{307}", "\u{1112}", "\u{1161}", "\u{11AB}", "하", "한", "\u{C5}",
            "\u{212B}", "\u{30A}",
            "\u{345}", "か", "\u{3099}", "が",
        ]
        func make() -> String { (0..<Int.random(in: 0...3, using: &chance)).map { _ in chance.pick(parts) }.joined() }
        var equal = 0
        for _ in 0..<20_000 {
            let (left, right) = (make(), make())
            let areSame = scalars(left.canonicalForm) == scalars(right.canonicalForm)
            if areSame != (left == right) {
                Issue.record("\(left.debugDescription), \(right.debugDescription), seed \(chance.seed)")
            }
            if areSame && scalars(left) != scalars(right) { equal += 1 }
            #expect(scalars(left.canonicalForm.canonicalForm) == scalars(left.canonicalForm))
        }
        #expect(equal > 0, "none of the pairs told anything")
    }
}
