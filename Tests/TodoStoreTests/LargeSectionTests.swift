import TestSupport
import Testing
import TodoCore

@testable import TodoStore

/// Two sections that are large enough for landmarks, as plain arrays, and the store that has to say the same.
private struct LargeSections {
    static let titles = ["A", "B"]

    let user: StoreUser
    /// Another process, for all that the store can tell.
    let other: StoreUser
    var dice: SeededGenerator
    var ids: [[Todo.ID]]

    init(_ path: String, count: Int) throws {
        let user = StoreUser(path)
        self.user = user
        other = StoreUser(path)
        dice = SeededGenerator.printed(for: "large sections")
        ids = try Self.titles.map { title in
            try user.write { store in
                try (0..<count).map { _ in try store.create(NewTodo(title: "t", category: title), at: user.now).id }
            }
        }
    }

    /// An id that is taken out of the arrays, and from where.
    private mutating func take() -> (id: Todo.ID, section: Int, index: Int) {
        let section = dice.below(2)
        let index = dice.below(ids[section].count)
        return (ids[section].remove(at: index), section, index)
    }

    mutating func moveToIndex() throws {
        let (id, from, _) = take()
        let to = dice.once(in: 3) ? 1 - from : from
        let index = dice.below(ids[to].count + 1)
        ids[to].insert(id, at: index)
        try user.move(id, .index(Int64(index)), category: Self.titles[to])
    }

    /// Moved again and again behind the same neighbour, until there is no room left.
    mutating func squeeze() throws {
        let section = dice.below(2)
        let anchor = dice.pick(ids[section])
        for _ in 0..<40 {
            let id = dice.pick(ids[section])
            if id == anchor { continue }
            ids[section].removeAll { $0 == id }
            ids[section].insert(id, at: (ids[section].firstIndex(of: anchor) ?? 0) + 1)
            try user.move(id, .after(anchor))
        }
    }

    mutating func moveLast(to index: Int) throws {
        let id = ids[0].removeLast()
        ids[0].insert(id, at: index)
        try user.move(id, .index(Int64(index)))
    }

    mutating func moveLast(behind anchor: Todo.ID) throws {
        let id = ids[0].removeLast()
        ids[0].insert(id, at: (ids[0].firstIndex(of: anchor) ?? 0) + 1)
        try user.move(id, .after(anchor))
    }

    mutating func step() throws {
        switch dice.below(16) {
        case 0:
            let section = dice.below(2)
            let index = dice.below(ids[section].count + 1)
            let todo = try user.create("n", in: Self.titles[section], .index(Int64(index)))
            ids[section].insert(todo.id, at: index)
        case 1: try user.delete(take().id)
        case 2:
            let (id, section, _) = take()
            ids[1 - section].append(id)
            try user.update(id, TodoChanges(category: Self.titles[1 - section]))
        case 3: try squeeze()
        case 4:
            let (id, section, index) = take()
            ids[section].insert(id, at: index)
            try user.delete(id)
            _ = try user.write { try $0.undo(nil, .store, at: user.now) }
        case 5:
            let (id, section, _) = take()
            ids[section].append(id)
            try other.move(id, .end, category: Self.titles[section])
        case 6:
            // What does not come about leaves nothing behind.
            let id = dice.pick(ids[0])
            let error = #expect(throws: StoreError.self) {
                try user.write { store in
                    _ = try store.move(id, to: .index(7), category: "B", ifRevision: nil, at: user.now)
                    _ = try store.delete(-1, ifRevision: nil)
                }
            }
            #expect(error?.word == "no todo -1")
        default: try moveToIndex()
        }
    }

    func check() throws {
        for (title, expected) in zip(Self.titles, ids) {
            #expect(try user.ids(in: title) == expected, "seed \(dice.seed)")
        }
    }
}

@Suite("Large sections", .blocking)
struct LargeSectionTests {
    @Test("An index far inside means the same as in a plain array, whatever else moves, comes, goes or comes back")
    func order() throws {
        try TemporaryFolder.with { folder in
            var sections = try LargeSections(folder.file("s.sqlite"), count: Int(Landmarks.worthwhile) + 200)
            for number in 1...600 {
                try sections.step()
                if number % 40 == 0 { try sections.check() }
            }
        }
    }

    @Test("A part that has grown is divided anew: hundreds go to the same index, and each stands there")
    func growth() throws {
        try TemporaryFolder.with { folder in
            var sections = try LargeSections(folder.file("s.sqlite"), count: Int(Landmarks.worthwhile) + 200)
            for _ in 0..<3 * Int(Landmarks.spacing) { try sections.moveLast(to: 300) }
            try sections.check()
        }
    }

    @Test("Todos that are spread across a landmark are counted on the side where they come to stand")
    func spreading() throws {
        try TemporaryFolder.with { folder in
            var sections = try LargeSections(folder.file("s.sqlite"), count: Int(Landmarks.worthwhile) + 200)
            let landmark = 4 * Int(Landmarks.spacing)
            // Twice, since landmarks are looked for only the second time. The todo at this one is then behind the newcomer.
            for _ in 1...2 { try sections.moveLast(to: landmark) }
            let anchor = sections.ids[0][landmark + 1]
            // A gap is halved by each, and has 31 bits.
            for _ in 1...40 { try sections.moveLast(behind: anchor) }
            try sections.check()
            try sections.moveLast(to: landmark + 100)
            try sections.check()
        }
    }
}
