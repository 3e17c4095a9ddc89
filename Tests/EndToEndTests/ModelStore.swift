import JSON

/// A moment that the model does not know until somebody sees it.
enum ModelMoment: Equatable {
    case none, unknown
    case known(String)
}

struct ModelTodo: Equatable {
    let id: Int64
    var title = ""
    var detail = ""
    /// The number of its section.
    var section: Int64 = 0
    var isCompleted = false
    var isToday = false
    var dueOn: String?
    var createdAt = ModelMoment.unknown
    var completedAt = ModelMoment.none
    var revision: Int64 = 0
    /// Tells its contents and place apart from what they were and will be.
    var state: Int64 = 0
    /// Tells where it stands apart from where it stood.
    var placement: Int64 = 0
}

struct ModelSection: Equatable {
    let number: Int64
    var title: String
    var ids: [Int64] = []
    var state: Int64 = 0
    var placement: Int64 = 0
}

/// What a request gives.
enum ModelReply {
    case todo(ModelTodo)
    case many([Int64])
    case section(Int64)
    case undone(Int64, [(Int64, ModelTodo?)])
    case refused(Int)
    /// The first reply to a request that was sent again.
    case again(JSONValue?, revision: Int64)
}

/// A naive store: arrays and dictionaries, and copies of all that was before each request.
struct ModelStore {
    struct Entry {
        let session: String
        let undoes: Int64?
        var isTakenBack = false
        /// What it touched as it was before, and the state it left each in.
        var todos: [(id: Int64, before: ModelTodo?, state: Int64, after: Int64)] = []
        var sections: [(number: Int64, before: ModelSection?, state: Int64, after: Int64)] = []
        /// The order of everything before.
        let orderBefore: [ModelSection]
        let placementsBefore: [Int64: Int64]
    }

    struct Key {
        let params: JSONValue
        let method: String
        let revision: Int64
        var reply: JSONValue?
    }

    static let absent: Int64 = -1
    let historyLimit: Int64
    var sections: [ModelSection] = []
    var todos: [Int64: ModelTodo] = [:]
    var gone: [Int64: Int64] = [:]
    var revision: Int64 = 0
    var lastTodo: Int64 = 0
    var lastSection: Int64 = 0
    var history: [Int64: Entry] = [:]
    var keys: [String: Key] = [:]
    /// After an undo: who has come back, and what was the order before. Among others who came meanwhile, any place will
    /// do. Settled by the next look.
    var comeBack: (ids: Set<Int64>, sections: Set<Int64>, entry: Entry)?
    private var placements: Int64 = 0

    init(historyLimit: Int64) { self.historyLimit = historyLimit }

    // MARK: Carrying out

    mutating func apply(_ call: ModelCall, session: String) -> ModelReply {
        comeBack = nil
        if let key = call.key, let known = keys[key] {
            guard known.method == call.request.method, known.params == call.params else { return .refused(409) }
            return .again(known.reply, revision: known.revision)
        }
        let reply = apply(call.request, session: session)
        if case .refused = reply { return reply }
        if let key = call.key {
            keys[key] = Key(params: call.params, method: call.request.method, revision: revision)
        }
        return reply
    }

    private mutating func apply(_ request: ModelRequest, session: String) -> ModelReply {
        switch request {
        case .create(let new, let place): create(new, place, session)
        case .update(let id, let changes, let expected): update(id, changes, expected, session)
        case .move(let id, let place, let category): move(id, place, category, session)
        case .delete(let id, let expected): delete(id, expected, session)
        case .updateMany(let selection, let changes): updateMany(selection, changes, session)
        case .deleteMany(let selection): deleteMany(selection, session)
        case .rename(let number, let title): rename(number, title, session)
        case .moveSection(let number, let place): moveSection(number, place, session)
        case .deleteSection(let number, let target, let deletesTodos):
            deleteSection(number, target, deletesTodos, session)
        case .undo(let revision, let isOfStore): undo(revision, isOfStore, session)
        }
    }

    mutating func begin(_ session: String, undoes: Int64? = nil) {
        let entry = Entry(
            session: session, undoes: undoes, orderBefore: sections,
            placementsBefore: todos.mapValues(\.placement))
        revision += 1
        history[revision] = entry
        history[revision - historyLimit - 2] = nil
    }

    private mutating func remember(_ id: Int64, after: Int64) {
        let before = todos[id]
        history[revision]?.todos.append((id, before, before?.state ?? gone[id] ?? 0, after))
    }

    private mutating func nextPlacement() -> Int64 {
        placements += 1
        return placements
    }

    func section(_ number: Int64) -> Int? { sections.firstIndex { $0.number == number } }

    func section(titled title: String) -> Int? { sections.firstIndex { $0.title == title } }

    private mutating func sectionMade(_ title: String) -> Int {
        if let found = section(titled: title) { return found }
        lastSection += 1
        sections.append(ModelSection(number: lastSection, title: title, placement: nextPlacement()))
        return sections.count - 1
    }

    /// In the order of lists.
    var ids: [Int64] { sections.flatMap(\.ids) }

    mutating func takeOut(_ id: Int64) {
        guard let todo = todos[id], let at = section(todo.section) else { return }
        sections[at].ids.removeAll { $0 == id }
    }

    private mutating func put(_ id: Int64, in at: Int, _ index: Int) {
        takeOut(id)
        sections[at].ids.insert(id, at: min(index, sections[at].ids.count))
        let placement = nextPlacement()
        todos[id]?.section = sections[at].number
        todos[id]?.placement = placement
    }

    private mutating func stamp(_ id: Int64) {
        todos[id]?.revision = revision
        todos[id]?.state = revision
    }

    mutating func remove(_ id: Int64, state: Int64) {
        takeOut(id)
        todos[id] = nil
        gone[id] = state
    }

    // MARK: One todo

    private mutating func create(_ new: ModelChanges, _ place: ModelPlace, _ session: String) -> ModelReply {
        let anchor: Int64? =
            switch place {
            case .before(let id), .after(let id): id
            default: nil
            }
        if let anchor {
            guard let other = todos[anchor], let at = section(other.section) else { return .refused(404) }
            if let category = new.category, category != sections[at].title { return .refused(-32602) }
        }
        begin(session)
        lastTodo += 1
        var todo = ModelTodo(id: lastTodo, title: new.title ?? "")
        Self.change(&todo, new)
        remember(todo.id, after: revision)
        let home = anchor.flatMap { todos[$0]?.section }.flatMap(section) ?? sectionMade(new.category ?? "")
        let ids = sections[home].ids
        let index: Int =
            switch place {
            case .end: ids.count
            case .before(let id): ids.firstIndex(of: id) ?? 0
            case .after(let id): (ids.firstIndex(of: id) ?? 0) + 1
            case .index(let index): Int(index)
            }
        todos[todo.id] = todo
        put(todo.id, in: home, index)
        stamp(todo.id)
        return .todo(todos[todo.id] ?? todo)
    }

    /// Everything but the category.
    private static func change(_ todo: inout ModelTodo, _ changes: ModelChanges) {
        if let title = changes.title { todo.title = title }
        if let detail = changes.detail { todo.detail = detail }
        if let isToday = changes.isToday { todo.isToday = isToday }
        if let dueOn = changes.dueOn { todo.dueOn = dueOn }
        if let isCompleted = changes.isCompleted, isCompleted != todo.isCompleted {
            todo.isCompleted = isCompleted
            todo.completedAt = isCompleted ? .unknown : .none
        }
    }

    private func title(of todo: ModelTodo) -> String { section(todo.section).map { sections[$0].title } ?? "?" }

    private func isChanged(_ todo: ModelTodo, by changes: ModelChanges) -> Bool {
        if let category = changes.category, category != title(of: todo) { return true }
        var new = todo
        Self.change(&new, changes)
        return new != todo
    }

    private mutating func changeInRequest(_ id: Int64, _ changes: ModelChanges) {
        guard var todo = todos[id] else { return }
        remember(id, after: revision)
        Self.change(&todo, changes)
        todos[id] = todo
        if let category = changes.category, category != title(of: todo) { put(id, in: sectionMade(category), .max) }
        stamp(id)
    }

    private mutating func update(
        _ id: Int64, _ changes: ModelChanges, _ expected: Int64?, _ session: String
    ) -> ModelReply {
        guard let todo = todos[id] else { return .refused(404) }
        if let expected, expected != todo.revision { return .refused(409) }
        guard isChanged(todo, by: changes) else { return .todo(todo) }
        begin(session)
        changeInRequest(id, changes)
        return .todo(todos[id] ?? todo)
    }

    private mutating func delete(_ id: Int64, _ expected: Int64?, _ session: String) -> ModelReply {
        guard let todo = todos[id] else { return .refused(404) }
        if let expected, expected != todo.revision { return .refused(409) }
        begin(session)
        remember(id, after: revision)
        remove(id, state: revision)
        return .todo(todo)
    }

    private mutating func move(
        _ id: Int64, _ place: ModelPlace, _ category: String?, _ session: String
    ) -> ModelReply {
        guard let todo = todos[id], let own = section(todo.section) else { return .refused(404) }
        var home = category.map { section(titled: $0) } ?? own
        var index = Int.max
        switch place {
        case .before(id), .after(id): return .todo(todo)
        case .before(let anchor), .after(let anchor):
            guard let other = todos[anchor], let at = section(other.section) else { return .refused(404) }
            home = at
            index = sections[at].ids.filter { $0 != id }.firstIndex(of: anchor) ?? 0
            if case .after = place { index += 1 }
        case .index(let wanted): index = Int(wanted)
        case .end: break
        }
        if home == own {
            var ids = sections[own].ids.filter { $0 != id }
            ids.insert(id, at: min(index, ids.count))
            if ids == sections[own].ids { return .todo(todo) }
        }
        begin(session)
        remember(id, after: revision)
        put(id, in: home ?? sectionMade(category ?? ""), index)
        stamp(id)
        return .todo(todos[id] ?? todo)
    }

    // MARK: Many

    private func selected(_ selection: ModelSelection) -> [Int64]? {
        switch selection {
        case .ids(let named):
            var seen: Set<Int64> = []
            let ids = named.filter { seen.insert($0).inserted }
            return ids.allSatisfy { todos[$0] != nil } ? ids : nil
        case .filter(let category, let isCompleted):
            return ids.filter { id in
                guard let todo = todos[id] else { return false }
                return (category ?? title(of: todo)) == title(of: todo)
                    && (isCompleted ?? todo.isCompleted) == todo.isCompleted
            }
        }
    }

    private mutating func updateMany(
        _ selection: ModelSelection, _ changes: ModelChanges, _ session: String
    ) -> ModelReply {
        guard let ids = selected(selection) else { return .refused(404) }
        var hasBegun = false
        for id in ids {
            guard let todo = todos[id], isChanged(todo, by: changes) else { continue }
            if !hasBegun { begin(session) }
            hasBegun = true
            changeInRequest(id, changes)
        }
        return .many(ids)
    }

    private mutating func deleteMany(_ selection: ModelSelection, _ session: String) -> ModelReply {
        guard let ids = selected(selection) else { return .refused(404) }
        if ids.isEmpty { return .many([]) }
        begin(session)
        for id in ids {
            remember(id, after: revision)
            remove(id, state: revision)
        }
        return .many(ids)
    }

    // MARK: Sections

    private mutating func rename(_ number: Int64, _ title: String, _ session: String) -> ModelReply {
        guard let at = section(number) else { return .refused(404) }
        if sections[at].title.isEmpty { return .refused(409) }
        if sections[at].title == title { return .section(number) }
        if section(titled: title) != nil { return .refused(409) }
        begin(session)
        history[revision]?.sections = [(number, sections[at], sections[at].state, revision)]
        sections[at].title = title
        sections[at].state = revision
        return .section(number)
    }

    private mutating func moveSection(_ number: Int64, _ place: ModelPlace, _ session: String) -> ModelReply {
        guard let at = section(number) else { return .refused(404) }
        var others = sections
        var section = others.remove(at: at)
        var index = others.count
        switch place {
        case .before(number), .after(number): return .section(number)
        case .before(let anchor), .after(let anchor):
            guard let found = others.firstIndex(where: { $0.number == anchor }) else { return .refused(404) }
            index = found
            if case .after = place { index += 1 }
        case .index(let wanted): index = min(Int(wanted), others.count)
        case .end: break
        }
        if index == at { return .section(number) }
        begin(session)
        history[revision]?.sections = [(number, section, section.state, revision)]
        section.state = revision
        section.placement = nextPlacement()
        others.insert(section, at: index)
        sections = others
        return .section(number)
    }

    private mutating func deleteSection(
        _ number: Int64, _ target: Int64?, _ deletesTodos: Bool, _ session: String
    ) -> ModelReply {
        guard let at = section(number) else { return .refused(404) }
        if sections[at].title.isEmpty { return .refused(409) }
        if let target, target == number || section(target) == nil { return .refused(404) }
        let old = sections[at]
        if !old.ids.isEmpty, target == nil, !deletesTodos { return .refused(409) }
        begin(session)
        for id in old.ids {
            remember(id, after: revision)
            if let target, let home = section(target) {
                put(id, in: home, .max)
                stamp(id)
            } else {
                remove(id, state: revision)
            }
        }
        history[revision]?.sections = [(number, old, old.state, Self.absent)]
        sections.removeAll { $0.number == number }
        return .many(old.ids)
    }
}
