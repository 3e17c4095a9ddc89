package import JSON

/// What documents are put together with.
extension JSONValue {
    /// An array of strings.
    package static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// A whole number of any width.
    package static func integer(_ number: some BinaryInteger) -> JSONValue { .number(String(number)) }

    /// JSON text that stands in a declaration.
    package static func declared(_ text: String) -> JSONValue {
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: Array(text.utf8))
        } catch {
            preconditionFailure("a declaration is not JSON: \(text)")
        }
    }

    /// JSON text for a reader: a member a line, and what is short on one line.
    package var indentedText: String {
        var text = ""
        write(to: &text, indentation: "")
        return text + "\n"
    }

    private static let lineLength = 100

    private func write(to text: inout String, indentation: String) {
        let line = self.text
        if line.utf8.count + indentation.utf8.count <= Self.lineLength { return text.append(line) }
        let inner = indentation + "  "
        switch self {
        case .array(let elements):
            text.append("[\n")
            for (place, element) in elements.enumerated() {
                text.append(place == 0 ? inner : ",\n" + inner)
                element.write(to: &text, indentation: inner)
            }
            text.append("\n" + indentation + "]")
        case .object(let members):
            text.append("{\n")
            for (place, member) in members.enumerated() {
                text.append(place == 0 ? inner : ",\n" + inner)
                text.append(JSONValue.string(member.name).text + ": ")
                member.value.write(to: &text, indentation: inner)
            }
            text.append("\n" + indentation + "}")
        case .null, .bool, .number, .string: text.append(line)
        }
    }
}

extension String {
    /// The text with every `old` replaced.
    package func replacingAll(_ old: String, with new: String) -> String {
        let (text, wanted) = (Array(utf8), Array(old.utf8))
        guard !wanted.isEmpty else { return self }
        var result: [UInt8] = []
        var place = 0
        while place < text.count {
            if text[place...].starts(with: wanted) {
                result += Array(new.utf8)
                place += wanted.count
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Up to the end of its first sentence.
    package var firstSentence: String {
        let bytes = Array(utf8)
        let end = bytes.indices.first { place in
            bytes[place] == UInt8(ascii: ".") && (place + 1 == bytes.count || bytes[place + 1] == UInt8(ascii: " "))
        }
        return end.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? self
    }
}
