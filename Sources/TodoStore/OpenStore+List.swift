internal import TodoCore

/// Lists, page by page.
extension OpenStore {
    func list(_ query: TodoQuery) throws(StoreFault) -> TodoPage {
        let fingerprint = query.filter.fingerprint
        let cursor = try query.cursor.map { text throws(StoreFault) in
            guard let cursor = Cursor(text), cursor.filter == fingerprint else { throw .refused(.foreignCursor) }
            return cursor
        }
        let today = query.calendar.day(cursor?.today ?? query.today)
        guard let plan = ListPlan(query.filter, today: today) else { return TodoPage() }
        var page = Page(limit: query.limit, byteLimit: query.byteLimit)
        var done = cursor?.done ?? []
        let sections = try sections(of: plan, from: cursor, done: Set(done))
        let ids = try query.filter.ids.map { ids throws(StoreFault) in try placesBySection(ids) }
        for section in sections {
            let place = section.number == cursor?.section ? try resume(cursor, section) : .min
            if let ids {
                try collect(ids[section.number] ?? [], plan, section, after: place, into: &page)
            } else if plan.concerns(section) {
                try collect(plan, section, after: place, into: &page)
            }
            if page.isOver {
                // Behind the last todo of the page, which may stand in a section before this one.
                let last = page.rows.last.map { ($0.section, $0.place) } ?? (section.number, place)
                let finished = Set(done).subtracting([last.0]).sorted()
                let next = Cursor(
                    filter: fingerprint, revision: revision, today: today.date, section: last.0, place: last.1,
                    done: finished)
                return TodoPage(todos: page.rows.map(\.todo), next: next.text)
            }
            done.append(section.number)
        }
        return TodoPage(todos: page.rows.map(\.todo))
    }

    // MARK: Sections

    /// The sections that are still to be listed, the one in which the cursor stands first.
    private func sections(
        of plan: ListPlan, from cursor: Cursor?, done: Set<Int64>
    ) throws(StoreFault) -> [SectionRow] {
        var sections: [SectionRow] = []
        switch plan.only {
        case .number(let number): sections = try optionalSectionRow(number).map { [$0] } ?? []
        case .category(let title): sections = try section(key: title.canonicalForm).map { [$0] } ?? []
        case nil: sections = try sectionRows()
        }
        if !done.isEmpty { sections.removeAll { done.contains($0.number) } }
        if let cursor, let index = sections.firstIndex(where: { $0.number == cursor.section }) {
            sections.insert(sections.remove(at: index), at: 0)
        }
        return sections
    }

    /// Where a cursor goes on: at its place, or at what that has become since.
    private func resume(_ cursor: Cursor?, _ section: SectionRow) throws(StoreFault) -> Int64 {
        guard let cursor else { return .min }
        let statement = try database.statement(.respacings)
        defer { statement.reset() }
        statement.bind(section.number, at: 1)
        statement.bind(cursor.revision, at: 2)
        var place = cursor.place
        while try statement.step() {
            guard let respacing = Respacing(statement.text(0)) else { throw .sqlite(.damaged("a respacing")) }
            place = respacing.now(of: place)
        }
        return place
    }

    // MARK: Todos

    private func collect(
        _ plan: ListPlan, _ section: SectionRow, after place: Int64, into page: inout Page
    ) throws(StoreFault) {
        let statement = try plan.statement(&database, section: section.number, place, limit: page.room)
        defer { statement.reset() }
        while !page.isOver, try statement.step() {
            if plan.matchesText(statement) { page.append(TodoRow(statement, category: section.title)) }
        }
    }

    /// Those of the named todos that stand in the section and that the rest of the filter wants.
    private func collect(
        _ places: [(place: Int64, id: Todo.ID)], _ plan: ListPlan, _ section: SectionRow, after place: Int64,
        into page: inout Page
    ) throws(StoreFault) {
        guard plan.concerns(section) else { return }
        for candidate in places where candidate.place > place && !page.isOver {
            let statement = try plan.statement(&database, section: section.number, candidate.place, limit: 1)
            defer { statement.reset() }
            guard try statement.step() else { continue }
            let row = TodoRow(statement, category: section.title)
            if row.todo.id == candidate.id, plan.matchesText(statement) { page.append(row) }
        }
    }

    private func placesBySection(_ ids: [Todo.ID]) throws(StoreFault) -> [Int64: [(place: Int64, id: Todo.ID)]] {
        let statement = try database.statement(.location)
        defer { statement.reset() }
        var places: [Int64: [(place: Int64, id: Todo.ID)]] = [:]
        for id in Set(ids) {
            statement.reset()
            statement.bind(id, at: 1)
            guard try statement.step() else { continue }
            places[statement.integer(0), default: []].append((statement.integer(1), id))
        }
        return places.mapValues { $0.sorted { $0.place < $1.place } }
    }
}

/// A page that fills up. One todo more than fits tells that there is a next one.
private struct Page {
    let limit: Int
    let byteLimit: Int
    private(set) var rows: [TodoRow] = []
    private(set) var isOver = false
    private var bytes = 0

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// How many todos are looked for at most.
    var room: Int { limit + 1 - rows.count }

    mutating func append(_ row: TodoRow) {
        bytes += row.todo.textBytes
        isOver = rows.count == limit || (bytes > byteLimit && (byteLimit <= 0 || !rows.isEmpty))
        if !isOver { rows.append(row) }
    }
}
