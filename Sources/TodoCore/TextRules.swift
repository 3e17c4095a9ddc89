@_spi(_Unicode) private import Swift

/// What is wrong with a text.
package enum TextFault: Error, Sendable {
    case empty, tooLong, multiline
}

/// The rules for the texts of a todo. Text is kept code point for code point; only blanks at its ends go.
package enum TextRules {
    /// Characters, as a person counts them.
    package static let titleLimit = 1000
    package static let categoryLimit = 200
    /// Bytes of UTF-8.
    package static let detailLimit = 1 << 20

    package static func title(_ text: String) throws(TextFault) -> String {
        let line = try oneLine(text, limit: titleLimit)
        if line.isEmpty { throw .empty }
        return line
    }

    package static func category(_ text: String) throws(TextFault) -> String { try oneLine(text, limit: categoryLimit) }

    /// A category that is given a name, which must be one.
    package static func sectionTitle(_ text: String) throws(TextFault) -> String {
        let line = try category(text)
        if line.isEmpty { throw .empty }
        return line
    }

    package static func detail(_ text: String) throws(TextFault) -> String {
        if text.utf8.count > detailLimit { throw .tooLong }
        return text
    }

    private static func oneLine(_ text: String, limit: Int) throws(TextFault) -> String {
        let line = trimmed(text)
        if line.utf8.contains(where: { 0x0A...0x0D ~= $0 || $0 >= 0xC2 }),
            line.unicodeScalars.contains(where: isLineBreak)
        {
            throw .multiline
        }
        // A character has at least one byte, so a short text needs no counting, and a long one none beyond the limit.
        if line.utf8.count > limit && !line.dropFirst(limit).isEmpty { throw .tooLong }
        return line
    }

    /// Without the blanks (Unicode White_Space) at both ends.
    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return text }
        if !first.properties.isWhitespace && !last.properties.isWhitespace { return text }
        guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[start...end])
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
