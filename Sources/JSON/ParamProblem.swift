/// Why the params of a request are refused, and which of them.
package struct ParamProblem: Error, Equatable, Sendable {
    /// The words of the contract for `data.reason`.
    package enum Reason: String, Sendable, CaseIterable {
        /// It must be there, and is not.
        case missing
        /// It is another kind of JSON value.
        case type
        /// It is a text that must have something in it.
        case empty
        /// It has more characters, bytes or elements than are taken.
        case tooLong
        /// It is a text that must be one line.
        case multiline
        /// It is a text that does not read as what it should be, such as a day or a cursor.
        case format
        /// It is a number that is too small or too large.
        case range
        /// It is a name or a word that is not known here.
        case unknown
        /// Each is right by itself, but not all together.
        case conflicting
    }

    package let reason: Reason
    /// The nearest known name, for an unknown one.
    package let hint: String?
    /// Names from the outside in.
    package private(set) var path: [String]

    /// - Parameters:
    ///   - reason: what is wrong.
    ///   - path: names from the outside in; [] for the value that was read.
    ///   - hint: the nearest known name, for an unknown one.
    package init(_ reason: Reason, at path: [String] = [], hint: String? = nil) {
        self.reason = reason
        self.hint = hint
        self.path = path
    }

    /// The same problem, seen from the object that holds the value under that name.
    package func within(_ name: String) -> ParamProblem {
        ParamProblem(reason, at: [name] + path, hint: hint)
    }

    /// A JSON pointer (RFC 6901) into the params: "/filter/dueBefore"; "" for the params as a whole.
    package var pointer: String {
        path.reduce(into: "") { pointer, name in
            pointer.append("/")
            for character in name.unicodeScalars {
                switch character {
                case "~": pointer.append("~0")
                case "/": pointer.append("~1")
                default: pointer.unicodeScalars.append(character)
                }
            }
        }
    }
}
