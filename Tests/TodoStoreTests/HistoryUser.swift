import TestSupport
import Testing
import TodoCore

@testable import TodoStore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Changes a store one request at a time, each in a transaction of its own, and looks at all of it.
final class HistoryUser {
    let location: StoreLocation
    let store: TodoStore
    /// What its clock shows: it moves on by a second with each request.
    var now = Timestamp(milliseconds: 1_700_000_000_000)

    /// Todos are filed a few at a time, so that there are some of each kind.
    init(
        _ location: StoreLocation = .memory, session: String = "me", limit: Int64 = TodoStore.historyLimit,
        filingLimit: Int64 = 10
    ) {
        self.location = location
        store = TodoStore(location, session: session, historyLimit: limit, filingLimit: filingLimit)
    }

    /// Another session on the same file.
    func other(_ session: String, limit: Int64 = TodoStore.historyLimit) -> HistoryUser {
        HistoryUser(location, session: session, limit: limit)
    }

    // MARK: Requests

    /// Carries out one request. A refused one must not have changed anything, and is taken back.
    @discardableResult
    func request<Result>(_ body: (TodoStore, Timestamp) throws(StoreError) -> Result) throws -> Result {
        now = Timestamp(milliseconds: now.milliseconds + 1000)
        try store.begin(.writing, at: now)
        do {
            let result = try body(store, now)
            try store.commit()
            return result
        } catch {
            #expect(!store.requestHasChanged, "refused, but something has changed: \(error)")
            store.rollback()
            throw error
        }
    }

    func reading<Result>(_ body: (TodoStore) throws -> Result) throws -> Result {
        try store.begin(.reading, at: now)
        defer { store.rollback() }
        return try body(store)
    }

    @discardableResult
    func create(_ title: String, in category: String? = nil, _ place: Place = .end) throws -> Todo.ID {
        try request { store, now throws(StoreError) in
            try store.create(NewTodo(title: title, category: category, place: place), at: now).id
        }
    }

    @discardableResult
    func update(_ id: Todo.ID, _ changes: TodoChanges) throws -> Revision {
        try request { store, now throws(StoreError) in
            try store.update(id, changes, ifRevision: nil, at: now).revision
        }
    }

    @discardableResult
    func delete(_ id: Todo.ID) throws -> Revision {
        try request { store, _ throws(StoreError) in
            _ = try store.delete(id, ifRevision: nil)
            return store.revision
        }
    }

    @discardableResult
    func move(_ id: Todo.ID, _ place: Place, to category: String? = nil) throws -> Revision {
        try request { store, now throws(StoreError) in
            try store.move(id, to: place, category: category, ifRevision: nil, at: now).revision
        }
    }

    @discardableResult
    func updateMany(_ ids: [Todo.ID], _ changes: TodoChanges) throws -> Revision {
        try request { store, now throws(StoreError) in
            _ = try store.updateMany(.ids(ids), changes, at: now)
            return store.revision
        }
    }

    @discardableResult
    func deleteMany(_ ids: [Todo.ID]) throws -> Revision {
        try request { store, _ throws(StoreError) in
            _ = try store.deleteMany(.ids(ids))
            return store.revision
        }
    }

    @discardableResult
    func rename(_ category: String, to title: String) throws -> Revision {
        let id = try sectionID(category)
        return try request { store, _ throws(StoreError) in
            _ = try store.renameSection(id, to: title)
            return store.revision
        }
    }

    @discardableResult
    func moveSection(_ category: String, _ place: SectionPlace) throws -> Revision {
        let id = try sectionID(category)
        return try request { store, _ throws(StoreError) in
            _ = try store.moveSection(id, to: place)
            return store.revision
        }
    }

    @discardableResult
    func deleteSection(_ category: String, _ leftovers: Leftovers = .delete) throws -> Revision {
        let id = try sectionID(category)
        return try request { store, now throws(StoreError) in
            _ = try store.deleteSection(id, leftovers: leftovers, at: now)
            return store.revision
        }
    }

    @discardableResult
    func undo(_ revision: Revision? = nil, _ scope: UndoScope = .session) throws -> UndoResult {
        let result = try request { store, now throws(StoreError) in try store.undo(revision, scope, at: now) }
        #expect(try result.revision == self.revision)
        return result
    }

    /// Expects that an undo is refused for that reason, and that nothing is changed.
    func refuses(_ revision: Revision?, _ reason: ConflictReason, _ comment: Comment? = nil) throws {
        let (before, last) = (try snapshot(), try self.revision)
        do {
            try undo(revision)
            Issue.record("undo was carried out. \(comment ?? "")")
        } catch StoreError.conflict(let found, current: _) {
            #expect(found == reason, comment)
        }
        #expect(try snapshot() == before, comment)
        #expect(try self.revision == last, comment)
    }

    func changes(since cursor: String? = nil, limit: Int = 1000) throws -> ChangePage {
        try reading { try $0.changes(since: cursor, limit: limit) }
    }

    // MARK: What is there

    var revision: Revision { get throws { try reading { $0.revision } } }

    func sectionID(_ category: String) throws -> String {
        let all = try reading { try $0.sections(.category, includeEmpty: true, today: Self.today) }
        return try #require(all.first { $0.title == category }, "no section \(category)").id.text
    }

    func ids(in category: String) throws -> [Todo.ID] {
        try snapshot().sections.first { $0.title == category }?.ids ?? []
    }

    /// All that a client can see, apart from what tells when it came to be so. Empty sections do not count.
    struct Snapshot: Equatable {
        struct Part: Equatable {
            let section: String
            let title: String
            let ids: [Todo.ID]
        }

        var sections: [Part] = []
        var todos: [Todo.ID: Todo] = [:]
    }

    func snapshot() throws -> Snapshot {
        try reading { store in
            var snapshot = Snapshot()
            for section in try store.sections(.category, includeEmpty: true, today: Self.today) {
                var filter = TodoFilter()
                filter.section = section.id.text
                var query = TodoQuery(filter: filter, limit: 1000, calendar: Self.calendar)
                var todos: [Todo] = []
                repeat {
                    let page = try store.list(query)
                    todos += page.todos
                    query.cursor = page.next
                } while query.cursor != nil
                #expect(section.count == todos.count, "the count of \(section.title)")
                #expect(section.completedCount == todos.count { $0.isCompleted }, "of \(section.title)")
                for var todo in todos {
                    #expect(todo.category == section.title)
                    todo.revision = 0
                    todo.modifiedAt = todo.createdAt
                    snapshot.todos[todo.id] = todo
                }
                if todos.isEmpty { continue }
                snapshot.sections.append(
                    Snapshot.Part(section: section.id.text, title: section.title, ids: todos.map(\.id)))
            }
            return snapshot
        }
    }

    static let today = Day(
        date: .first, start: Timestamp(milliseconds: 0), end: Timestamp(milliseconds: 86_400_000))
    static let calendar = LocalCalendar { _ in today }
}

/// A folder for stores of one test.
enum HistoryFolder {
    static func with<Result>(_ body: (StoreLocation) throws -> Result) throws -> Result {
        var template = TemporaryFolder.template("todo-history")
        let made = unsafe mkdtemp(&template)
        try #require(unsafe made != nil)
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for name in ["store", "store-wal", "store-shm"] { _ = unsafe unlink(path + "/" + name) }
            _ = unsafe rmdir(path)
        }
        return try body(.file(path + "/store"))
    }
}

extension StoreLocation {
    /// Looks into the tables, or changes them behind the back of everyone.
    func number(_ sql: String) throws -> Int64 { try Database(path: path).value(sql) }

    func execute(_ sql: String) throws { try Database(path: path).execute(sql) }
}
