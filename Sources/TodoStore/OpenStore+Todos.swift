internal import TodoCore

/// Creating, reading, changing and deleting one todo.
extension OpenStore {
    func row(_ id: Todo.ID) throws(StoreFault) -> TodoRow {
        guard let row = try optionalRow(id) else { throw .refused(.noSuchTodo(id)) }
        return row
    }

    func optionalRow(_ id: Todo.ID) throws(StoreFault) -> TodoRow? {
        let statement = try database.statement(.todo)
        defer { statement.reset() }
        statement.bind(id, at: 1)
        return try statement.step() ? todoRow(statement) : nil
    }

    /// The todo in the present row of a statement that gives `Query.todoColumns`.
    func todoRow(_ statement: Statement) throws(StoreFault) -> TodoRow {
        TodoRow(statement, category: try sectionRow(statement.integer(TodoRow.sectionColumn)).title)
    }

    /// The todo, if it still has the revision that the client saw.
    func row(_ id: Todo.ID, ifRevision expected: Revision?) throws(StoreFault) -> TodoRow {
        let row = try row(id)
        if let expected, expected != row.todo.revision {
            throw .refused(.conflict(.revision, current: row.todo))
        }
        return row
    }

    func create(_ new: NewTodo, at now: Timestamp) throws(StoreFault) -> Todo {
        // A neighbour that is not there is refused before anything is changed.
        let destination = try destination(new.place, category: new.category, own: nil)
        let id = nextTodo()
        let revision = try nextRevision(created: id)
        let (section, slot) = try made(destination)
        let todo = Todo(
            id: id, title: new.title, detail: new.detail, category: section.title,
            isCompleted: new.isCompleted, isToday: new.isToday, dueOn: new.dueOn, createdAt: now, modifiedAt: now,
            completedAt: new.isCompleted ? now : nil, revision: revision)
        try insert(todo, section: section.number, place: try openPlace(slot, in: section.number), state: revision)
        return todo
    }

    func update(
        _ id: Todo.ID, _ changes: TodoChanges, ifRevision: Revision?, at now: Timestamp
    ) throws(StoreFault) -> Todo {
        let old = try row(id, ifRevision: ifRevision)
        guard changes.change(old.todo, at: now) else { return old.todo }
        return try update(old, changes, at: now, revision: try nextRevision())
    }

    /// Changes a todo that the changes change, as a part of the request of that revision.
    func update(
        _ old: TodoRow, _ changes: TodoChanges, at now: Timestamp, revision: Revision
    ) throws(StoreFault) -> Todo {
        try remember(old, stateAfter: revision, keepsDetail: changes.detail == nil)
        var new = changes.applied(to: old.todo, at: now)
        new.modifiedAt = now
        new.revision = revision
        if let category = changes.category, !category.isSameCategory(as: old.todo.category) {
            let section = try section(forCategory: category)
            new.category = section.title
            try put(old, section.number, try openPlace(.end, in: section.number), now, revision)
            memory.count(old.section, todos: -1, completed: old.todo.isCompleted ? -1 : 0)
            memory.count(section.number, todos: 1, completed: new.isCompleted ? 1 : 0)
        } else if new.isCompleted != old.todo.isCompleted {
            memory.count(old.section, todos: 0, completed: new.isCompleted ? 1 : -1)
        }
        try store(new, replacing: old.todo, state: revision)
        return new
    }

    func delete(_ id: Todo.ID, ifRevision: Revision?) throws(StoreFault) -> Todo {
        let row = try row(id, ifRevision: ifRevision)
        let revision = try nextRevision()
        try remember(row, stateAfter: revision)
        try remove(row, revision: revision, state: revision)
        return row.todo
    }

    func move(
        _ id: Todo.ID, to place: Place, category: String?, ifRevision: Revision?, at now: Timestamp
    ) throws(StoreFault) -> Todo {
        let old = try row(id, ifRevision: ifRevision)
        switch place {
        case .before(id), .after(id): return old.todo
        default: break
        }
        let destination = try destination(place, category: category, own: old)
        if case .known(let section, let slot) = destination, section.number == old.section, slot.holds(old.place) {
            return old.todo
        }
        let revision = try nextRevision()
        let (section, slot) = try made(destination)
        try remember(old, stateAfter: revision, keepsDetail: true)
        var moved = old.todo
        moved.category = section.title
        moved.modifiedAt = now
        moved.revision = revision
        try put(old, section.number, try openPlace(slot, in: section.number), now, revision)
        if section.number != old.section {
            memory.count(old.section, todos: -1, completed: moved.isCompleted ? -1 : 0)
            memory.count(section.number, todos: 1, completed: moved.isCompleted ? 1 : 0)
        }
        return moved
    }

    // MARK: Rows

    /// Puts a todo in, and counts it.
    func insert(_ todo: Todo, section: Int64, place: Int64, state: Revision) throws(StoreFault) {
        let statement = try database.statement(.insertTodo)
        statement.bind(todo.id, at: 1)
        statement.bind(section, at: 2)
        statement.bind(place, at: 3)
        statement.bind(todo.title, at: 4)
        statement.bind(todo.detail, at: 5)
        statement.bind(IndexTitle.of(todo.title), at: 6)
        statement.bind(todo.isCompleted, at: 7)
        statement.bind(todo.isToday, at: 8)
        statement.bind(todo.dueOn?.number, at: 9)
        statement.bind(todo.createdAt.milliseconds, at: 10)
        statement.bind(todo.completedAt?.milliseconds, at: 11)
        statement.bind(todo.revision, at: 12)
        statement.bind(todo.modifiedAt.milliseconds, at: 13)
        statement.bind(state, at: 14)
        try statement.run()
        try misfile(restored: todo.id)
        memory.insert(at: place, in: section)
        memory.count(section, todos: 1, completed: todo.isCompleted ? 1 : 0)
    }

    /// Takes a todo out, and leaves a note that it was there.
    func remove(_ row: TodoRow, revision: Revision, state: Revision) throws(StoreFault) {
        try misfile(row.todo.id)
        let delete = try database.statement(.deleteTodo)
        delete.bind(row.todo.id, at: 1)
        try delete.run()
        let note = try database.statement(.insertGone)
        note.bind(row.todo.id, at: 1)
        note.bind(revision, at: 2)
        note.bind(state, at: 3)
        try note.run()
        memory.remove(at: row.place, in: row.section)
        memory.count(row.section, todos: -1, completed: row.todo.isCompleted ? -1 : 0)
    }

    /// Writes the columns that differ. One that stays is not named, since SQLite renews every index of a column that is.
    func store(_ new: Todo, replacing old: Todo, state: Revision) throws(StoreFault) {
        var columns: UpdateQuery = []
        var initial = ""
        if !new.title.isIdentical(to: old.title) {
            columns.insert(.title)
            initial = IndexTitle.of(new.title)
            if initial != IndexTitle.of(old.title) {
                try misfile(new.id)
                columns.insert(.initial)
            }
        }
        if !new.detail.isIdentical(to: old.detail) { columns.insert(.detail) }
        if new.isCompleted != old.isCompleted || new.completedAt != old.completedAt { columns.insert(.completion) }
        if new.isToday != old.isToday { columns.insert(.today) }
        if new.dueOn != old.dueOn { columns.insert(.due) }
        let statement = try database.statement(columns)
        statement.bind(new.id, at: 1)
        statement.bind(new.modifiedAt.milliseconds, at: 2)
        statement.bind(new.revision, at: 3)
        if columns.contains(.title) { statement.bind(new.title, at: 4) }
        if columns.contains(.initial) { statement.bind(initial, at: 5) }
        if columns.contains(.detail) { statement.bind(new.detail, at: 6) }
        if columns.contains(.completion) {
            statement.bind(new.isCompleted, at: 7)
            statement.bind(new.completedAt?.milliseconds, at: 8)
        }
        if columns.contains(.today) { statement.bind(new.isToday, at: 9) }
        if columns.contains(.due) { statement.bind(new.dueOn?.number, at: 10) }
        statement.bind(state, at: 11)
        try statement.run()
    }

    func put(
        _ old: TodoRow, _ section: Int64, _ place: Int64, _ now: Timestamp, _ revision: Revision
    ) throws(StoreFault) {
        try misfile(old.todo.id)
        let statement = try database.statement(.placeTodo)
        statement.bind(old.todo.id, at: 1)
        statement.bind(section, at: 2)
        statement.bind(place, at: 3)
        statement.bind(now.milliseconds, at: 4)
        statement.bind(revision, at: 5)
        statement.bind(revision, at: 6)
        try statement.run()
        memory.remove(at: old.place, in: old.section)
        memory.insert(at: place, in: section)
    }
}

extension TodoChanges {
    /// Whether anything would differ that a client can set, code point for code point.
    func change(_ todo: Todo, at now: Timestamp) -> Bool {
        if let category, !category.isSameCategory(as: todo.category) { return true }
        let new = applied(to: todo, at: now)
        return !new.title.isIdentical(to: todo.title) || !new.detail.isIdentical(to: todo.detail)
            || new.isCompleted != todo.isCompleted || new.isToday != todo.isToday || new.dueOn != todo.dueOn
    }
}

extension String {
    /// Equal byte for byte: composed and decomposed forms differ, which `==` takes for the same.
    func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in unsafe left.elementsEqual(right) }
        }
    }

    /// Canonically equivalent, as two spellings of a category are.
    func isSameCategory(as other: String) -> Bool { canonicalForm == other.canonicalForm }
}
