internal import TodoCore

/// The order by index title: the table `initials`, and todos that it does not have, or has where they no longer are.
///
/// A new todo mostly comes last in its section, and one that changes does so anywhere, so that nearly each of them has
/// its place on another page of that table, all of which a commit has to write. They wait, and are filed many at a time:
/// a page then takes several of them. All with an id above `filed` wait, and those that `misfiled` has with what the
/// table says of them: nothing, for one that came back. Whoever reads looks at both, and believes the table where the
/// todo itself agrees.
extension OpenStore {
    /// Where todos stand: in each section by its number, in the order of places.
    typealias Places = [Int64: [(place: Int64, id: Todo.ID)]]

    /// One that is misfiled counts as so many new ones: those lie side by side, and it is looked up by itself.
    static let weightOfMisfiled: Int64 = 4

    /// To be called before a todo changes in its initial or its place, or is deleted.
    func misfile(_ id: Todo.ID) throws(StoreFault) {
        // One that is still to be filed will be as it is then.
        if id <= filed { try misfile(id, .misfile) }
    }

    /// To be called when a todo has come back.
    func misfile(restored id: Todo.ID) throws(StoreFault) {
        if id <= filed { try misfile(id, .misfileRestored) }
    }

    private func misfile(_ id: Todo.ID, _ query: Query) throws(StoreFault) {
        let statement = try database.statement(query)
        statement.bind(id, at: 1)
        let before = database.totalChanges
        try statement.run()
        misfiled += database.totalChanges - before
    }

    /// Puts all that wait into the table, each where it is now.
    func fileWaiting() throws(StoreFault) {
        if misfiled > 0 { try database.statement(.unfile).run() }
        let statement = try database.statement(.fileInitials)
        statement.bind(filed, at: 1)
        try statement.run()
        if misfiled > 0 { try database.statement(.forgetMisfiled).run() }
        misfiled = 0
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
        while try waiting.step() { counts[waiting.text(0), default: 0] += waiting.integer(1) }
        counts = counts.filter { $0.value > 0 }
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
