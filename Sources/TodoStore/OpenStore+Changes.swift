internal import TodoCore

/// What has changed since a moment, for those who keep a copy.
extension OpenStore {
    /// The moment that is now.
    func changeCursor() throws(StoreFault) -> ChangeCursor {
        ChangeCursor(store: try identity(), start: revision, revision: revision, todo: .max)
    }

    func changes(since text: String?, limit: Int) throws(StoreFault) -> ChangePage {
        let now = try changeCursor()
        guard let text else { return ChangePage(changes: [], sectionsChanged: false, cursor: now.text, hasMore: false) }
        guard let cursor = ChangeCursor(text) else { throw .refused(.foreignCursor) }
        // Of another store; of this one before it was put back from a copy; or too old.
        guard cursor.store == now.store, cursor.revision <= revision, !cursor.isBefore(forgotten, .max) else {
            throw .refused(.forgotten)
        }
        let entries = try merged(changedTodos(since: cursor, limit + 1), goneTodos(since: cursor, limit + 1))
        var bytes = 0
        let page = entries.prefix(limit).prefix { entry in
            let isFirst = bytes == 0
            bytes += entry.change.todo?.textBytes ?? 0
            return isFirst || bytes <= TodoPage.byteLimit
        }
        let hasMore = entries.count > page.count
        let end = page.last.map {
            ChangeCursor(store: now.store, start: cursor.start, revision: $0.revision, todo: $0.change.id)
        }
        return ChangePage(
            changes: page.map(\.change), sectionsChanged: sectionsRevision > cursor.revision,
            cursor: (hasMore ? end ?? now : now).text, hasMore: hasMore)
    }

    /// The ids of at most `limit` todos that changed in those revisions.
    func idsChanged(_ revisions: ClosedRange<Revision>, limit: Int) throws(StoreFault) -> [Todo.ID] {
        let statement = try database.statement(.changedIDs)
        defer { statement.reset() }
        statement.bind(revisions.lowerBound - 1, at: 1)
        statement.bind(revisions.upperBound, at: 2)
        statement.bind(Int64(limit), at: 3)
        var ids: [Todo.ID] = []
        while try statement.step() { ids.append(statement.integer(0)) }
        return ids
    }

    private struct Entry {
        let revision: Revision
        let change: TodoChange
    }

    private func changedTodos(since cursor: ChangeCursor, _ limit: Int) throws(StoreFault) -> [Entry] {
        let statement = try database.statement(.changedTodos)
        defer { statement.reset() }
        bind(statement, cursor, limit)
        var entries: [Entry] = []
        var bytes = 0
        // One more than fits is read, which tells that there are more.
        while bytes <= TodoPage.byteLimit, try statement.step() {
            let todo = try todoRow(statement).todo
            bytes += todo.textBytes
            let (born, placedAt) = (statement.integer(13), statement.integer(14))
            let kind: TodoChange.Kind =
                born > cursor.start ? .created : placedAt > cursor.start ? .moved : .updated
            entries.append(Entry(revision: todo.revision, change: TodoChange(id: todo.id, kind: kind, todo: todo)))
        }
        return entries
    }

    private func goneTodos(since cursor: ChangeCursor, _ limit: Int) throws(StoreFault) -> [Entry] {
        let statement = try database.statement(.goneTodos)
        defer { statement.reset() }
        bind(statement, cursor, limit)
        var entries: [Entry] = []
        while try statement.step() {
            let change = TodoChange(id: statement.integer(0), kind: .deleted, todo: nil)
            entries.append(Entry(revision: statement.integer(1), change: change))
        }
        return entries
    }

    private func bind(_ statement: Statement, _ cursor: ChangeCursor, _ limit: Int) {
        statement.bind(cursor.revision, at: 1)
        statement.bind(cursor.todo, at: 2)
        statement.bind(Int64(limit), at: 3)
    }

    /// Both in the order of their last change.
    private func merged(_ first: [Entry], _ second: [Entry]) -> [Entry] {
        if second.isEmpty { return first }
        return (first + second).sorted { ($0.revision, $0.change.id) < ($1.revision, $1.change.id) }
    }

    private func identity() throws(StoreFault) -> UInt64 {
        let statement = try database.statement(.identity)
        defer { statement.reset() }
        var hash = Fingerprint()
        if try statement.step() { hash.combine(1, statement.text(0)) }
        return hash.value
    }
}
