internal import TodoCore

/// The order by index title: the table `initials`, and new todos that are not in it yet.
///
/// New todos mostly come last in their sections, and their initials vary, so that nearly each of them has its place on
/// another page of that table, all of which a commit has to write. They wait, and are filed many at a time: a page then
/// takes several of them. All with an id above `filed` wait; those up to it are in the table, and triggers keep them
/// there as they are. Whoever reads looks at both.
extension OpenStore {
    /// Where todos stand: in each section by its number, in the order of places.
    typealias Places = [Int64: [(place: Int64, id: Todo.ID)]]

    /// Puts todos into the table. Those of the range that are not there any more are passed over.
    func file(_ ids: ClosedRange<Todo.ID>) throws(StoreFault) {
        let statement = try database.statement(.fileInitials)
        statement.bind(ids.lowerBound, at: 1)
        statement.bind(ids.upperBound, at: 2)
        try statement.run()
    }

    /// The todos of an initial that wait.
    func unfiled(_ initial: String) throws(StoreFault) -> Places {
        let statement = try database.statement(.unfiled)
        defer { statement.reset() }
        statement.bind(filed, at: 1)
        statement.bind(initial, at: 2)
        var places: Places = [:]
        while try statement.step() {
            places[statement.integer(0), default: []].append((statement.integer(1), statement.integer(2)))
        }
        return places.mapValues { $0.sorted { $0.place < $1.place } }
    }

    /// The sections of `groupBy: initial`.
    func initials() throws(StoreFault) -> [Section] {
        var counts = try countsByInitial(.initialCounts)
        let waiting = try database.statement(.unfiledInitials)
        defer { waiting.reset() }
        waiting.bind(filed, at: 1)
        while try waiting.step() { counts[waiting.text(0), default: 0] += 1 }
        let completed = try countsByInitial(.initialCompletedCounts)
        return counts.keys.sorted(by: IndexTitle.isBefore).map { title in
            Section(
                id: .initial(title), title: title, count: counts[title] ?? 0, completedCount: completed[title] ?? 0)
        }
    }

    private func countsByInitial(_ query: Query) throws(StoreFault) -> [String: Int64] {
        let statement = try database.statement(query)
        defer { statement.reset() }
        var counts: [String: Int64] = [:]
        while try statement.step() { counts[statement.text(0), default: 0] += statement.integer(1) }
        return counts
    }
}
