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
        while try statement.step() { rows.append(memory.withPending(SectionRow(statement))) }
        return rows
    }

    /// The section of a number that the store itself keeps.
    func sectionRow(_ number: Int64) throws(StoreFault) -> SectionRow {
        guard let row = try optionalSectionRow(number) else { throw .sqlite(.damaged("a todo without a section")) }
        return row
    }

    func optionalSectionRow(_ number: Int64) throws(StoreFault) -> SectionRow? {
        if let row = memory[number] { return row }
        let statement = try database.statement(.sectionByID)
        defer { statement.reset() }
        statement.bind(number, at: 1)
        return try statement.step() ? memory.learn(SectionRow(statement)) : nil
    }

    /// The category that a client names.
    func sectionRow(_ id: String) throws(StoreFault) -> SectionRow {
        guard case .category(let number) = SectionID(id), let row = try optionalSectionRow(number) else {
            throw .refused(.noSuchSection(id))
        }
        return row
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
        noteSectionChange()
        guard let row = try section(key: key) else { throw .sqlite(.damaged("a new section is not there")) }
        return row
    }

    func section(key: String) throws(StoreFault) -> SectionRow? {
        if let row = memory[key] { return row }
        let statement = try database.statement(.sectionByKey)
        defer { statement.reset() }
        statement.bind(key, at: 1)
        return try statement.step() ? memory.learn(SectionRow(statement), key: key) : nil
    }

    private func schedule(_ today: Day) throws(StoreFault) -> [Section] {
        let all = try sectionRows().reduce((0, 0)) { ($0.0 + $1.count, $0.1 + $1.completedCount) }
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
}
