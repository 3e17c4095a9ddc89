import JSON

/// Where something goes, by id or by index.
enum ModelPlace {
    case end
    case before(Int64)
    case after(Int64)
    case index(Int64)
}

/// What a request sets; nil leaves a member out.
struct ModelChanges {
    var title: String?
    var detail: String?
    var category: String?
    var isCompleted: Bool?
    var isToday: Bool?
    /// `.some(nil)` clears the day.
    var dueOn: String??

    var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if let title { members.append(.init("title", .string(title))) }
        if let detail { members.append(.init("detail", .string(detail))) }
        if let category { members.append(.init("category", .string(category))) }
        if let isCompleted { members.append(.init("isCompleted", .bool(isCompleted))) }
        if let isToday { members.append(.init("isToday", .bool(isToday))) }
        if let dueOn { members.append(.init("dueOn", dueOn.map(JSONValue.string) ?? .null)) }
        return members
    }
}

/// Which todos a request for many means.
enum ModelSelection {
    case ids([Int64])
    case filter(category: String?, isCompleted: Bool?)

    var member: JSONValue.Member {
        switch self {
        case .ids(let ids): return .init("ids", .array(ids.map { .number(String($0)) }))
        case .filter(let category, let isCompleted):
            let filter = ModelChanges(category: category, isCompleted: isCompleted)
            return .init("filter", .object(filter.members))
        }
    }
}

/// A request that may change the store. Sections are named by their numbers.
enum ModelRequest {
    case create(ModelChanges, ModelPlace)
    case update(Int64, ModelChanges, ifRevision: Int64?)
    case move(Int64, ModelPlace, category: String?)
    case delete(Int64, ifRevision: Int64?)
    case updateMany(ModelSelection, ModelChanges)
    case deleteMany(ModelSelection)
    case rename(Int64, String)
    case moveSection(Int64, ModelPlace)
    case deleteSection(Int64, moveTo: Int64?, deleteTodos: Bool)
    /// nil for the newest one.
    case undo(Int64?, ofStore: Bool)

    var method: String {
        switch self {
        case .create: "todo.create"
        case .update: "todo.update"
        case .move: "todo.move"
        case .delete: "todo.delete"
        case .updateMany: "todo.updateMany"
        case .deleteMany: "todo.deleteMany"
        case .rename: "sections.rename"
        case .moveSection: "sections.move"
        case .deleteSection: "sections.delete"
        case .undo: "todo.undo"
        }
    }

    var takesKey: Bool {
        switch self {
        case .rename, .moveSection, .deleteSection, .undo: false
        default: true
        }
    }

    var isUndo: Bool { if case .undo = self { true } else { false } }

    /// Whether it would happen whatever others do meanwhile.
    var isCertain: Bool {
        switch self {
        case .create(_, .end), .create(_, .index): true
        default: false
        }
    }

    var params: [JSONValue.Member] {
        switch self {
        case .create(let new, let place): return new.members + Self.members(place) { .number(String($0)) }
        case .update(let id, let changes, let revision):
            return [Self.id(id)] + changes.members + Self.number("ifRevision", revision)
        case .move(let id, let place, let category):
            let category = category.map { [JSONValue.Member("category", .string($0))] } ?? []
            return [Self.id(id)] + Self.members(place) { .number(String($0)) } + category
        case .delete(let id, let revision): return [Self.id(id)] + Self.number("ifRevision", revision)
        case .updateMany(let selection, let changes):
            return [selection.member, .init("set", .object(changes.members))]
        case .deleteMany(let selection): return [selection.member]
        case .rename(let number, let title): return [Self.section("id", number), .init("title", .string(title))]
        case .moveSection(let number, let place):
            return [Self.section("id", number)] + Self.members(place) { .string("c\($0)") }
        case .deleteSection(let number, let target, let deletesTodos):
            let target = target.map { [Self.section("moveTo", $0)] } ?? []
            return [Self.section("id", number)] + target + (deletesTodos ? [.init("deleteTodos", .bool(true))] : [])
        case .undo(let revision, let isOfStore):
            return Self.number("revision", revision) + (isOfStore ? [.init("scope", .string("store"))] : [])
        }
    }

    private static func id(_ id: Int64) -> JSONValue.Member { .init("id", .number(String(id))) }

    private static func section(_ name: String, _ number: Int64) -> JSONValue.Member {
        .init(name, .string("c\(number)"))
    }

    private static func number(_ name: String, _ number: Int64?) -> [JSONValue.Member] {
        number.map { [.init(name, .number(String($0)))] } ?? []
    }

    private static func members(_ place: ModelPlace, _ id: (Int64) -> JSONValue) -> [JSONValue.Member] {
        switch place {
        case .end: []
        case .before(let anchor): [.init("before", id(anchor))]
        case .after(let anchor): [.init("after", id(anchor))]
        case .index(let index): [.init("index", .number(String(index)))]
        }
    }
}

/// A request as a client sends it.
struct ModelCall {
    let request: ModelRequest
    var key: String?

    var params: JSONValue {
        .object(request.params + (key.map { [JSONValue.Member("key", .string($0))] } ?? []))
    }

    func text(id: Int) -> String {
        let call: JSONValue = .object([
            .init("jsonrpc", .string("2.0")), .init("id", .number(String(id))),
            .init("method", .string(request.method)), .init("params", params),
        ])
        return call.text
    }
}

/// What is wrong.
struct ModelFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
