internal import TodoCore

/// Lists, page by page.
extension OpenStore {
    func list(_ query: TodoQuery) throws(StoreFault) -> TodoPage {
        let fingerprint = query.filter.fingerprint
        let cursor = try query.cursor.map { text throws(StoreFault) in
            guard let cursor = Cursor(text), cursor.filter == fingerprint else { throw .refused(.foreignCursor) }
            return cursor
        }
        let request = PageRequest(
            query: query, fingerprint: fingerprint, cursor: cursor,
            today: query.calendar.day(cursor?.today ?? query.today))
        guard let text = query.filter.text, query.filter.ids == nil else { return try page(request, query.filter) }
        return try search(text, request)
    }

    /// The todos of a filter, and where the next page starts.
    func page(_ request: PageRequest, _ filter: TodoFilter) throws(StoreFault) -> TodoPage {
        var page = Page(limit: request.query.limit, byteLimit: request.query.byteLimit)
        try collect(request, filter, into: &page)
        return page.result
    }

    /// Fills the page. It is left as it is when its patience is over.
    func collect(_ request: PageRequest, _ filter: TodoFilter, into page: inout Page) throws(StoreFault) {
        let (cursor, today) = (request.cursor, request.today)
        guard let plan = ListPlan(filter, today: today) else { return }
        var done = cursor?.done ?? []
        let sections = try sections(of: plan, from: cursor, done: Set(done))
        let ids = try filter.ids.map { ids throws(StoreFault) in try placesBySection(ids) }
        let others = try ids == nil ? plan.initial.map { initial throws(StoreFault) in try unfiled(initial) } : nil
        for section in sections {
            let place = section.number == cursor?.section ? try resume(cursor, section) : .min
            if plan.concerns(section) {
                if let ids {
                    try collect((ids[section.number] ?? []).drop { $0.place <= place }, plan, section, into: &page)
                } else {
                    try collect(plan, section, after: place, among: others?[section.number] ?? [], into: &page)
                }
            }
            if page.isOver {
                // Behind the last todo of the page, which may stand in a section before this one.
                let last = page.rows.last.map { ($0.section, $0.place) } ?? (section.number, place)
                let finished = Set(done).subtracting([last.0]).sorted()
                page.next = Cursor(
                    filter: request.fingerprint, revision: revision, today: today.date, section: last.0,
                    place: last.1, done: finished)
                return
            }
            if page.isImpatient { return }
            done.append(section.number)
        }
    }

    // MARK: Sections

    /// The sections that are still to be listed, the one in which the cursor stands first.
    func sections(
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

    /// The todos of a section as the plan's index has them, and between them those that the index has not yet.
    private func collect(
        _ plan: ListPlan, _ section: SectionRow, after place: Int64, among others: [(place: Int64, id: Todo.ID)],
        into page: inout Page
    ) throws(StoreFault) {
        var others = others.drop { $0.place <= place }
        let statement = try plan.statement(&database, section: section.number, after: place, limit: page.room)
        defer { statement.reset() }
        while !page.isOver, !page.isImpatient, try statement.step() {
            let here = statement.integer(TodoRow.placeColumn)
            let before = others.prefix { $0.place < here }
            if !before.isEmpty {
                try collect(before, plan, section, into: &page)
                if page.isOver || page.isImpatient { return }
                others = others.dropFirst(before.count)
            }
            if plan.matchesText(statement) { page.append(TodoRow(statement, category: section.title)) }
            page.noteLook()
        }
        try collect(others, plan, section, into: &page)
    }

    /// Those of the named todos that stand in the section and that the rest of the filter wants.
    private func collect(
        _ places: ArraySlice<(place: Int64, id: Todo.ID)>, _ plan: ListPlan, _ section: SectionRow,
        into page: inout Page
    ) throws(StoreFault) {
        for candidate in places where !page.isOver && !page.isImpatient {
            let statement = try plan.statement(&database, section: section.number, at: candidate.place)
            defer { statement.reset() }
            if try statement.step() {
                let row = TodoRow(statement, category: section.title)
                if row.todo.id == candidate.id, plan.matchesText(statement) { page.append(row) }
            }
            page.noteLook()
        }
    }

    private func placesBySection(_ ids: [Todo.ID]) throws(StoreFault) -> Places {
        let statement = try database.statement(.location)
        defer { statement.reset() }
        var places: Places = [:]
        for id in Set(ids) {
            statement.reset()
            statement.bind(id, at: 1)
            guard try statement.step() else { continue }
            places[statement.integer(0), default: []].append((statement.integer(1), id))
        }
        return places.mapValues { $0.sorted { $0.place < $1.place } }
    }
}

/// What a list is asked for, with all that its cursor says.
struct PageRequest {
    let query: TodoQuery
    let fingerprint: UInt64
    let cursor: Cursor?
    let today: Day
}

/// A page that fills up. One todo more than fits tells that there is a next one.
struct Page {
    let limit: Int
    let byteLimit: Int
    private(set) var rows: [TodoRow] = []
    private(set) var isOver = false
    var next: Cursor?
    /// How many todos may be looked at, by what was found so far; nil: all.
    var patience: SearchPatience?
    private var looked = 0
    /// Whether it would take too long to fill it in this way. Once it would, nothing more is looked at.
    private(set) var isImpatient = false
    private var bytes = 0

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// How many todos are looked for at most.
    var room: Int { limit + 1 - rows.count }

    var result: TodoPage { TodoPage(todos: rows.map(\.todo), next: next?.text) }

    /// A todo has been looked at; one that is wanted is in the page by now.
    mutating func noteLook() {
        looked += 1
        if patience?.isOver(looked: looked, found: rows.count, wanted: limit + 1) == true { isImpatient = true }
    }

    mutating func append(_ row: TodoRow) {
        bytes += row.todo.textBytes
        isOver = rows.count == limit || (bytes > byteLimit && (byteLimit <= 0 || !rows.isEmpty))
        if !isOver { rows.append(row) }
    }
}
