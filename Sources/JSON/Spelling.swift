/// Finds what somebody meant among known words.
package struct Spelling: Sendable {
    private let known: [(word: String, letters: Letters)]

    /// Knows these words, in the order in which one is preferred of several that are equally near.
    package init(_ known: some Sequence<String>) { self.known = known.map { ($0, Letters($0)) } }

    /// The nearest of words that are looked through once.
    package static func nearest(to word: String, in known: some Sequence<String>) -> String? {
        Spelling(known).nearest(to: word)
    }

    /// The nearest of the known words, upper and lower case alike: so few letters changed, put in, left out or swapped
    /// that it is likely what was meant; nil when none is near.
    package func nearest(to word: String) -> String? {
        let wanted = Letters(word)
        var limit = max(2, wanted.bytes.count / 3)
        var best: String?
        for candidate in known {
            // Most words are too far away at a glance, and a wrong name must not cost more than a right one.
            guard wanted.leastDistance(to: candidate.letters) <= limit,
                let distance = wanted.distance(to: candidate.letters, atMost: limit),
                distance < limit || best == nil
            else { continue }
            (best, limit) = (candidate.word, distance)
        }
        return best
    }

    /// The bytes of a word in lower case.
    private struct Letters: Sendable {
        let bytes: [UInt8]
        /// A bit for each kind of letter that is in it, whatever else shares the bit.
        private let kinds: UInt64

        init(_ word: String) {
            bytes = word.utf8.prefix(64).map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
            kinds = bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) }
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
