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

/// Finds what somebody meant.
package enum Spelling {
    /// The nearest of the known words, upper and lower case alike: so few letters changed, put in, left out or swapped
    /// that it is likely what was meant; nil when none is near.
    package static func nearest(to word: String, in known: [String]) -> String? {
        // Code points and not characters: a million of them may be one character.
        let wanted = Array(String(word.unicodeScalars.prefix(64)).lowercased().unicodeScalars)
        let measured = known.map { (word: $0, distance: distance(wanted, Array($0.lowercased().unicodeScalars))) }
        guard let best = measured.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(2, wanted.count / 2) ? best.word : nil
    }

    /// The optimal string alignment distance.
    private static func distance(_ from: [Unicode.Scalar], _ to: [Unicode.Scalar]) -> Int {
        var before: [Int] = []
        var above = Array(0...to.count)
        for row in 0..<from.count {
            var line = [row + 1]
            for column in 0..<to.count {
                let change = above[column] + (from[row] == to[column] ? 0 : 1)
                var best = min(change, above[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
                    best = min(best, before[column - 1] + 1)
                }
                line.append(best)
            }
            (before, above) = (above, line)
        }
        return above[to.count]
    }
}
