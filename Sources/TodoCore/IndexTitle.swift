/// The letter under which a text stands in an index, as in a phone's list of names.
///
/// Korean texts stand under their initial consonant, doubled ones folded, so that there are 14; texts in Latin letters
/// under the base letter in upper case; those of other scripts under their whole first character, composed, so that
/// texts which are canonically equivalent stand together; the rest under "#".
package enum IndexTitle {
    /// Of what is no letter, and of an empty text.
    package static let other = "#"

    /// The index title of a text, by its first character.
    package static func of(_ text: String) -> String {
        if let letter = asciiLetter(of: text) { return String(letter) }
        guard let character = text.first.map({ String($0).canonicalForm }), let scalar = character.unicodeScalars.first
        else { return other }
        if let consonant = Jamo.initialConsonant(of: scalar) { return String(Jamo.folded(consonant)) }
        guard isLetter(scalar) else { return other }
        if let letter = latinLetter(of: scalar) { return String(letter) }
        return character
    }

    /// The letter with which a text begins, in upper case, where two bytes tell that it does: what follows a letter of
    /// ASCII and belongs to it is not ASCII itself.
    private static func asciiLetter(of text: String) -> Unicode.Scalar? {
        var bytes = text.utf8.makeIterator()
        guard let first = bytes.next(), "a"..."z" ~= Unicode.Scalar(first | 0x20), bytes.next() ?? 0 < 0x80 else {
            return nil
        }
        return Unicode.Scalar(first & ~0x20)
    }

    /// The place of an index title in an index: ㄱ…ㅎ, A…Z, other scripts in the order of their code points, "#".
    package static func isBefore(_ left: String, _ right: String) -> Bool {
        let ranks = (rank(left), rank(right))
        if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
        return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
    }

    private static func rank(_ title: String) -> Int {
        guard title != other, let scalar = title.unicodeScalars.first else { return 3 }
        if Jamo.consonants.contains(scalar.value) { return 0 }
        return title.utf8.count == 1 && scalar.properties.isUppercase ? 1 : 2
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    /// "é" stands under "E", "ß" under "S", and "æ", which has no base letter, under "Æ"; nil for other scripts.
    private static func latinLetter(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let upper = scalar.properties.uppercaseMapping.unicodeScalars.first ?? scalar
        if upper.isASCII { return upper }
        // "ŉ" in upper case begins with an apostrophe.
        return words(of: upper).contains("LATIN") ? latinBase(of: upper) ?? upper : latinBase(of: scalar)
    }

    /// Unicode's own names tell: LATIN CAPITAL LETTER E WITH ACUTE.
    private static func latinBase(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let words = words(of: scalar)
        guard let latin = words.firstIndex(of: "LATIN"), words.count > latin + 3, words[latin + 2] == "LETTER",
            words[latin + 3].utf8.count == 1
        else { return nil }
        return words[latin + 3].unicodeScalars.first
    }

    private static func words(of scalar: Unicode.Scalar) -> [Substring] {
        scalar.properties.name?.split(separator: " ") ?? []
    }
}

/// Korean letters, in the four ways in which Unicode writes them.
package enum Jamo {
    /// The compatibility letters ㄱ…ㅎ (U+3131…U+314E).
    static let consonants: ClosedRange<UInt32> = 0x3131...0x314E

    /// The compatibility letters of the 19 initial consonants, in the order in which syllables count them.
    private static let initials: [UInt32] = [
        0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147, 0x3148, 0x3149,
        0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
    ]

    /// The initial consonant of a syllable, a conjoining, compatibility or half-width letter, as compatibility letter.
    static func initialConsonant(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let value: UInt32
        switch scalar.value {
        case 0xAC00...0xD7A3: value = initials[Int(scalar.value - 0xAC00) / 588]
        case 0x1100...0x1112: value = initials[Int(scalar.value - 0x1100)]
        case 0xFFA1...0xFFBE: value = scalar.value - 0xFFA1 + consonants.lowerBound
        case consonants: value = scalar.value
        default: return nil
        }
        return Unicode.Scalar(value)
    }

    /// A doubled consonant, or a cluster, as the simple one that it starts with.
    static func folded(_ consonant: Unicode.Scalar) -> Unicode.Scalar {
        let simple: UInt32
        switch consonant.value {
        case 0x3132, 0x3133: simple = 0x3131
        case 0x3135, 0x3136: simple = 0x3134
        case 0x3138: simple = 0x3137
        case 0x313A...0x3140: simple = 0x3139
        case 0x3143, 0x3144: simple = 0x3142
        case 0x3146: simple = 0x3145
        case 0x3149: simple = 0x3148
        default: return consonant
        }
        return Unicode.Scalar(simple) ?? consonant
    }
}
