import TestSupport
import Testing
import TodoCore
import TodoStore

/// Every kind of request that changes something, on the same small store.
enum SampleRequest: String, CaseIterable, CustomTestStringConvertible {
    case create, createInFront, createInNewSection, update, complete, reopen, changeCategory
    case move, moveToOther, moveToNewSection, delete, deleteOnly
    case updateMany, updateManyCategory, deleteMany, deleteAll
    case rename, moveSection, deleteEmptySection, deleteSection, deleteSectionMovingTodos

    var testDescription: String { rawValue }

    /// A: 1 2 3, B: 4 5, C: 6, and an empty section E behind them.
    static func prepare(_ user: HistoryUser) throws {
        for (title, category) in [("1", "A"), ("2", "A"), ("3", "A"), ("4", "B"), ("5", "B")] {
            try user.create(title, in: category)
        }
        try user.create("6", in: "C")
        try user.delete(user.create("gone", in: "E"))
        try user.update(
            2, TodoChanges(detail: "d", isCompleted: true, isToday: true, dueOn: DueDate("2024-02-29")))
    }

    func perform(_ user: HistoryUser) throws {
        switch self {
        case .create: try user.create("new", in: "A")
        case .createInFront: try user.create("new", .before(1))
        case .createInNewSection: try user.create("new", in: "N")
        case .update:
            try user.update(2, TodoChanges(title: "한글", detail: "", isToday: false, dueOn: .some(nil)))
        case .complete: try user.update(1, TodoChanges(isCompleted: true))
        case .reopen: try user.update(2, TodoChanges(isCompleted: false))
        case .changeCategory: try user.update(1, TodoChanges(title: "moved", category: "B"))
        case .move: try user.move(3, .index(0))
        case .moveToOther: try user.move(2, .after(4))
        case .moveToNewSection: try user.move(6, .end, to: "N")
        case .delete: try user.delete(2)
        case .deleteOnly: try user.delete(6)
        case .updateMany: try user.updateMany([5, 2, 6], TodoChanges(isCompleted: true, dueOn: DueDate("2030-01-01")))
        case .updateManyCategory: try user.updateMany([3, 6, 1], TodoChanges(category: "B"))
        case .deleteMany: try user.deleteMany([1, 3, 4])
        case .deleteAll: try user.deleteMany([1, 2, 3, 4, 5, 6])
        case .rename: try user.rename("A", to: "Z")
        case .moveSection: try user.moveSection("C", .index(0))
        case .deleteEmptySection: try user.deleteSection("E", .refuse)
        case .deleteSection: try user.deleteSection("A", .delete)
        case .deleteSectionMovingTodos: try user.deleteSection("A", .move(to: .category(2)))
        }
    }
}

@Suite("Undo", .blocking)
struct UndoTests {
    @Test("undo, redo, undo again, as often as one likes", arguments: SampleRequest.allCases, [false, true])
    func chain(request: SampleRequest, inFile: Bool) throws {
        func check(_ location: StoreLocation) throws {
            var user = HistoryUser(location)
            try SampleRequest.prepare(user)
            let before = try user.snapshot()
            try request.perform(user)
            let after = try user.snapshot()
            if request != .deleteEmptySection { #expect(before != after) }
            var last = try user.revision
            for turn in 1...5 {
                // A restart forgets nothing.
                if inFile { user = user.other("other \(turn)") }
                let result = try user.undo(last)
                #expect(result.undone == last)
                #expect(try user.snapshot() == (turn.isMultiple(of: 2) ? after : before), "turn \(turn)")
                let listed = try result.todos.compactMap { todo in
                    try todo.map { todo in try user.reading { try $0.todo(todo.id) } }
                }
                #expect(listed == result.todos.compactMap { $0 }, "the result is what is there")
                #expect(listed.map(\.id) == listed.map(\.id).sorted())
                try user.refuses(last, .takenBack)
                last = result.revision
            }
        }
        if inFile { try HistoryFolder.with(check) } else { try check(.memory) }
    }

    @Test("Without params a session takes back its own changes, the newest first; a redo makes one count again")
    func scopes() throws {
        try HistoryFolder.with { location in
            let (mine, theirs) = (HistoryUser(location, session: "a"), HistoryUser(location, session: "b"))
            let first = try mine.create("mine")
            let second = try theirs.create("theirs")
            let third = try mine.create("mine too")
            #expect(try mine.undo().undone == 3)
            let redo = try mine.undo(4)
            #expect(redo.todos.map { $0?.id } == [third])
            #expect(try mine.undo().undone == 3, "after the redo it can be taken back again")
            #expect(try mine.undo().undone == 1)
            try mine.refuses(nil, .nothingToUndo)
            #expect(try mine.snapshot().todos.keys.sorted() == [second])
            #expect(try mine.undo(nil, .store).undone == 2)
            try theirs.refuses(nil, .nothingToUndo, "others have taken it back")
            #expect(try mine.snapshot().todos.isEmpty)
            #expect(try mine.create("next") == third + 1, "ids are not given again")
            #expect(first == 1)
        }
    }

    @Test("A chain of redos leaves the marks as they should be")
    func marks() throws {
        let user = HistoryUser()
        let id = try user.create("a")
        let change = try user.update(id, TodoChanges(title: "b"))
        let undo = try user.undo(change).revision
        let redo = try user.undo(undo).revision
        let again = try user.undo(redo).revision
        try user.refuses(change, .takenBack)
        try user.refuses(redo, .takenBack)
        #expect(try user.undo(again).todos.first??.title == "b")
        #expect(try user.undo(change).todos.first??.title == "a")
        #expect(try user.undo().undone == 1, "the create is what is left")
        #expect(try user.snapshot().todos.isEmpty)
    }

    @Test("What has been changed since is refused as a whole, and by the todo that is in the way")
    func changedSince() throws {
        let user = HistoryUser()
        let ids = try (1...3).map { try user.create("\($0)", in: "A") }
        let change = try user.updateMany(ids, TodoChanges(isToday: true))
        let since = try user.update(ids[2], TodoChanges(title: "since"))
        try user.refuses(change, .changedSince)
        do {
            try user.undo(change)
        } catch StoreError.conflict(_, let current) {
            #expect(current?.title == "since")
        }
        try user.undo(since)
        try user.undo(change)
        #expect(try user.snapshot().todos.values.allSatisfy { !$0.isToday })
    }

    @Test("A redo after others' changes is refused; once those are taken back it is carried out")
    func redoAfterOthers() throws {
        let user = HistoryUser()
        let id = try user.create("a")
        let undo = try user.undo(user.update(id, TodoChanges(title: "b"))).revision
        let since = try user.update(id, TodoChanges(detail: "since"))
        try user.refuses(undo, .changedSince)
        try user.undo(since)
        #expect(try user.undo(undo).todos.first??.title == "b")
    }

    @Test("A revision that never was, that is too old, and that changed nothing")
    func revisions() throws {
        let user = HistoryUser(limit: 5)
        let id = try user.create("a")
        for number in 1...9 { try user.update(id, TodoChanges(title: "\(number)")) }
        for revision in [Int64(0), -1, 11, .max] {
            #expect { try user.undo(revision) } throws: { error in
                if case StoreError.noSuchRevision(revision) = error { true } else { false }
            }
        }
        #expect { try user.undo(5) } throws: { if case StoreError.forgotten = $0 { true } else { false } }
        try user.refuses(6, .changedSince)
    }

    @Test("Of two that take back the same, one does, and the other is told so")
    func twoAtOnce() throws {
        try HistoryFolder.with { location in
            let (one, two) = (HistoryUser(location, session: "a"), HistoryUser(location, session: "b"))
            let id = try one.create("a")
            let change = try one.update(id, TodoChanges(title: "b"))
            _ = try two.revision
            try one.undo(change)
            try two.refuses(change, .takenBack)
            try two.refuses(nil, .nothingToUndo)
            #expect(try one.snapshot() == two.snapshot())
        }
    }
}
