/// What somebody searches for: found within a text without regard to case or to composed and decomposed form. A Korean
/// initial consonant finds the syllables that begin with it, so that "ㅎㄱ" finds "한글".
package struct TextPattern: Sendable {
    /// As it was typed.
    package let source: String
    private let folded: [UInt8]
    /// Set when there are initial consonants, which must be compared letter by letter.
    private let letters: [Unicode.Scalar]?

    /// Folds the text once, for any number of searches. An empty one is found everywhere.
    package init(_ source: String) {
        self.source = source
        let folded = TextFolding.fold(source)
        self.folded = Array(folded.utf8)
        let letters = folded.unicodeScalars.map { Self.consonant($0) ?? $0 }
        self.letters = letters.contains { Jamo.consonants.contains($0.value) } ? letters : nil
    }

    /// Whether the pattern is in the text, which is UTF-8.
    package func isFound(in text: Span<UInt8>) -> Bool {
        if folded.isEmpty { return true }
        switch TextFolding.form(of: text) {
        case .ascii: return letters == nil && isFoundIgnoringCase(in: text)
        case .caseless:
            if let letters { return Self.isFound(letters, inCaseless: text) }
            return isFoundIgnoringCase(in: text)
        case .any: break
        }
        if let letters { return Self.isFound(letters, in: Array(TextFolding.fold(text).unicodeScalars)) }
        return isFound(in: Array(TextFolding.fold(text).utf8))
    }

    private func isFoundIgnoringCase(in text: Span<UInt8>) -> Bool {
        guard text.count >= folded.count else { return false }
        let pattern = folded.span
        let first = pattern[0]
        for start in 0...text.count - pattern.count where TextFolding.lowercased(text[start]) == first {
            var offset = 1
            while offset < pattern.count, TextFolding.lowercased(text[start + offset]) == pattern[offset] {
                offset += 1
            }
            if offset == pattern.count { return true }
        }
        return false
    }

    /// The same for initial consonants, letter by letter, in a text that only its ASCII letters change when it is folded.
    private static func isFound(_ letters: [Unicode.Scalar], inCaseless text: Span<UInt8>) -> Bool {
        var start = 0
        while start < text.count {
            var (place, matched) = (start, 0)
            while matched < letters.count, place < text.count {
                let (scalar, next) = TextFolding.lowercasedScalar(text, at: place)
                guard matches(letters[matched], scalar) else { break }
                (place, matched) = (next, matched + 1)
            }
            if matched == letters.count { return true }
            start = TextFolding.lowercasedScalar(text, at: start).next
        }
        return false
    }

    private func isFound(in text: [UInt8]) -> Bool {
        guard text.count >= folded.count else { return false }
        for start in 0...text.count - folded.count where text[start] == folded[0] {
            if text[start..<start + folded.count].elementsEqual(folded) { return true }
        }
        return false
    }

    private static func isFound(_ letters: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Bool {
        guard text.count >= letters.count else { return false }
        return (0...text.count - letters.count).contains { start in
            letters.indices.allSatisfy { matches(letters[$0], text[start + $0]) }
        }
    }

    private static func matches(_ letter: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Bool {
        letter == scalar || Jamo.consonants.contains(letter.value) && Jamo.initialConsonant(of: scalar) == letter
    }

    /// A conjoining or half-width initial consonant means the same as the one that a keyboard types.
    private static func consonant(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x1100...0x1112, 0xFFA1...0xFFBE: Jamo.initialConsonant(of: scalar)
        default: nil
        }
    }
}

/// Brings texts into a form in which they can be compared without regard to case and to how they are composed.
enum TextFolding {
    /// Each code point in upper and then in lower case ("ß" and "SS" become "ss"), then composed.
    static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        // The one combining mark that has case: as a letter it would no longer change places with other marks.
        let scalars = text.unicodeScalars.contains("\u{345}") ? text.canonicalForm.unicodeScalars : text.unicodeScalars
        var folded = String.UnicodeScalarView()
        for scalar in scalars {
            if scalar.isASCII {
                folded.append(Unicode.Scalar(lowercased(UInt8(scalar.value))))
            } else if !hasCase(scalar) {
                folded.append(scalar)
            } else if scalar == "ẞ" {
                // In upper case it stays what it is, and in lower case it is "ß", not "ss".
                folded.append(contentsOf: "ss".unicodeScalars)
            } else {
                for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                    folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
                }
            }
        }
        return String(folded).canonicalForm
    }

    static func fold(_ text: Span<UInt8>) -> String {
        unsafe fold(text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }

    /// What folding does to a text.
    enum Form {
        /// Letters become small ones, if at all.
        case ascii
        /// The same: all others are of scripts of East Asia, which have no case, and each stands for itself.
        case caseless
        case any
    }

    /// Most texts are of a form that can be searched as they are.
    static func form(of text: Span<UInt8>) -> Form {
        var place = 0
        while place < text.count, text[place] < 0x80 { place += 1 }
        if place == text.count { return .ascii }
        while place < text.count {
            if text[place] < 0x80 {
                place += 1
                continue
            }
            guard place + 2 < text.count, 0xE3...0xED ~= text[place] else { return .any }
            let scalar = threeByteScalar(text, at: place)
            if hasCase(scalar) || combines(scalar) { return .any }
            place += 3
        }
        return .caseless
    }

    /// The code point at a place of an ASCII or caseless text, and where the next one is.
    static func lowercasedScalar(_ text: Span<UInt8>, at place: Int) -> (scalar: Unicode.Scalar, next: Int) {
        if text[place] < 0x80 { return (Unicode.Scalar(lowercased(text[place])), place + 1) }
        return (threeByteScalar(text, at: place), place + 3)
    }

    /// UTF-8, https://www.rfc-editor.org/rfc/rfc3629#section-3
    private static func threeByteScalar(_ text: Span<UInt8>, at place: Int) -> Unicode.Scalar {
        let value =
            UInt32(text[place] & 0x0F) << 12 | UInt32(text[place + 1] & 0x3F) << 6 | UInt32(text[place + 2] & 0x3F)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// Marks that form one character with the one before them: tone marks, and the two voicing marks of Japanese.
    private static func combines(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x302A...0x302F, 0x3099...0x309A: true
        default: false
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    /// False for the scripts of East Asia, which make up most of the text that has no case.
    private static func hasCase(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3000...0x9FFF, 0xAC00...0xD7A3: false
        default: true
        }
    }
}
