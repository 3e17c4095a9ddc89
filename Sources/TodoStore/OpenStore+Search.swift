internal import TodoCore

/// Which todos have a text that few have. A client that turns pages, or lets its user go back to one, asks again.
struct TextSearch {
    /// A text that more todos have is found soon enough in the order of the list.
    static let limit = 4096

    let text: String
    /// Of the store when it was looked through; it holds for that alone.
    let revision: Revision
    /// nil when there are more than `limit`.
    let ids: [Todo.ID]?
}

/// For how long a text is looked for in the order of the list: each todo there is on another page of the file, so that
/// it takes several times as long as one after the other as they lie in the file.
struct SearchPatience {
    /// Of the whole store.
    let todos: Int64

    /// So many are always looked at.
    private static let least = 1024
    /// In the order of the list, as many can be looked at in the same time as this part of all in the order of the file.
    static let share: Int64 = 4

    func isOver(looked: Int, found: Int, wanted: Int) -> Bool {
        guard looked >= Self.least, looked % Self.least == 0 else { return false }
        let expected = Int64(looked) * Int64(wanted) / Int64(max(found, 1))
        return expected > todos / Self.share
    }
}

/// Lists of todos that have a text. No index can serve that.
extension OpenStore {
    /// Looks in the order of the list as long as the page fills up soon enough, else at all todos as they lie in the file.
    func search(_ text: TextPattern, _ request: PageRequest) throws(StoreFault) -> TodoPage {
        if lastSearch?.text != text.source || lastSearch?.revision != revision {
            let all = try sectionRows().reduce(0) { $0 + $1.count }
            var page = Page(limit: request.query.limit, byteLimit: request.query.byteLimit)
            if try todosConcerned(by: request) > all / SearchPatience.share {
                page.patience = SearchPatience(todos: all)
            }
            try collect(request, request.query.filter, into: &page)
            if page.isOver || !page.isImpatient { return page.result }
            lastSearch = TextSearch(text: text.source, revision: revision, ids: try idsOfTodos(with: text))
        }
        var filter = request.query.filter
        filter.ids = lastSearch?.ids
        return try page(request, filter)
    }

    /// How many there are in the sections that the filter is about.
    private func todosConcerned(by request: PageRequest) throws(StoreFault) -> Int64 {
        guard let plan = ListPlan(request.query.filter, today: request.today) else { return 0 }
        return try sections(of: plan, from: nil, done: []).reduce(0) { $0 + $1.count }
    }

    private func idsOfTodos(with text: TextPattern) throws(StoreFault) -> [Todo.ID]? {
        let statement = try database.statement(.texts)
        defer { statement.reset() }
        var ids: [Todo.ID] = []
        while try statement.step() {
            guard text.isInText(of: statement) else { continue }
            ids.append(statement.integer(0))
            if ids.count > TextSearch.limit { return nil }
        }
        return ids
    }
}

extension TextPattern {
    /// Whether it is in the title or the detail of the row.
    func isInText(of row: Statement) -> Bool {
        row.withText(1) { isFound(in: $0) } || row.withText(2) { isFound(in: $0) }
    }
}
