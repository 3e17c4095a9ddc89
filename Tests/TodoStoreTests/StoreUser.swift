import TestSupport
import Testing
import TodoCore
import TodoStore

/// Uses a store as a session does: each call is a transaction of its own.
final class StoreUser {
    let store: TodoStore
    /// What the clock shows. It stands still unless a test moves it on.
    var now = Timestamp(milliseconds: 1_718_400_000_000)

    /// Todos are filed a few at a time, so that there are some of each kind.
    init(_ location: StoreLocation, filingLimit: Int64 = 10) { store = TodoStore(location, filingLimit: filingLimit) }

    convenience init(_ path: String) { self.init(.file(path)) }

    func write<Result>(_ body: (TodoStore) throws -> Result) throws -> Result {
        try store.begin(.writing, at: now)
        do {
            let result = try body(store)
            try store.commit()
            return result
        } catch {
            store.rollback()
            throw error
        }
    }

    func read<Result>(_ body: (TodoStore) throws -> Result) throws -> Result {
        try store.begin(.reading, at: now)
        defer { store.rollback() }
        return try body(store)
    }

    func revision() throws -> Revision { try read { $0.revision } }

    // MARK: One request each

    @discardableResult
    func create(_ title: String = "x", in category: String? = nil, _ place: Place = .end) throws -> Todo {
        try write { try $0.create(NewTodo(title: title, category: category, place: place), at: now) }
    }

    @discardableResult
    func create(_ new: NewTodo) throws -> Todo { try write { try $0.create(new, at: now) } }

    func todo(_ id: Todo.ID) throws -> Todo { try read { try $0.todo(id) } }

    @discardableResult
    func update(_ id: Todo.ID, _ changes: TodoChanges, ifRevision: Revision? = nil) throws -> Todo {
        try write { try $0.update(id, changes, ifRevision: ifRevision, at: now) }
    }

    @discardableResult
    func delete(_ id: Todo.ID, ifRevision: Revision? = nil) throws -> Todo {
        try write { try $0.delete(id, ifRevision: ifRevision) }
    }

    @discardableResult
    func move(
        _ id: Todo.ID, _ place: Place, category: String? = nil, ifRevision: Revision? = nil
    ) throws -> Todo {
        try write { try $0.move(id, to: place, category: category, ifRevision: ifRevision, at: now) }
    }

    // MARK: Lists

    func page(_ filter: TodoFilter = TodoFilter(), limit: Int = 1000, cursor: String? = nil) throws -> TodoPage {
        try read { try $0.list(TodoQuery(filter: filter, limit: limit, cursor: cursor, calendar: .fixed)) }
    }

    /// All pages, one after the other.
    func list(_ filter: TodoFilter = TodoFilter(), limit: Int = 1000) throws -> [Todo] {
        var todos: [Todo] = []
        var cursor: String?
        repeat {
            let page = try page(filter, limit: limit, cursor: cursor)
            #expect(page.todos.count <= limit)
            todos += page.todos
            cursor = page.next
        } while cursor != nil
        return todos
    }

    func ids(_ filter: TodoFilter = TodoFilter(), limit: Int = 1000) throws -> [Todo.ID] {
        try list(filter, limit: limit).map(\.id)
    }

    func ids(in category: String) throws -> [Todo.ID] {
        var filter = TodoFilter()
        filter.category = category
        return try ids(filter)
    }

    func sections(_ grouping: Grouping = .category, includeEmpty: Bool = true) throws -> [Section] {
        try read { try $0.sections(grouping, includeEmpty: includeEmpty, today: .fixed) }
    }

    func sectionID(_ title: String) throws -> String {
        let found = try sections().first { $0.title == title }
        return try #require(found).id.text
    }
}

extension Day {
    /// 2024-06-15 in UTC.
    static let fixed = Day(
        date: DueDate(year: 2024, month: 6, day: 15) ?? .first,
        start: Timestamp(milliseconds: 1_718_409_600_000), end: Timestamp(milliseconds: 1_718_496_000_000))
}

extension LocalCalendar {
    /// It is always the same day.
    static let fixed = LocalCalendar { _ in .fixed }
}

extension StoreError {
    /// What the error is, in a word that tests compare.
    var word: String {
        switch self {
        case .forgotten: "forgotten"
        case .noSuchRevision(let revision): "no revision \(revision)"
        case .noSuchTodo(let id): "no todo \(id)"
        case .noSuchSection(let id): "no section \(id)"
        case .conflict(let reason, _): "conflict \(reason.rawValue)"
        case .placeOutsideCategory: "placeOutsideCategory"
        case .foreignCursor: "foreignCursor"
        case .unavailable(let failure): "unavailable \(failure.reason.rawValue)"
        }
    }
}

/// Expects that a request is refused with that word, and that nothing of it has happened.
func expectRefusal(
    _ word: String, _ user: StoreUser, at location: SourceLocation = #_sourceLocation,
    _ body: (StoreUser) throws -> Void
) throws {
    let before = (try user.list(), try user.sections(), try user.revision())
    let error = #expect(throws: StoreError.self, sourceLocation: location) { try body(user) }
    #expect(error?.word == word, sourceLocation: location)
    let after = (try user.list(), try user.sections(), try user.revision())
    #expect(before.0 == after.0 && before.1 == after.1 && before.2 == after.2, sourceLocation: location)
}

/// Expects that the store cannot be used, for that reason.
func expectFailure(
    _ reason: StoreFailure.Reason, at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    let error = #expect(throws: StoreFailure.self, sourceLocation: location) { try body() }
    #expect(error?.reason == reason, "\(error?.detail ?? "")", sourceLocation: location)
}
