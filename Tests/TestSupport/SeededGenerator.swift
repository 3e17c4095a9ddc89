internal import CSystem

/// Chance that can be repeated: SplitMix64, whose whole state is one number.
package struct SeededGenerator: RandomNumberGenerator {
    package let seed: UInt64
    private var state: UInt64

    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of 0..<limit.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// True once in `count` times.
    package mutating func once(in count: Int) -> Bool { below(count) == 0 }

    /// True so many times in a hundred.
    package mutating func percent(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements of a collection that is not empty.
    package mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }

    /// A generator whose seed is new in each run, and is printed: `TODO_TEST_SEED=<seed> swift test` repeats the run.
    package static func printed(for purpose: String) -> SeededGenerator {
        let seed = Self.given ?? UInt64.random(in: 0...UInt64(UInt32.max))
        print("seed \(seed): \(purpose)")
        return SeededGenerator(seed: seed)
    }

    private static var given: UInt64? {
        guard let environment = unsafe csystem_environment() else { return nil }
        let prefix = "TODO_TEST_SEED="
        var place = 0
        while let entry = unsafe environment[place] {
            let text = unsafe String(cString: entry)
            if text.hasPrefix(prefix) { return UInt64(text.dropFirst(prefix.count)) }
            place += 1
        }
        return nil
    }
}
