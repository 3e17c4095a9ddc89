internal import TodoCore

/// How a filter is answered: which sections it can concern, which index serves each of them, and what is left to be
/// checked for every row.
struct ListPlan {
    let filter: TodoFilter
    /// The only section that it can concern, when there is just one.
    let only: OnlySection?
    /// The rows of a section behind a place.
    let sql: String
    /// The row at a place of a section.
    let sqlAtPlace: String
    /// Those with this index title, and no others.
    let initial: String?
    private let today: Day

    enum OnlySection {
        case number(Int64)
        case category(String)
    }

    /// nil for a filter that nothing can match.
    init?(_ filter: TodoFilter, today: Day) {
        self.filter = filter
        self.today = today
        var conditions: [String] = []
        var index = Index.place
        var only = filter.category.map(OnlySection.category)
        var initial: String?
        if let section = filter.section {
            switch SectionID(section) {
            case .category(let number): only = .number(number)
            case .today:
                conditions += [Self.scheduled, Self.isToday]
                index = .scheduled
            case .upcoming: conditions.append(Self.isUpcoming)
            case .initial(let title):
                initial = title
                index = .initial
            case nil: return nil
            }
        }
        Self.add(filter, to: &conditions, &index)
        self.only = only
        self.initial = initial
        func select(through index: Index, _ comparison: String) -> String {
            let key = index.key
            var own = ["\(key).section = ?1", "\(key).place \(comparison) ?2"]
            if initial != nil { own.append("\(key).initial = ?8") }
            if index == .initial { own += ["t.initial = i.initial", "t.section = i.section", "t.place = i.place"] }
            return """
                SELECT \(Query.todoColumns) FROM \(index.source) WHERE \((own + conditions).joined(separator: " AND "))
                """
        }
        sql = select(through: index, ">") + " ORDER BY \(index.key).place LIMIT ?3"
        sqlAtPlace = select(through: .place, "=")
    }

    /// Whether the section can have todos that the filter wants.
    func concerns(_ section: SectionRow) -> Bool {
        switch filter.isCompleted {
        case nil: if section.count == 0 { return false }
        case true?: if section.completedCount == 0 { return false }
        case false?: if section.count == section.completedCount { return false }
        }
        return filter.category.map { $0.canonicalForm == section.title.canonicalForm } ?? true
    }

    /// The rows of one section behind a place. A text, which SQLite cannot look for, is left to `matchesText`, and then
    /// there is no limit.
    func statement(
        _ database: inout Database, section: Int64, after place: Int64, limit: Int
    ) throws(StoreFault) -> Statement {
        let statement = try database.statement(sql)
        statement.bind(filter.text == nil ? Int64(limit) : -1, at: 3)
        bind(statement, section, place)
        return statement
    }

    /// The row at a place of a section, if the filter wants it; the text is left to `matchesText`.
    func statement(_ database: inout Database, section: Int64, at place: Int64) throws(StoreFault) -> Statement {
        let statement = try database.statement(sqlAtPlace)
        bind(statement, section, place)
        return statement
    }

    private func bind(_ statement: Statement, _ section: Int64, _ place: Int64) {
        statement.bind(section, at: 1)
        statement.bind(place, at: 2)
        statement.bind(today.date.number, at: 4)
        statement.bind(today.start.milliseconds, at: 5)
        statement.bind(today.end.milliseconds, at: 6)
        if let day = filter.dueBefore { statement.bind(day.number, at: 7) }
        if let initial { statement.bind(initial, at: 8) }
        if let day = filter.dueAfter { statement.bind(day.number, at: 9) }
    }

    /// Whether the text that is searched for is in the title or the detail of the row.
    func matchesText(_ row: Statement) -> Bool {
        filter.text?.isInText(of: row) ?? true
    }

    // MARK: Conditions

    private enum Index: String {
        case place = "todosByPlace"
        case open = "todosOpen"
        case completed = "todosCompleted"
        case scheduled = "todosScheduled"
        case initial = "initials"

        var source: String {
            // SQLite joins in this order, and no other, across.
            self == .initial ? "initials i CROSS JOIN todos t ON t.id = i.id" : "todos t INDEXED BY \(rawValue)"
        }

        /// Of which table the index has section and place.
        var key: String { self == .initial ? "i" : "t" }
    }

    /// The condition of the index, word for word, without which SQLite does not see that the index serves.
    private static let scheduled = "(t.isToday = 1 OR t.dueOn IS NOT NULL)"

    /// On today's list by hand; or due by today and open, or completed on this very day.
    private static let isToday = """
        (t.isToday = 1 OR (t.dueOn <= ?4 AND \
        (t.isCompleted = 0 OR (t.completedAt >= ?5 AND t.completedAt < ?6))))
        """

    /// The opposite, without NULL getting in the way.
    private static let isUpcoming = """
        (t.isToday = 0 AND (t.dueOn IS NULL OR t.dueOn > ?4 OR \
        (t.isCompleted = 1 AND (t.completedAt < ?5 OR t.completedAt >= ?6))))
        """

    /// How many todos are on today's list, and how many of them are completed.
    static let todayCounts = """
        SELECT count(*), coalesce(sum(t.isCompleted), 0) FROM todos t INDEXED BY todosScheduled \
        WHERE \(scheduled) AND \(isToday)
        """

    /// The index is the one that has the fewest rows to pass over.
    private static func add(_ filter: TodoFilter, to conditions: inout [String], _ index: inout Index) {
        if let isCompleted = filter.isCompleted {
            conditions.append("t.isCompleted = \(isCompleted ? 1 : 0)")
            if index == .place { index = isCompleted ? .completed : .open }
        }
        if let isToday = filter.isToday { conditions.append("t.isToday = \(isToday ? 1 : 0)") }
        if filter.dueBefore != nil { conditions.append("t.dueOn <= ?7") }
        if filter.dueAfter != nil { conditions.append("t.dueOn >= ?9") }
        if let hasDue = filter.hasDue { conditions.append("t.dueOn IS \(hasDue ? "NOT NULL" : "NULL")") }
        let isScheduled =
            filter.isToday == true || filter.hasDue == true || filter.dueBefore != nil || filter.dueAfter != nil
        if isScheduled && index != .initial {
            conditions.append(scheduled)
            index = .scheduled
        }
    }
}
