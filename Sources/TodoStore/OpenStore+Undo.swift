internal import TodoCore

/// Taking a request back: everything that it touched becomes what it was before, as a change of its own.
///
/// Whether that is safe is told by states: all must still be in the state that the request left it in. An undo puts the
/// former state back, so that requests can be taken back one after the other, and an undo like any other request.
extension OpenStore {
    private static let portion: Int64 = 256

    func undo(_ wanted: Revision?, _ scope: UndoScope, at now: Timestamp) throws(StoreFault) -> UndoResult {
        let request = try request(wanted, scope)
        if request.isTakenBack { throw .refused(.conflict(.takenBack)) }
        let sections = try sectionsBefore(request.revision)
        for section in sections { try check(section) }
        var leaving: [Int64: Int64] = [:]
        try eachTodoBefore(request) { entry throws(StoreFault) in
            if let section = try check(entry, sections) { leaving[section, default: 0] += 1 }
        }
        // Others may have put todos into a section that an undo had brought back.
        for section in sections where section.title == nil {
            let isLeft = try sectionRow(section.number).count == leaving[section.number, default: 0]
            guard isLeft else { throw .refused(.conflict(.changedSince)) }
        }

        let revision = try nextRevision(undoes: request.revision)
        for section in sections { try restore(section, revision) }
        var todos: [(id: Todo.ID, todo: Todo?)] = []
        // In the order of the table, page by page. One whose place is taken waits until all others have left theirs, and
        // are where they were: it stays before those that come behind it.
        var late: [Todo.ID] = []
        try eachTodoBefore(request) { entry throws(StoreFault) in
            if let content = entry.content, try isTaken(content.place, in: content.section, for: entry.id) {
                late.append(entry.id)
            } else {
                todos.append((entry.id, try restore(entry, revision, now, makesWay: false)))
            }
        }
        // Each is read when its turn comes, since making room changes the places of the past too.
        for id in late {
            for entry in try todosBefore(request.revision, after: id - 1, limit: 1) {
                todos.append((id, try restore(entry, revision, now, makesWay: true)))
            }
        }
        todos.sort { $0.id < $1.id }
        for section in sections where section.title == nil { try deleteSection(section.number) }
        try mark(request)
        return UndoResult(revision: revision, todos: todos.map(\.todo), undone: request.revision)
    }

    // MARK: Which one

    private struct Request {
        let revision: Revision
        let undoes: Revision?
        let isTakenBack: Bool
        /// The todo that it made, where that is all that it did.
        let created: Todo.ID?
    }

    private func request(_ wanted: Revision?, _ scope: UndoScope) throws(StoreFault) -> Request {
        if let wanted {
            if let request = try request(wanted) { return request }
            throw wanted > 0 && wanted <= revision ? .refused(.forgotten) : .refused(.noSuchRevision(wanted))
        }
        let statement = try database.statement(scope == .session ? .newestOfSession : .newestOfStore)
        if scope == .session { statement.bind(session, at: 1) }
        let newest: Revision
        do {
            defer { statement.reset() }
            guard try statement.step() else { throw .refused(.conflict(.nothingToUndo)) }
            newest = statement.integer(0)
        }
        guard let request = try request(newest) else { throw .refused(.conflict(.nothingToUndo)) }
        return request
    }

    private func request(_ revision: Revision) throws(StoreFault) -> Request? {
        // What is over the limit may still be there, in part.
        guard revision > self.revision - historyLimit else { return nil }
        let statement = try database.statement(.request)
        defer { statement.reset() }
        statement.bind(revision, at: 1)
        guard try statement.step() else { return nil }
        return Request(
            revision: statement.integer(0), undoes: statement.optionalInteger(1), isTakenBack: statement.flag(2),
            created: statement.optionalInteger(3))
    }

    /// The request is taken back; if it took back another one, that one counts again, and so on.
    private func mark(_ request: Request) throws(StoreFault) {
        let statement = try database.statement(.markRequest)
        var (next, isTakenBack) = (Optional(request), true)
        while let present = next {
            statement.bind(present.revision, at: 1)
            statement.bind(isTakenBack, at: 2)
            try statement.run()
            isTakenBack.toggle()
            next = try present.undoes.flatMap { undone throws(StoreFault) in try self.request(undone) }
        }
    }

    // MARK: Sections

    private struct SectionBefore {
        let number: Int64
        let state: Revision
        let stateAfter: Revision
        let title: String?
        let place: Int64
    }

    private func sectionsBefore(_ revision: Revision) throws(StoreFault) -> [SectionBefore] {
        let statement = try database.statement(.sectionsBefore)
        defer { statement.reset() }
        statement.bind(revision, at: 1)
        var sections: [SectionBefore] = []
        while try statement.step() {
            sections.append(
                SectionBefore(
                    number: statement.integer(0), state: statement.integer(1), stateAfter: statement.integer(2),
                    title: statement.isNull(3) ? nil : statement.text(3), place: statement.integer(4)))
        }
        return sections
    }

    private func check(_ entry: SectionBefore) throws(StoreFault) {
        let present = try optionalSectionRow(entry.number)
        guard (present?.state ?? Self.absent) == entry.stateAfter else { throw .refused(.conflict(.changedSince)) }
        if let title = entry.title, let other = try section(key: title.canonicalForm), other.number != entry.number {
            throw .refused(.conflict(.titleTaken))
        }
    }

    private func restore(_ entry: SectionBefore, _ revision: Revision) throws(StoreFault) {
        let present = try optionalSectionRow(entry.number)
        try remember(
            section: entry.number, present, state: entry.stateAfter, stateAfter: entry.state)
        guard let title = entry.title else { return }
        let place = try freePlace(entry.place, forSection: entry.number)
        if present != nil { return try change(entry.number, title: title, place: place, state: entry.state) }
        let statement = try database.statement(.restoreSection)
        statement.bind(entry.number, at: 1)
        statement.bind(title, at: 2)
        statement.bind(title.canonicalForm, at: 3)
        statement.bind(place, at: 4)
        statement.bind(entry.state, at: 5)
        try statement.run()
        memory.forgetRows()
        noteSectionChange()
    }

    // MARK: Todos

    private struct TodoBefore {
        let id: Todo.ID
        let state: Revision
        let stateAfter: Revision
        /// nil for a todo that was not there.
        let content: Content?

        struct Content {
            let section: Int64
            let place: Int64
            let title: String
            /// nil when the request did not change it.
            let detail: String?
            let isCompleted: Bool
            let isToday: Bool
            let dueOn: DueDate?
            let createdAt: Timestamp
            let completedAt: Timestamp?
        }

        /// A todo that was not there before.
        init(created id: Todo.ID, stateAfter: Revision) {
            self.id = id
            state = 0
            self.stateAfter = stateAfter
            content = nil
        }

        /// Whether the detail is the same before and after.
        var keepsDetail: Bool { content.map { $0.detail == nil } ?? false }

        init(_ row: Statement) {
            id = row.integer(0)
            state = row.integer(1)
            stateAfter = row.integer(2)
            content =
                row.isNull(5)
                ? nil
                : Content(
                    section: row.integer(3), place: row.integer(4), title: row.text(5),
                    detail: row.isNull(6) ? nil : row.text(6),
                    isCompleted: row.flag(7), isToday: row.flag(8),
                    dueOn: row.optionalInteger(9).flatMap(DueDate.init(number:)),
                    createdAt: Timestamp(milliseconds: row.integer(10)),
                    completedAt: row.optionalInteger(11).map(Timestamp.init(milliseconds:)))
        }
    }

    /// Portion by portion, so that a large request needs little memory.
    private func eachTodoBefore(
        _ request: Request, _ body: (TodoBefore) throws(StoreFault) -> Void
    ) throws(StoreFault) {
        if let created = request.created { try body(TodoBefore(created: created, stateAfter: request.revision)) }
        var last = Int64.min
        while true {
            let entries = try todosBefore(request.revision, after: last, limit: Self.portion)
            for entry in entries { try body(entry) }
            guard let end = entries.last else { return }
            last = end.id
        }
    }

    private func todosBefore(
        _ revision: Revision, after id: Todo.ID, limit: Int64
    ) throws(StoreFault) -> [TodoBefore] {
        let statement = try database.statement(.todosBefore)
        defer { statement.reset() }
        statement.bind(revision, at: 1)
        statement.bind(id, at: 2)
        statement.bind(limit, at: 3)
        var entries: [TodoBefore] = []
        while try statement.step() { entries.append(TodoBefore(statement)) }
        return entries
    }

    /// Refuses a todo that is not as the request left it. Gives the section in which it stands.
    private func check(_ entry: TodoBefore, _ sections: [SectionBefore]) throws(StoreFault) -> Int64? {
        let present = try optionalRow(entry.id)
        let state = if let present { present.state } else { try stateOfGone(entry.id) }
        guard state == entry.stateAfter else {
            throw .refused(.conflict(.changedSince, current: present?.todo))
        }
        if let section = entry.content?.section, !sections.contains(where: { $0.number == section }),
            try optionalSectionRow(section) == nil
        {
            throw .refused(.conflict(.changedSince, current: present?.todo))
        }
        return present?.section
    }

    private func stateOfGone(_ id: Todo.ID) throws(StoreFault) -> Revision {
        let statement = try database.statement(.gone)
        defer { statement.reset() }
        statement.bind(id, at: 1)
        return try statement.step() ? statement.integer(0) : 0
    }

    /// - Parameter makesWay: whether its place is not known to be free.
    private func restore(
        _ entry: TodoBefore, _ revision: Revision, _ now: Timestamp, makesWay: Bool
    ) throws(StoreFault) -> Todo? {
        let present = try optionalRow(entry.id)
        if let present {
            try remember(present, stateAfter: entry.state, keepsDetail: entry.keepsDetail)
        } else {
            try remember(absent: entry.id, state: entry.stateAfter, stateAfter: entry.state)
        }
        guard let content = entry.content else {
            if let present { try remove(present, revision: revision, state: entry.state) }
            return nil
        }
        let section = try sectionRow(content.section)
        let place = makesWay ? try freePlace(content.place, in: section.number, for: entry.id) : content.place
        let todo = Todo(
            id: entry.id, title: content.title, detail: content.detail ?? present?.todo.detail ?? "",
            category: section.title,
            isCompleted: content.isCompleted, isToday: content.isToday, dueOn: content.dueOn,
            createdAt: content.createdAt, modifiedAt: now, completedAt: content.completedAt, revision: revision)
        guard let present else {
            let note = try database.statement(.deleteGone)
            note.bind(entry.id, at: 1)
            try note.run()
            try insert(todo, section: section.number, place: place, state: entry.state)
            return todo
        }
        try replace(present, with: todo, section: section.number, place: place, state: entry.state)
        return todo
    }

    private func replace(
        _ old: TodoRow, with todo: Todo, section: Int64, place: Int64, state: Revision
    ) throws(StoreFault) {
        guard old.section != section || old.place != place else {
            if old.todo.isCompleted != todo.isCompleted {
                memory.count(section, todos: 0, completed: todo.isCompleted ? 1 : -1)
            }
            return try store(todo, replacing: old.todo, state: state)
        }
        try misfile(todo.id)
        let statement = try database.statement(.restoreTodo)
        statement.bind(todo.id, at: 1)
        statement.bind(section, at: 2)
        statement.bind(place, at: 3)
        statement.bind(todo.title, at: 4)
        statement.bind(todo.detail, at: 5)
        statement.bind(IndexTitle.of(todo.title), at: 6)
        statement.bind(todo.isCompleted, at: 7)
        statement.bind(todo.isToday, at: 8)
        statement.bind(todo.dueOn?.number, at: 9)
        statement.bind(todo.completedAt?.milliseconds, at: 10)
        statement.bind(todo.modifiedAt.milliseconds, at: 11)
        statement.bind(todo.revision, at: 12)
        statement.bind(state, at: 13)
        try statement.run()
        memory.remove(at: old.place, in: old.section)
        memory.insert(at: place, in: section)
        memory.count(old.section, todos: -1, completed: old.todo.isCompleted ? -1 : 0)
        memory.count(section, todos: 1, completed: todo.isCompleted ? 1 : 0)
    }

    /// The place itself, unless another todo has come to stand there since; then one right behind that one.
    private func freePlace(_ place: Int64, in section: Int64, for id: Todo.ID) throws(StoreFault) -> Int64 {
        guard try isTaken(place, in: section, for: id) else { return place }
        return try openPlace(Slot(above: place, below: try nearest(.placeAfter, section, place)), in: section)
    }

    private func isTaken(_ place: Int64, in section: Int64, for id: Todo.ID) throws(StoreFault) -> Bool {
        let statement = try database.statement(.idAtPlace)
        defer { statement.reset() }
        statement.bind(section, at: 1)
        statement.bind(place, at: 2)
        statement.bind(id, at: 3)
        return try statement.step()
    }
}
