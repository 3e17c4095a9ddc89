import JSON

/// A client that keeps a copy of all todos by following the changes, across restarts of its server.
struct ModelClient {
    private struct Copy {
        let todo: JSONValue
        let section: Int64
    }

    private var cursor: String?
    private var todos: [Int64: Copy] = [:]
    private var titles: [Int64: String] = [:]

    /// Starts from a list.
    init(_ server: ModelServer) throws { try start(server) }

    private mutating func start(_ server: ModelServer) throws {
        cursor = try server.result("changes.since")["cursor"]?.string
        try readTitles(server)
        todos = [:]
        for todo in try Self.list(server, limit: 1000) { try take(todo) }
    }

    /// Takes in what has changed, page by page.
    mutating func follow(_ server: ModelServer, limit: Int) throws {
        var changes: [JSONValue] = []
        var sectionsChanged = false
        var hasMore = true
        while hasMore {
            let page = try server.result(
                "changes.since", .object([.init("cursor", .string(cursor ?? "")), .init("limit", .number("\(limit)"))]))
            let entries = page["changes"]?.array ?? []
            guard entries.count <= limit else { throw ModelFailure("\(entries.count) changes for a limit of \(limit)") }
            changes += entries
            sectionsChanged = sectionsChanged || page["sectionsChanged"]?.bool == true
            cursor = page["cursor"]?.string
            hasMore = page["hasMore"]?.bool == true
        }
        let ids = changes.compactMap { $0["id"]?.integer }
        guard Set(ids).count == ids.count else { throw ModelFailure("a todo came twice: \(ids)") }
        if sectionsChanged { try readTitles(server) }
        for change in changes { try take(change: change) }
    }

    private mutating func take(change: JSONValue) throws {
        guard let id = change["id"]?.integer, let kind = change["kind"]?.string, let todo = change["todo"] else {
            throw ModelFailure("not a change: \(change.text)")
        }
        guard (kind == "deleted") == todo.isNull, kind == "created" || kind == "deleted" || todos[id] != nil else {
            throw ModelFailure("this is the first that is heard of it: \(change.text)")
        }
        if todo.isNull { todos[id] = nil } else { try take(todo) }
    }

    private mutating func take(_ todo: JSONValue) throws {
        guard let id = todo["id"]?.integer, let category = todo["category"]?.string else {
            throw ModelFailure("not a todo: \(todo.text)")
        }
        guard let section = titles.first(where: { $1 == category })?.key else {
            throw ModelFailure("nobody told of the section of \(todo.text)")
        }
        todos[id] = Copy(todo: todo, section: section)
    }

    private mutating func readTitles(_ server: ModelServer) throws {
        let list = try server.result(
            "sections.list", .object([.init("includeTodos", .bool(false)), .init("includeEmpty", .bool(true))]))
        titles = [:]
        for section in list["sections"]?.array ?? [] {
            if let id = section["id"]?.string, let number = Int64(id.dropFirst()), let title = section["title"]?.string
            {
                titles[number] = ListedSection.category(title)
            }
        }
    }

    /// All todos as the copy has them.
    var copy: [Int64: JSONValue] {
        todos.mapValues { copy in
            guard case .object(let members) = copy.todo, let title = titles[copy.section] else { return .null }
            return .object(
                members.map { $0.name == "category" ? JSONValue.Member("category", .string(title)) : $0 })
        }
    }

    /// All pages of the list of all todos.
    static func list(_ server: ModelServer, limit: Int) throws -> [JSONValue] {
        var todos: [JSONValue] = []
        var cursor: JSONValue = .null
        repeat {
            let next = cursor.isNull ? [] : [JSONValue.Member("cursor", cursor)]
            let page = try server.result("todo.list", .object([.init("limit", .number("\(limit)"))] + next))
            todos += page["todos"]?.array ?? []
            cursor = page["nextCursor"] ?? .null
        } while !cursor.isNull
        return todos
    }
}
