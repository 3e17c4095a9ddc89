internal import TodoCore

/// Sections: categories, which are stored, and the other groupings, which follow from the todos.
extension OpenStore {
    // MARK: Reading

    func sections(_ grouping: Grouping, includeEmpty: Bool, today: Day) throws(StoreFault) -> [Section] {
        switch grouping {
        case .category: try sectionRows().filter { includeEmpty || $0.count > 0 }.map(\.section)
        case .schedule: try schedule(today)
        case .initial: try initials()
        }
    }

    func sectionRows() throws(StoreFault) -> [SectionRow] {
        let statement = try database.statement(.sections)
        defer { statement.reset() }
        var rows: [SectionRow] = []
        while try statement.step() { rows.append(SectionRow(statement)) }
        return rows
    }

    /// The section of a number that the store itself keeps.
    func sectionRow(_ number: Int64) throws(StoreFault) -> SectionRow {
        let statement = try database.statement(.sectionByID)
        defer { statement.reset() }
        statement.bind(number, at: 1)
        guard try statement.step() else { throw .sqlite(.damaged("a todo without a section")) }
        return SectionRow(statement)
    }

    /// The category that a client names.
    func sectionRow(_ id: String) throws(StoreFault) -> SectionRow {
        guard case .category(let number) = SectionID(id) else { throw .refused(.noSuchSection(id)) }
        let statement = try database.statement(.sectionByID)
        defer { statement.reset() }
        statement.bind(number, at: 1)
        guard try statement.step() else { throw .refused(.noSuchSection(id)) }
        return SectionRow(statement)
    }

    /// The section of a category: the one that is there, however it was spelt first, or a new one, last of all.
    func section(forCategory title: String) throws(StoreFault) -> SectionRow {
        let key = title.canonicalForm
        if let row = try section(key: key) { return row }
        let last = try sectionRows().last?.place ?? 0
        let insert = try database.statement(.insertSection)
        do {
            defer { insert.reset() }
            insert.bind(title, at: 1)
            insert.bind(key, at: 2)
            insert.bind(last + Self.step, at: 3)
            while try insert.step() {}
        }
        guard let row = try section(key: key) else { throw .sqlite(.damaged("a new section is not there")) }
        return row
    }

    private func section(key: String) throws(StoreFault) -> SectionRow? {
        let statement = try database.statement(.sectionByKey)
        defer { statement.reset() }
        statement.bind(key, at: 1)
        return try statement.step() ? SectionRow(statement) : nil
    }

    private func schedule(_ today: Day) throws(StoreFault) -> [Section] {
        let all = try pair(try database.statement(.totals))
        let counts = try database.statement(ListPlan.todayCounts)
        counts.bind(today.date.number, at: 4)
        counts.bind(today.start.milliseconds, at: 5)
        counts.bind(today.end.milliseconds, at: 6)
        let now = try pair(counts)
        return [
            Section(id: .today, title: "", count: now.0, completedCount: now.1),
            Section(id: .upcoming, title: "", count: all.0 - now.0, completedCount: all.1 - now.1),
        ]
    }

    private func pair(_ statement: Statement) throws(StoreFault) -> (Int64, Int64) {
        defer { statement.reset() }
        return try statement.step() ? (statement.integer(0), statement.integer(1)) : (0, 0)
    }

    private func initials() throws(StoreFault) -> [Section] {
        let counts = try countsByInitial(.initialCounts)
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

    // MARK: Changing

    func renameSection(_ id: String, to title: String) throws(StoreFault) -> Section {
        let row = try sectionRow(id)
        if row.title.isEmpty { throw .refused(.conflict(.builtIn)) }
        if row.title.isIdentical(to: title) { return row.section }
        let key = title.canonicalForm
        if let other = try section(key: key), other.number != row.number { throw .refused(.conflict(.titleTaken)) }
        _ = nextRevision()
        let statement = try database.statement(.renameSection)
        statement.bind(row.number, at: 1)
        statement.bind(title, at: 2)
        statement.bind(key, at: 3)
        try statement.run()
        return try sectionRow(row.number).section
    }

    func moveSection(_ id: String, to place: SectionPlace) throws(StoreFault) -> Section {
        let row = try sectionRow(id)
        let order = try sectionRows()
        let others = order.filter { $0.number != row.number }
        let index: Int
        switch place {
        case .before(let anchor), .after(let anchor):
            if anchor == .category(row.number) { return row.section }
            guard let found = others.firstIndex(where: { .category($0.number) == anchor }) else {
                throw .refused(.noSuchSection(anchor.text))
            }
            if case .before = place { index = found } else { index = found + 1 }
        case .index(let wanted): index = Int(min(wanted, Int64(others.count)))
        }
        if order.indices.contains(index), order[index].number == row.number { return row.section }
        _ = nextRevision()
        try reorder(row, in: others, to: index)
        return row.section
    }

    private func reorder(_ row: SectionRow, in others: [SectionRow], to index: Int) throws(StoreFault) {
        let slot = Slot(
            above: index > 0 ? others[index - 1].place : nil, below: index < others.count ? others[index].place : nil)
        let statement = try database.statement(.placeSection)
        if let place = slot.middle {
            statement.bind(row.number, at: 1)
            statement.bind(place, at: 2)
            return try statement.run()
        }
        var order = others
        order.insert(row, at: index)
        for (index, row) in order.enumerated() {
            statement.bind(row.number, at: 1)
            statement.bind(Int64(index + 1) * Self.step, at: 2)
            try statement.run()
        }
    }

    func deleteSection(
        _ id: String, leftovers: Leftovers, at now: Timestamp
    ) throws(StoreFault) -> [Todo.ID] {
        let row = try sectionRow(id)
        if row.title.isEmpty { throw .refused(.conflict(.builtIn)) }
        var target: SectionRow?
        if case .move(let destination) = leftovers {
            target = try sectionRow(destination.text)
            if target?.number == row.number { throw .refused(.noSuchSection(destination.text)) }
        }
        if row.count > 0, case .refuse = leftovers { throw .refused(.conflict(.notEmpty)) }
        let revision = nextRevision()
        let ids = try idsOfSection(row.number)
        if let target {
            for id in ids { try put(id, target.number, try openPlace(.end, in: target.number), now, revision) }
            try count(target.number, todos: row.count, completed: row.completedCount)
        } else {
            try run(.deleteTodosOfSection, row.number)
        }
        try run(.deleteSection, row.number)
        return ids
    }

    private func run(_ query: Query, _ section: Int64) throws(StoreFault) {
        let statement = try database.statement(query)
        statement.bind(section, at: 1)
        try statement.run()
    }

    private func idsOfSection(_ section: Int64) throws(StoreFault) -> [Todo.ID] {
        let statement = try database.statement(.idsOfSection)
        defer { statement.reset() }
        statement.bind(section, at: 1)
        var ids: [Todo.ID] = []
        while try statement.step() { ids.append(statement.integer(0)) }
        return ids
    }
}
