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
        let wanted = Wanted(word)
        var limit = max(2, wanted.letters.count / 3)
        var best: Int?
        // Looked at where they are: most words are too far away at a glance, and a wrong name must not cost more than a
        // right one.
        let candidates = known.span
        for index in candidates.indices {
            guard wanted.letters.leastDistance(to: candidates[index].letters) <= limit,
                case let distance = wanted.distance(to: candidates[index].letters), distance <= limit,
                distance < limit || best == nil
            else { continue }
            (best, limit) = (index, distance)
        }
        return best.map { known[$0].word }
    }

    /// How many letters have to be changed, put in, left out or swapped to make one word of the other.
    static func distance(_ one: String, _ other: String) -> Int { Wanted(one).distance(to: Letters(other)) }

    /// The first bytes of a word in lower case.
    private struct Letters: Sendable {
        /// Of a longer word no more count: a bit for each fits into one number.
        private(set) var bytes = InlineArray<64, UInt8>(repeating: 0)
        private(set) var count = 0
        /// A bit for each kind of letter that is in it, whatever else shares the bit.
        private var kinds: UInt64 = 0

        init(_ word: String) {
            for byte in word.utf8.prefix(bytes.count) {
                let letter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
                bytes[count] = letter
                count += 1
                kinds |= 1 << UInt64(letter & 63)
            }
        }

        /// At least so many letters have to be changed: those that the other does not have, and the difference in length.
        func leastDistance(to other: Letters) -> Int {
            max(
                abs(count - other.count), (kinds & ~other.kinds).nonzeroBitCount, (other.kinds & ~kinds).nonzeroBitCount
            )
        }
    }

    /// A word that others are held against, each letter with its places as bits.
    private struct Wanted {
        let letters: Letters
        private var places = InlineArray<256, UInt64>(repeating: 0)

        init(_ word: String) {
            letters = Letters(word)
            for index in 0..<letters.count { places[Int(letters.bytes[index])] |= 1 << UInt64(index) }
        }

        /// The optimal string alignment distance. The table of distances is gone through a column at a time, each told by
        /// the rows at which the distance rises or falls by one, as bits (H. Hyyrö, "A Bit-Vector Algorithm for Computing
        /// Levenshtein and Damerau Edit Distances", 2003).
        func distance(to other: Letters) -> Int {
            guard letters.count > 0 else { return other.count }
            let lastRow: UInt64 = 1 << UInt64(letters.count - 1)
            var distance = letters.count
            var (rises, falls): (UInt64, UInt64) = (.max, 0)
            var (isKept, sameBefore): (UInt64, UInt64) = (0, 0)
            for index in 0..<other.count {
                let same = places[Int(other.bytes[index])]
                let isSwapped = ((~isKept & same) << 1) & sameBefore
                isKept = (((same & rises) &+ rises) ^ rises) | same | falls | isSwapped
                let (grows, shrinks) = (falls | ~(isKept | rises), isKept & rises)
                if grows & lastRow != 0 { distance += 1 }
                if shrinks & lastRow != 0 { distance -= 1 }
                let growsBelow = grows << 1 | 1
                rises = shrinks << 1 | ~(isKept | growsBelow)
                falls = isKept & growsBelow
                sameBefore = same
            }
            return distance
        }
    }
}
