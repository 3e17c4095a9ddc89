internal import TodoCore

/// What is kept so that a request can be taken back: who made it, and all that it touched as it was before.
extension OpenStore {
    /// Old entries go in portions, every so many requests, so that no request pays for a large one of long ago.
    private static let upkeepInterval: Revision = 32
    private static let upkeepPortion: Int64 = 4096
    /// So many deletions are known to those who follow the changes, for each request that can be undone.
    private static let goneFactor: Int64 = 10

    /// A request starts to change something.
    func remember(request revision: Revision, undoes: Revision?, created: Todo.ID?) throws(StoreFault) {
        let statement = try database.statement(.insertRequest)
        statement.bind(revision, at: 1)
        statement.bind(session, at: 2)
        statement.bind(undoes, at: 3)
        statement.bind(created, at: 4)
        try statement.run()
        if revision % Self.upkeepInterval == 0 { try forgetOld(revision) }
    }

    /// A todo as it is before the request of the present revision. A detail that the request does not change is left
    /// out: it can be long.
    func remember(_ row: TodoRow, stateAfter: Revision, keepsDetail: Bool = false) throws(StoreFault) {
        let todo = row.todo
        let statement = try database.statement(.insertTodoBefore)
        bind(statement, todo.id, state: row.state, stateAfter: stateAfter)
        statement.bind(row.section, at: 5)
        statement.bind(row.place, at: 6)
        statement.bind(todo.title, at: 7)
        if keepsDetail { statement.bind(Int64?.none, at: 8) } else { statement.bind(todo.detail, at: 8) }
        statement.bind(todo.isCompleted, at: 9)
        statement.bind(todo.isToday, at: 10)
        statement.bind(todo.dueOn?.number, at: 11)
        statement.bind(todo.createdAt.milliseconds, at: 12)
        statement.bind(todo.completedAt?.milliseconds, at: 13)
        try statement.run()
        try countRemembered()
    }

    /// A todo that is not there before the request of the present revision.
    func remember(absent id: Todo.ID, state: Revision, stateAfter: Revision) throws(StoreFault) {
        let statement = try database.statement(.insertTodoBefore)
        bind(statement, id, state: state, stateAfter: stateAfter)
        for place in Int32(5)...13 { statement.bind(Int64?.none, at: place) }
        try statement.run()
        try countRemembered()
    }

    private func bind(_ statement: Statement, _ id: Todo.ID, state: Revision, stateAfter: Revision) {
        statement.bind(revision, at: 1)
        statement.bind(id, at: 2)
        statement.bind(state, at: 3)
        statement.bind(stateAfter, at: 4)
    }

    /// A section as it is before the request of the present revision; nil for one that is not there.
    func remember(
        section number: Int64, _ row: SectionRow?, state: Revision, stateAfter: Revision
    ) throws(StoreFault) {
        let statement = try database.statement(.insertSectionBefore)
        statement.bind(revision, at: 1)
        statement.bind(number, at: 2)
        statement.bind(state, at: 3)
        statement.bind(stateAfter, at: 4)
        if let row { statement.bind(row.title, at: 5) } else { statement.bind(Int64?.none, at: 5) }
        statement.bind(row?.place, at: 6)
        try statement.run()
    }

    // MARK: Upkeep

    private func forgetOld(_ revision: Revision) throws(StoreFault) {
        let last = lastForgotten(revision)
        try run(.forgetRequests, last)
        try run(.forgetSectionsBefore, last)
        try forgetTodosBefore(last)
        if revision % (8 * Self.upkeepInterval) == 0 { try forgetGone(revision) }
    }

    /// The newest request that cannot be undone any longer. The one that an undo at hand takes back may be the oldest
    /// one before it.
    private func lastForgotten(_ revision: Revision) -> Revision { revision - 1 - historyLimit }

    /// Large requests clear away in proportion, so that what is kept stays bounded.
    private func countRemembered() throws(StoreFault) {
        remembered += 1
        if remembered >= Self.upkeepPortion / 2 { try forgetTodosBefore(lastForgotten(revision)) }
    }

    private func forgetTodosBefore(_ last: Revision) throws(StoreFault) {
        remembered = 0
        // Up to there; and no further than the portion goes.
        var bound = (revision: last + 1, id: Int64.min)
        let reach = try database.statement(.boundOfTodosBefore)
        do {
            defer { reach.reset() }
            reach.bind(last, at: 1)
            reach.bind(Self.upkeepPortion, at: 2)
            if try reach.step() { bound = (reach.integer(0), reach.integer(1)) }
        }
        let statement = try database.statement(.forgetTodosBefore)
        statement.bind(bound.revision, at: 1)
        statement.bind(bound.id, at: 2)
        try statement.run()
    }

    private func forgetGone(_ revision: Revision) throws(StoreFault) {
        let statement = try database.statement(.boundOfGone)
        statement.bind(historyLimit * Self.goneFactor, at: 1)
        let bound: Revision
        do {
            defer { statement.reset() }
            guard try statement.step() else { return }
            // An undo looks here for what its request has deleted.
            bound = min(statement.integer(0), revision - historyLimit)
        }
        try run(.forgetGone, bound)
        noteForgotten(bound - 1)
    }

    private func run(_ query: HistoryQuery, _ revision: Revision) throws(StoreFault) {
        let statement = try database.statement(query)
        statement.bind(revision, at: 1)
        try statement.run()
    }

    /// Old places follow where todos of a section are spread anew, so that an undo puts things back between the same
    /// neighbours.
    func respaceHistory(
        of section: Int64, _ moved: [(old: Int64, new: Int64)], lower: Int64?, upper: Int64?
    ) throws(StoreFault) {
        let statement = try database.statement(.placesBefore)
        var past = PlacesBefore()
        do {
            defer { statement.reset() }
            statement.bind(section, at: 1)
            statement.bind(lower ?? .min, at: 2)
            statement.bind(upper ?? .max, at: 3)
            try past.read(statement)
        }
        try past.respace(by: database.statement(.respaceBefore), moved, lower: lower, upper: upper)
    }

    /// The same for places of sections, when all of them are spread.
    func respaceHistory(ofSections moved: [(old: Int64, new: Int64)]) throws(StoreFault) {
        let statement = try database.statement(.sectionPlacesBefore)
        var past = PlacesBefore()
        do {
            defer { statement.reset() }
            try past.read(statement)
        }
        try past.respace(by: database.statement(.respaceSectionBefore), moved, lower: nil, upper: nil)
    }
}

/// Places that undo may need.
private struct PlacesBefore {
    private var rows: [(revision: Revision, id: Int64, place: Int64)] = []

    mutating func read(_ statement: Statement) throws(StoreFault) {
        while try statement.step() { rows.append((statement.integer(0), statement.integer(1), statement.integer(2))) }
    }

    func respace(
        by update: Statement, _ moved: [(old: Int64, new: Int64)], lower: Int64?, upper: Int64?
    ) throws(StoreFault) {
        if rows.isEmpty { return }
        let map = PlaceMap(moved, lower: lower, upper: upper, past: rows.map(\.place))
        for row in rows where map.moves(row.place) {
            update.bind(row.revision, at: 1)
            update.bind(row.id, at: 2)
            update.bind(map.image(of: row.place), at: 3)
            try update.run()
        }
    }
}

/// Where places went when a part of a section was spread anew. It preserves order: what was between two todos has places
/// of its own between them again.
struct PlaceMap {
    /// Ascending. The outermost points are the limits, which stay; an end of the section without a limit has none.
    private let points: [(old: Int64, new: Int64)]
    private let hasLower: Bool
    private let hasUpper: Bool

    /// - Parameter past: the places where nothing stands now, of which the images will be wanted.
    init(_ moved: [(old: Int64, new: Int64)], lower: Int64?, upper: Int64?, past: [Int64]) {
        let known = (lower.map { [($0, $0)] } ?? []) + moved + (upper.map { [($0, $0)] } ?? [])
        hasLower = lower != nil
        hasUpper = upper != nil
        let past = Set(past).sorted()
        var points = Array(known.prefix(1))
        for (low, high) in zip(known, known.dropFirst()) {
            let start = past.partitioningIndex { $0 > low.0 }
            let end = past.partitioningIndex { $0 >= high.0 }
            if start < end {
                let gap = Slot.distance(low.1, high.1) / UInt64(end - start + 1)
                for index in start..<end {
                    points.append((past[index], low.1 &+ Int64(bitPattern: gap * UInt64(index - start + 1))))
                }
            }
            points.append(high)
        }
        self.points = points
    }

    /// Whether the place lies in the part that was spread.
    func moves(_ place: Int64) -> Bool {
        guard let first = points.first, let last = points.last else { return false }
        return (!hasLower || place > first.old) && (!hasUpper || place < last.old)
    }

    func image(of place: Int64) -> Int64 {
        guard let first = points.first, let last = points.last else { return place }
        if place <= first.old { return first.new &- (first.old &- place) }
        if place >= last.old { return last.new &+ (place &- last.old) }
        return points[points.partitioningIndex { $0.old > place } - 1].new
    }
}

extension Array {
    /// The first index from which on all elements satisfy the condition, which must hold for an end of the array.
    fileprivate func partitioningIndex(where belongsBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
