@_spi(_Unicode) private import Swift

/// What is wrong with a text.
package enum TextFault: Error, Sendable {
    case empty, tooLong, multiline
}

/// The rules for the texts of a todo. Text is kept code point for code point; only blanks at its ends go.
package enum TextRules {
    /// Characters, as a person counts them.
    package static let titleLimit = 1000
    /// Characters, as a person counts them.
    package static let categoryLimit = 200
    /// Bytes of UTF-8.
    package static let detailLimit = 1 << 20
    /// Bytes of UTF-8 of a title, a category or a text to search for, however few characters they are.
    package static let lineByteLimit = 1 << 20

    /// One line without blanks at its ends.
    /// - Throws: `empty` for nothing but blanks; `multiline`; `tooLong` for more than `titleLimit` characters.
    package static func title(_ text: String) throws(TextFault) -> String {
        let line = try oneLine(text, limit: titleLimit)
        if line.isEmpty { throw .empty }
        return line
    }

    /// One line without blanks at its ends; "" for none.
    /// - Throws: `multiline`; `tooLong` for more than `categoryLimit` characters.
    package static func category(_ text: String) throws(TextFault) -> String { try oneLine(text, limit: categoryLimit) }

    /// A category that is given a name, which must be one.
    package static func sectionTitle(_ text: String) throws(TextFault) -> String {
        let line = try category(text)
        if line.isEmpty { throw .empty }
        return line
    }

    /// The text as it is.
    /// - Throws: `tooLong` for more than `detailLimit` bytes.
    package static func detail(_ text: String) throws(TextFault) -> String {
        if text.utf8.count > detailLimit { throw .tooLong }
        return text
    }

    private static func oneLine(_ text: String, limit: Int) throws(TextFault) -> String {
        let line = trimmed(text)
        // One character may be made of any number of code points.
        if line.utf8.count > lineByteLimit { throw .tooLong }
        if mayHaveLineBreak(line), line.unicodeScalars.contains(where: isLineBreak) { throw .multiline }
        // A character has at least one byte, so a short text needs no counting, and a long one none beyond the limit.
        if line.utf8.count > limit && !line.dropFirst(limit).isEmpty { throw .tooLong }
        return line
    }

    /// Without the blanks (Unicode White_Space) at both ends.
    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return text }
        if !isBlank(first) && !isBlank(last) { return text }
        guard let start = scalars.firstIndex(where: { !isBlank($0) }),
            let end = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[start...end])
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        // Letters of ASCII and syllables of Hangul are told at a glance; for the others the tables are asked.
        switch scalar.value {
        case 0x21...0x7E, 0xAC00...0xD7A3: false
        default: scalar.properties.isWhitespace
        }
    }

    /// False for most texts, by their bytes alone: only U+000A…U+000D, and bytes that U+0085, U+2028 or U+2029 start
    /// with, make it worth a closer look.
    private static func mayHaveLineBreak(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let bytes = unsafe bytes.span
            for place in bytes.indices {
                let byte = bytes[place]
                if byte &- 0x0A < 4 || byte == 0xC2 || byte == 0xE2 { return true }
            }
            return false
        }
    }

    /// The mandatory breaks of Unicode Standard Annex #14.
    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension String {
    /// The composed canonical form (NFC, Unicode Standard Annex #15): equal for texts that are canonically equivalent.
    ///
    /// The standard library compares by this form and offers it only as an interface for itself; it is used here, in
    /// one place, so that keys in the store are the same equivalence as `==` in the code.
    package var canonicalForm: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var form = String.UnicodeScalarView()
        for scalar in _nfc { form.append(scalar) }
        return String(form)
    }
}
