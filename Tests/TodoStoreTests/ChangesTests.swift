import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("What has changed since", .blocking)
struct ChangesTests {
    /// Follows the changes to their end, page by page.
    private func follow(
        _ user: HistoryUser, from cursor: String, limit: Int, between: () throws -> Void = {}
    ) throws -> (changes: [TodoChange], sectionsChanged: Bool, cursor: String) {
        var (changes, sectionsChanged, cursor): ([TodoChange], Bool, String) = ([], false, cursor)
        while true {
            let page = try user.changes(since: cursor, limit: limit)
            #expect(page.changes.count <= limit)
            #expect(!page.hasMore || page.changes.count == limit)
            changes += page.changes
            sectionsChanged = sectionsChanged || page.sectionsChanged
            cursor = page.cursor
            if !page.hasMore { return (changes, sectionsChanged, cursor) }
            try between()
        }
    }

    @Test("Pages within one revision: each todo once, and the kinds do not depend on where a page ends")
    func pages() throws {
        let user = HistoryUser()
        let old = try (0..<10).map { try user.create("o\($0)") }
        let deletion = try user.deleteMany(Array(old[..<5]))
        let cursor = try user.changes().cursor
        try user.undo(deletion)
        try user.updateMany(Array(old[5...]), TodoChanges(category: "B"))
        for limit in [1, 2, 3, 4, 7, 1000] {
            let (changes, sectionsChanged, end) = try follow(user, from: cursor, limit: limit)
            #expect(changes.map(\.id) == old, "limit \(limit)")
            #expect(changes.map(\.kind) == Array(repeating: .created, count: 5) + Array(repeating: .moved, count: 5))
            #expect(sectionsChanged)
            #expect(try user.changes(since: end).changes.isEmpty)
            #expect(try !user.changes(since: end).sectionsChanged)
        }
    }

    @Test("What is new is new on every page, also what has changed again")
    func newOnLaterPages() throws {
        let user = HistoryUser()
        let old = try user.create("old")
        let cursor = try user.changes().cursor
        let ids = try (0..<9).map { try user.create("\($0)") }
        try user.move(ids[4], .index(0))
        try user.update(old, TodoChanges(title: "edited"))
        try user.update(ids[1], TodoChanges(title: "edited"))
        let changes = try follow(user, from: cursor, limit: 2).changes
        #expect(Set(changes.filter { $0.kind == .created }.map(\.id)) == Set(ids))
        #expect(changes.filter { $0.kind == .updated }.map(\.id) == [old])
    }

    @Test("What changes between two pages comes later, and nothing is left out")
    func changingBetweenPages() throws {
        let user = HistoryUser()
        let ids = try (0..<30).map { try user.create("\($0)") }
        let cursor = try user.changes().cursor
        try user.updateMany(ids, TodoChanges(isToday: true))
        var mirror: [Todo.ID: Todo?] = [:]
        var turn = 0
        let (changes, _, end) = try follow(user, from: cursor, limit: 4) {
            turn += 1
            guard turn < 12 else { return }
            try user.update(ids[turn], TodoChanges(title: "late \(turn)"))
            if turn % 4 == 0 { try user.delete(ids[29 - turn]) }
        }
        for change in changes { mirror[change.id] = change.todo }
        let now = try user.reading { store in
            try ids.map { id in
                do { return try store.todo(id) as Todo? } catch StoreError.noSuchTodo { return nil }
            }
        }
        #expect(ids.map { mirror[$0] ?? nil } == now)
        #expect(try user.changes(since: end).changes.isEmpty)
    }

    @Test("The kind is what has happened since the cursor, the move above an edit")
    func kinds() throws {
        let user = HistoryUser()
        let ids = try (0..<4).map { try user.create("\($0)") }
        let cursor = try user.changes().cursor
        try user.move(ids[0], .end)
        try user.update(ids[0], TodoChanges(title: "moved, then edited"))
        try user.update(ids[1], TodoChanges(title: "edited"))
        try user.delete(ids[2])
        let new = try user.create("new")
        try user.move(new, .index(0))
        let undone = try user.update(ids[3], TodoChanges(title: "edited"))
        try user.undo(undone)
        let changes = try user.changes(since: cursor).changes
        #expect(changes.map(\.id) == [ids[0], ids[1], ids[2], new, ids[3]])
        #expect(changes.map(\.kind) == [.moved, .updated, .deleted, .created, .updated])
        #expect(changes[2].todo == nil)
    }

    @Test("A cursor older than what is kept is refused, and one that is not is told everything")
    func forgotten() throws {
        let user = HistoryUser(limit: 1)
        try user.create("stays")
        let old = try user.changes().cursor
        var cursors: [(cursor: String, known: Set<Todo.ID>)] = []
        for number in 0..<600 {
            let id = try user.create("\(number)")
            cursors.append((try user.changes().cursor, [1, id]))
            try user.delete(id)
        }
        #expect { try user.changes(since: old) } throws: { if case StoreError.forgotten = $0 { true } else { false } }
        var answered = 0
        for (cursor, known) in cursors {
            do {
                let changes = try user.changes(since: cursor).changes
                #expect(known.subtracting(changes.map(\.id)) == [1])
                answered += 1
            } catch StoreError.forgotten {}
        }
        #expect(answered >= 10)
    }

    @Test("A cursor amidst a revision of which some is forgotten is refused")
    func forgottenInPart() throws {
        let user = HistoryUser(limit: 1)
        let ids = try (0..<40).map { try user.create("\($0)") }
        let start = try user.changes().cursor
        try user.deleteMany(ids)
        let amidst = try user.changes(since: start, limit: 5)
        #expect(amidst.hasMore)
        while try user.revision < 600 { try user.delete(user.create("x")) }
        do {
            let rest = try user.changes(since: amidst.cursor, limit: 1000).changes
            #expect(Set(rest.map(\.id)).isSuperset(of: ids[5...]))
        } catch StoreError.forgotten {}
    }

    @Test("A cursor of another store, of the future, and nonsense")
    func foreign() throws {
        let (one, two) = (HistoryUser(), HistoryUser())
        try one.create("a")
        let cursor = try one.changes().cursor
        #expect { try two.changes(since: cursor) } throws: { if case StoreError.forgotten = $0 { true } else { false } }
        for text in ["", "x", String(cursor.dropLast()), cursor + "A"] {
            #expect { try one.changes(since: text) } throws: {
                if case StoreError.foreignCursor = $0 { true } else { false }
            }
        }
    }

    @Test("Only what changes sections themselves says so")
    func sections() throws {
        let user = HistoryUser()
        let id = try user.create("a", in: "A")
        try user.create("b", in: "B")
        func says(_ change: () throws -> Void) throws -> Bool {
            let cursor = try user.changes().cursor
            try change()
            return try user.changes(since: cursor).sectionsChanged
        }
        #expect(try says { try user.create("n", in: "N") })
        #expect(try !says { try user.undo() }, "the section stays, if empty")
        #expect(try says { try user.rename("A", to: "Z") })
        #expect(try says { try user.moveSection("B", .index(0)) })
        #expect(try says { try user.undo() })
        #expect(try says { try user.deleteSection("Z") })
        #expect(try says { try user.undo() })
        #expect(try !says { try user.update(id, TodoChanges(title: "t")) })
        #expect(try !says { try user.move(id, .end, to: "B") })
        #expect(try !says { try user.delete(id) })
    }
}
