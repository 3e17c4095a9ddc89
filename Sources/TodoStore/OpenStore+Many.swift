internal import TodoCore

/// Changing or deleting many todos as one request: all of them, or none.
extension OpenStore {
    func updateMany(_ selection: TodoSelection, _ changes: TodoChanges, at now: Timestamp) throws(StoreFault) -> [Todo
        .ID]
    {
        let ids = try ids(of: selection)
        var revision: Revision?
        // In the order of the table, page by page, unless they go to the end of a section one after the other.
        for id in changes.category == nil ? ids.sorted() : ids {
            let row = try row(id)
            guard changes.change(row.todo, at: now) else { continue }
            if revision == nil { revision = try nextRevision() }
            _ = try update(row, changes, at: now, revision: self.revision)
        }
        return ids
    }

    func deleteMany(_ selection: TodoSelection) throws(StoreFault) -> [Todo.ID] {
        let ids = try ids(of: selection)
        guard !ids.isEmpty else { return [] }
        let revision = try nextRevision()
        for id in ids.sorted() {
            let row = try row(id)
            try remember(row, stateAfter: revision)
            try remove(row, revision: revision, state: revision)
        }
        return ids
    }

    /// The todos that are meant, each once; one that is named and not there is refused before anything has changed.
    private func ids(of selection: TodoSelection) throws(StoreFault) -> [Todo.ID] {
        switch selection {
        case .ids(let named):
            var seen: Set<Todo.ID> = []
            let ids = named.filter { seen.insert($0).inserted }
            for id in ids { _ = try location(of: id) }
            return ids
        case .filter(let filter, let calendar): return try ids(matching: filter, calendar)
        }
    }

    /// In the order of lists.
    private func ids(matching filter: TodoFilter, _ calendar: LocalCalendar) throws(StoreFault) -> [Todo.ID] {
        var ids: [Todo.ID] = []
        var query = TodoQuery(filter: filter, limit: 1000, calendar: calendar)
        repeat {
            let page = try list(query)
            ids.append(contentsOf: page.todos.map(\.id))
            query.cursor = page.next
        } while query.cursor != nil
        return ids
    }
}
