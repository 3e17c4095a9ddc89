/// How many todos of a large section stand up to which place, so that the one at an index is found without counting all
/// that are before it.
struct Landmarks {
    /// So many todos at first between one landmark and the next.
    static let spacing: Int64 = 128

    /// A section of fewer is counted through as fast.
    static let worthwhile: Int64 = 8 * spacing

    /// The place from which each part begins, in order; the first begins before everything.
    private var starts: [Int64] = [.min]
    private var counts: [Int64]

    /// A section of so many todos, in one part for now.
    init(count: Int64) { counts = [count] }

    /// How many parts there are.
    var count: Int { starts.count }

    /// The last part ends after `spacing` todos, at the place of the next one.
    mutating func split(at place: Int64) {
        guard let rest = counts.last else { return }
        counts[counts.count - 1] = Self.spacing
        starts.append(place)
        counts.append(rest - Self.spacing)
    }

    /// The part in which the todo at the index is: from which place on, and how many are before it there. The todo at the
    /// place `own` counts as not there.
    func find(_ index: Int64, without own: Int64?) -> (start: Int64, offset: Int64) {
        let ownPart = own.map(part)
        var offset = index
        for part in counts.indices.dropLast() {
            let count = counts[part] - (part == ownPart ? 1 : 0)
            if offset < count { return (starts[part], offset) }
            offset -= count
        }
        return (starts[starts.count - 1], offset)
    }

    /// A todo comes in. False when a part has become so large that new landmarks are worth their while.
    mutating func insert(at place: Int64) -> Bool {
        let part = part(of: place)
        counts[part] += 1
        return counts[part] < 4 * Self.spacing
    }

    mutating func remove(at place: Int64) { counts[part(of: place)] -= 1 }

    private func part(of place: Int64) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= place { low = middle } else { high = middle }
        }
        return low
    }
}
