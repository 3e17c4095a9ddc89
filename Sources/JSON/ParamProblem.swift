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

/// Finds what somebody meant.
package enum Spelling {
    /// The nearest of the known words, upper and lower case alike: so few letters changed, put in, left out or swapped
    /// that it is likely what was meant; nil when none is near.
    package static func nearest(to word: String, in known: some Sequence<String>) -> String? {
        let wanted = Letters(word)
        var limit = max(2, wanted.bytes.count / 2)
        var best: String?
        for candidate in known {
            let letters = Letters(candidate)
            // Most words are too far away at a glance, and a wrong name must not cost more than a right one.
            guard wanted.leastDistance(to: letters) <= limit,
                let distance = wanted.distance(to: letters, atMost: limit),
                distance < limit || best == nil
            else { continue }
            (best, limit) = (candidate, distance)
        }
        return best
    }

    /// The bytes of a word in lower case.
    private struct Letters {
        let bytes: [UInt8]
        /// A bit for each letter that is in it, whatever else shares the bit.
        private let kinds: UInt32

        init(_ word: String) {
            bytes = word.utf8.prefix(64).map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
            kinds = bytes.reduce(0) { $0 | 1 << UInt32($1 & 31) }
        }

        /// At least so many letters have to be changed: those that the other does not have, and the difference in length.
        func leastDistance(to other: Letters) -> Int {
            max(
                abs(bytes.count - other.bytes.count), (kinds & ~other.kinds).nonzeroBitCount,
                (other.kinds & ~kinds).nonzeroBitCount)
        }

        /// The optimal string alignment distance; nil when it is more than the limit.
        func distance(to other: Letters, atMost limit: Int) -> Int? {
            var before = Array(repeating: 0, count: other.bytes.count + 1)
            var above = Array(0...other.bytes.count)
            var line = before
            var leastAbove = 0
            for row in bytes.indices {
                line[0] = row + 1
                var least = row + 1
                for column in other.bytes.indices {
                    let isSame = bytes[row] == other.bytes[column]
                    var best = min(above[column] + (isSame ? 0 : 1), above[column + 1] + 1, line[column] + 1)
                    if row > 0, column > 0, bytes[row] == other.bytes[column - 1], bytes[row - 1] == other.bytes[column]
                    {
                        best = min(best, before[column - 1] + 1)
                    }
                    line[column + 1] = best
                    least = min(least, best)
                }
                // A swap reaches back two lines; once both are over the limit, so is all that follows.
                if least > limit && leastAbove > limit { return nil }
                leastAbove = least
                (before, above, line) = (above, line, before)
            }
            return above[other.bytes.count] <= limit ? above[other.bytes.count] : nil
        }
    }
}
