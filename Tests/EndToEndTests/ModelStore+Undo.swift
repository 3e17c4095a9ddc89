/// Taking back a request, and taking that back.
extension ModelStore {
    private func undoable(_ wanted: Int64?, _ isOfStore: Bool, _ session: String) -> Result<Int64, Refusal> {
        if let wanted {
            if wanted < 1 || wanted > revision { return .failure(Refusal(code: 404)) }
            return wanted > revision - historyLimit ? .success(wanted) : .failure(Refusal(code: 410))
        }
        let newest = history.filter { $1.undoes == nil && !$1.isTakenBack && (isOfStore || $1.session == session) }
        guard let found = newest.keys.max(), found > revision - historyLimit else {
            return .failure(Refusal(code: 409))
        }
        return .success(found)
    }

    private struct Refusal: Error { let code: Int }

    /// Whether everything is still as the request left it, and can become what it was.
    private func isSafe(_ entry: Entry) -> Bool {
        for (number, before, _, after) in entry.sections {
            let present = section(number).map { sections[$0] }
            if (present?.state ?? Self.absent) != after { return false }
            if let before, let other = section(titled: before.title), sections[other].number != number { return false }
            if before == nil, let present, !present.ids.allSatisfy({ id in entry.todos.contains { $0.id == id } }) {
                return false
            }
        }
        return entry.todos.allSatisfy { id, before, _, after in
            let isHome = before.map { before in
                section(before.section) != nil || entry.sections.contains { $0.number == before.section }
            }
            return (todos[id]?.state ?? gone[id] ?? 0) == after && isHome ?? true
        }
    }

    mutating func undo(_ wanted: Int64?, _ isOfStore: Bool, _ session: String) -> ModelReply {
        let undone: Int64
        switch undoable(wanted, isOfStore, session) {
        case .failure(let refusal): return .refused(refusal.code)
        case .success(let found): undone = found
        }
        guard let entry = history[undone], !entry.isTakenBack, isSafe(entry) else { return .refused(409) }
        begin(session, undoes: undone)
        restoreSections(entry)
        // Each comes back behind the one before it in the order of then that still stands, or stands again.
        let order = entry.orderBefore.flatMap(\.ids)
        for (id, before, state, after) in entry.todos.sorted(by: { $0.id < $1.id }) {
            history[revision]?.todos.append((id, todos[id], after, state))
            guard let before else {
                remove(id, state: state)
                continue
            }
            takeOut(id)
            todos[id] = before
            todos[id]?.revision = revision
            todos[id]?.state = state
            gone[id] = nil
        }
        let back = entry.todos.filter { $0.before != nil }.map(\.id)
        for id in order where back.contains(id) { putBack(id, entry) }
        for (number, before, _, _) in entry.sections where before == nil {
            sections.removeAll { $0.number == number }
        }
        mark(undone)
        comeBack = (Set(back), Set(entry.sections.filter { $0.before != nil }.map(\.number)), entry)
        return .undone(undone, entry.todos.map(\.id).sorted().map { ($0, todos[$0]) })
    }

    private mutating func restoreSections(_ entry: Entry) {
        for (number, before, state, after) in entry.sections {
            var present: ModelSection?
            if let at = section(number) { present = sections.remove(at: at) }
            history[revision]?.sections.append((number, present, after, state))
            guard var section = before else {
                // It goes at the end, when its todos are somewhere else.
                if let present { sections.append(present) }
                continue
            }
            section.ids = present?.ids ?? []
            section.state = state
            let order = entry.orderBefore
            let at = order.firstIndex { $0.number == number } ?? 0
            let previous = order[..<at].last { old in sections.contains { $0.placement == old.placement } }
            let place = sections.firstIndex { $0.placement == previous?.placement }.map { $0 + 1 }
            let next = order[(at + 1)...].first { old in sections.contains { $0.placement == old.placement } }
            let end = sections.firstIndex { $0.placement == next?.placement } ?? sections.count
            sections.insert(section, at: place ?? end)
        }
    }

    private mutating func putBack(_ id: Int64, _ entry: Entry) {
        guard let todo = todos[id], let home = section(todo.section),
            let order = entry.orderBefore.first(where: { $0.number == todo.section })?.ids,
            let at = order.firstIndex(of: id)
        else { return }
        func stands(_ other: Int64) -> Bool {
            todos[other]?.placement == entry.placementsBefore[other] && sections[home].ids.contains(other)
        }
        let ids = sections[home].ids
        if let previous = order[..<at].last(where: stands), let found = ids.firstIndex(of: previous) {
            sections[home].ids.insert(id, at: found + 1)
        } else if let next = order[(at + 1)...].first(where: stands), let found = ids.firstIndex(of: next) {
            sections[home].ids.insert(id, at: found)
        } else {
            sections[home].ids.append(id)
        }
    }

    private mutating func mark(_ undone: Int64) {
        var (next, isTakenBack) = (Optional(undone), true)
        while let present = next, present > revision - historyLimit {
            history[present]?.isTakenBack = isTakenBack
            isTakenBack.toggle()
            next = history[present]?.undoes
        }
    }
}
