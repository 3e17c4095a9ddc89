import JSON

/// A section as a server lists it.
struct ListedSection {
    let number: Int64
    let title: String
    let ids: [Int64]
    let count: Int64
    let completedCount: Int64

    /// The category of the section of that title: that of the todos without one has a name.
    static func category(_ title: String) -> String { title == "No category" ? "" : title }

    init(_ section: JSONValue) throws {
        guard let id = section["id"]?.string, let number = Int64(id.dropFirst()), let title = section["title"]?.string,
            let todos = section["todos"]?.array, let count = section["count"]?.integer,
            let completed = section["completedCount"]?.integer
        else { throw ModelFailure("not a section: \(section.text)") }
        self.number = number
        self.title = Self.category(title)
        ids = todos.compactMap { $0["id"]?.integer }
        self.count = count
        completedCount = completed
    }
}

/// Comparing the model with what servers say.
extension ModelStore {
    /// Takes in a `sections.list` with empty sections: everything must be as the model has it, but for where an undo has
    /// put things among others that came meanwhile.
    mutating func look(at list: JSONValue) throws {
        let listed = try (list["sections"]?.array ?? []).map(ListedSection.init)
        guard list["revision"]?.integer == revision else {
            throw ModelFailure("revision \(list["revision"]?.text ?? "-") instead of \(revision)")
        }
        let order = listed.map { "c\($0.number) \($0.title): \($0.ids)" }
        if order != sections.map({ "c\($0.number) \($0.title): \($0.ids)" }) {
            let wanted = sections.map { "c\($0.number) \($0.title): \($0.ids)" }
            guard isFree(listed) else {
                throw ModelFailure(
                    "the order is\n  \(order.joined(separator: "\n  "))\ninstead of\n  \(wanted.joined(separator: "\n  "))"
                )
            }
            for section in listed { adopt(section) }
            let places = Dictionary(uniqueKeysWithValues: listed.enumerated().map { ($1.number, $0) })
            sections.sort { (places[$0.number] ?? 0) < (places[$1.number] ?? 0) }
        }
        comeBack = nil
        for (section, own) in zip(listed, sections) {
            let completed = own.ids.count { todos[$0]?.isCompleted == true }
            guard section.count == own.ids.count, section.completedCount == completed else {
                throw ModelFailure("\(own.title) counts \(section.count) and \(section.completedCount)")
            }
        }
    }

    private mutating func adopt(_ section: ListedSection) {
        if let at = self.section(section.number) { sections[at].ids = section.ids }
    }

    /// Whether the order differs only where an undo left a choice: those who came back are in order among all that have
    /// stood where they stand since before the request that was undone, and the others have not moved.
    private func isFree(_ listed: [ListedSection]) -> Bool {
        guard let (back, backSections, entry) = comeBack, listed.count == sections.count else { return false }
        let numbers = listed.map(\.number)
        let own = sections.map(\.number)
        guard Set(numbers) == Set(own),
            numbers.filter({ !backSections.contains($0) }) == own.filter({ !backSections.contains($0) })
        else { return false }
        let former = entry.orderBefore.filter { old in
            sections.contains { $0.number == old.number && $0.placement == old.placement }
        }
        let formerNumbers = former.map(\.number)
        guard numbers.filter(formerNumbers.contains) == formerNumbers else { return false }
        return listed.allSatisfy { section in
            guard let at = self.section(section.number) else { return false }
            let ids = sections[at].ids
            let old = entry.orderBefore.first { $0.number == section.number }?.ids ?? []
            let still = old.filter { todos[$0]?.placement == entry.placementsBefore[$0] && ids.contains($0) }
            return section.title == sections[at].title && Set(section.ids) == Set(ids)
                && section.ids.filter { !back.contains($0) } == ids.filter { !back.contains($0) }
                && section.ids.filter(still.contains) == still
        }
    }

    /// Takes in all todos: each must be as the model has it, and no other may be there.
    mutating func look(atTodos listed: [JSONValue]) throws {
        let listedIDs = listed.compactMap { $0["id"]?.integer }
        guard listedIDs == ids else { throw ModelFailure("todo.list gives \(listedIDs) instead of \(ids)") }
        for todo in listed {
            guard let id = todo["id"]?.integer, let own = todos[id] else { continue }
            try match(todo, own)
        }
    }

    /// Takes in the reply to a request that the model has just carried out.
    mutating func match(_ reply: JSONValue, _ expected: ModelReply, _ call: ModelCall) throws {
        func fail(_ expectation: String) -> ModelFailure {
            ModelFailure("\(call.text(id: 0)) got \(reply.text) instead of \(expectation)")
        }
        let result = reply["result"] ?? .null
        switch expected {
        case .refused(let code):
            guard reply["error"]?["code"]?.integer == Int64(code) else { throw fail("error \(code)") }
            return
        case .todo(let todo): try match(result, todo)
        case .many(let ids):
            guard result["ids"]?.array?.compactMap(\.integer) == ids, result["revision"]?.integer == revision else {
                throw fail("\(ids), revision \(revision)")
            }
        case .section(let number):
            guard result["id"]?.string == "c\(number)" else { throw fail("section \(number)") }
        case .undone(let undone, let changed):
            guard result["undone"]?.integer == undone, result["revision"]?.integer == revision,
                let todos = result["todos"]?.array, todos.count == changed.count
            else { throw fail("undo of \(undone) with \(changed.count) todos, revision \(revision)") }
            for (todo, (_, own)) in zip(todos, changed) {
                if let own { try match(todo, own) } else if !todo.isNull { throw fail("null") }
            }
        case .again(let first, let revision):
            let isSame =
                if let first { first == result } else if case .delete = call.request { true } else {
                    result["revision"]?.integer == revision
                }
            guard isSame, reply["error"] == nil else {
                throw fail("\(first?.text ?? "the reply of \(revision)") again")
            }
        }
        if let key = call.key { keys[key]?.reply = result }
    }

    /// Compares a todo with the model's, and notes what only the server knows.
    private mutating func match(_ json: JSONValue, _ own: ModelTodo) throws {
        let category = section(own.section).map { sections[$0].title }
        let isSame =
            json["id"]?.integer == own.id && json["title"]?.string == own.title
            && json["detail"]?.string == own.detail && json["category"]?.string == category
            && json["isCompleted"]?.bool == own.isCompleted && json["isToday"]?.bool == own.isToday
            && json["dueOn"]?.string == own.dueOn && json["revision"]?.integer == own.revision
        let moments = [
            (json["createdAt"]?.string, own.createdAt), (json["completedAt"]?.string, own.completedAt),
        ]
        let isAsKnown = moments.allSatisfy { found, known in
            switch known {
            case .none: found == nil
            case .unknown: found != nil
            case .known(let moment): found == moment
            }
        }
        guard isSame, isAsKnown else {
            throw ModelFailure("\(json.text) instead of \(own) in \(category ?? "no section")")
        }
        guard todos[own.id]?.revision == own.revision else { return }
        if let created = json["createdAt"]?.string { todos[own.id]?.createdAt = .known(created) }
        if let completed = json["completedAt"]?.string { todos[own.id]?.completedAt = .known(completed) }
    }
}
