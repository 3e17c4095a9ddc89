/// Why the params of a request are refused, and which of them.
package struct ParamProblem: Error, Equatable, Sendable {
    /// The words of the contract for `data.reason`.
    package enum Reason: String, Sendable, CaseIterable {
        case missing, type, empty, tooLong, multiline, format, range, unknown, conflicting
    }

    package let reason: Reason
    /// The nearest known name, for an unknown one.
    package let hint: String?
    /// Names from the outside in.
    package private(set) var path: [String]

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
