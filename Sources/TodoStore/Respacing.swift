/// Which places of a section became which when they were spread, for the cursors that stood among them.
///
/// A cursor is a place, and what stood there may be gone by now; so it is not enough to look where that is. Between
/// `lower` and `upper`, which stayed where they were, all places are new.
struct Respacing {
    /// So many are remembered in a store. Each needs some sixteen moves into the same gap; a cursor that has missed
    /// more of them than are kept goes on near its place.
    static let kept: Int64 = 1000

    /// The todo before those that were spread; nil when they were the first.
    let lower: Int64?
    /// The todo behind them; nil when they were the last.
    let upper: Int64?
    /// In ascending order.
    var places: [(old: Int64, new: Int64)] = []

    init(lower: Int64?, upper: Int64?) {
        self.lower = lower
        self.upper = upper
    }

    /// What a place is now: behind the same todos as it was.
    func now(of place: Int64) -> Int64 {
        if let upper, place >= upper { return place }
        if let lower, place < lower { return place }
        return places.last { $0.old <= place }?.new ?? lower ?? .min
    }

    // MARK: In the store

    /// Numbers with blanks between them, "-" for none.
    var text: String {
        let limits = [lower, upper].map { $0.map(String.init) ?? "-" }
        return (limits + places.flatMap { [String($0.old), String($0.new)] }).joined(separator: " ")
    }

    /// nil for what is not the text of one.
    init?(_ text: String) {
        let numbers = text.split(separator: " ").map { Int64($0) }
        guard numbers.count >= 2, numbers.count % 2 == 0 else { return nil }
        (lower, upper) = (numbers[0], numbers[1])
        for index in stride(from: 2, to: numbers.count, by: 2) {
            guard let old = numbers[index], let new = numbers[index + 1] else { return nil }
            places.append((old, new))
        }
    }
}
