internal import JSON
internal import PetService
internal import TodoAPI
internal import TodoCore
internal import TodoStore

extension Handlers {
    /// The methods, and what each does. A new one is a declaration in TodoAPI/Methods and a registration here. The order
    /// is that of documents, and one in which the examples work.
    static let standard = Handlers(
        opening + todos + many + sections + pets + closing,
        announcements: [{ MethodDescription(announcement: TodoDidChange.self) }])

    private static let opening: [Handler] = [
        .session(Initialize.self) { params, session in session.initialize(params) },
        .notification(Initialized.self) { _, _ in },
        .session(Discover.self) { _, session in session.document },
    ]

    private static let closing: [Handler] = [
        .notification(CancelRequest.self) { params, session in session.cancel(params.key) },
        .session(Shutdown.self) { _, session in session.shutDown() },
        .notification(Exit.self) { _, session in session.exit() },
    ]

    private static let todos: [Handler] = [
        .change(TodoCreate.self) { params, manager, _ throws(StoreError) in
            try manager.store.create(params.new, at: manager.now)
        },
        .store(TodoGet.self) { params, manager, _ throws(StoreError) in try manager.store.todo(params.id) },
        .change(TodoUpdate.self) { params, manager, _ throws(StoreError) in
            try manager.store.update(params.id, params.changes, ifRevision: params.ifRevision, at: manager.now)
        },
        .change(TodoMove.self) { params, manager, _ throws(StoreError) in
            try manager.store.move(
                params.id, to: params.place, category: params.category, ifRevision: params.ifRevision, at: manager.now)
        },
        .store(TodoList.self) { params, manager, _ throws(StoreError) in
            let page = try manager.store.list(
                TodoQuery(
                    filter: params.filter, limit: Int(params.limit), cursor: params.cursor, calendar: manager.calendar))
            return TodoList.Reply(todos: SelectedTodos(page.todos, params.fields), nextCursor: page.next)
        },
        .change(TodoDelete.self) { params, manager, _ throws(StoreError) in
            try manager.store.delete(params.id, ifRevision: params.ifRevision)
        },
    ]

    private static let many: [Handler] = [
        .change(TodoUpdateMany.self) { params, manager, _ throws(StoreError) in
            let ids = try manager.store.updateMany(
                params.selection(manager.calendar), params.set.changes, at: manager.now)
            return ChangedTodos(ids: ids, revision: manager.store.revision)
        },
        .change(TodoDeleteMany.self) { params, manager, _ throws(StoreError) in
            let ids = try manager.store.deleteMany(params.selection(manager.calendar))
            return ChangedTodos(ids: ids, revision: manager.store.revision)
        },
        .store(TodoUndo.self) { params, manager, _ throws(StoreError) in
            TodoUndo.Reply(try manager.store.undo(params.revision, params.scope, at: manager.now), params)
        },
        .store(ChangesSince.self) { params, manager, _ throws(StoreError) in
            ChangesSince.Reply(
                try manager.store.changes(since: params.cursor, limit: Int(params.limit)), params.fields)
        },
    ]

    private static let sections: [Handler] = [
        .store(SectionsList.self) { params, manager, language throws(StoreError) in
            try manager.sections(params, language)
        },
        .store(SectionsRename.self) { params, manager, language throws(StoreError) in
            SectionObject(try manager.store.renameSection(params.id, to: params.title), in: language)
        },
        .store(SectionsMove.self) { params, manager, language throws(StoreError) in
            SectionObject(try manager.store.moveSection(params.id, to: try params.place()), in: language)
        },
        .store(SectionsDelete.self) { params, manager, _ throws(StoreError) in
            let ids = try manager.store.deleteSection(params.id, leftovers: try params.leftovers(), at: manager.now)
            return ChangedTodos(ids: ids, revision: manager.store.revision)
        },
    ]

    private static let pets: [Handler] = [
        .pets(PetRandom.self) { params, pets throws(PetFailure) in try await pets.random(params.query) },
        .pets(PetImageMethod.self) { params, pets throws(PetFailure) in
            try await pets.image(kind: params.kind, id: params.id)
        },
    ]
}

extension TodoManager {
    func sections(
        _ params: SectionsList.Params, _ language: Language
    ) throws(StoreError) -> SectionsList.Reply {
        let today = calendar.day(params.today)
        let sections = try store.sections(params.groupBy, includeEmpty: params.includeEmpty, today: today)
        var objects: [SectionObject] = []
        var room = TodoPage.byteLimit
        for section in sections {
            guard params.includeTodos else {
                objects.append(SectionObject(section, in: language))
                continue
            }
            var filter = TodoFilter()
            filter.section = section.id.text
            let page = try store.list(
                TodoQuery(
                    filter: filter, limit: Int(params.limit), byteLimit: room, today: today.date, calendar: calendar))
            room -= page.todos.reduce(0) { $0 + $1.textBytes }
            objects.append(
                SectionObject(
                    section, in: language, todos: SelectedTodos(page.todos, params.fields), nextCursor: page.next))
        }
        return SectionsList.Reply(sections: objects, today: today.date, revision: store.revision)
    }
}
