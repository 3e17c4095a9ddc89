import TestSupport
import Testing
import TodoCore
import TodoStore

/// Sections and their todos as plain arrays: what the store must say.
private struct Model {
    struct Group: Equatable {
        var title: String
        var ids: [Todo.ID]
    }

    var groups: [Group] = []
    var completed: Set<Todo.ID> = []
    var nextID: Todo.ID = 1

    var ids: [Todo.ID] { groups.flatMap(\.ids) }

    func group(of id: Todo.ID) -> Int { groups.firstIndex { $0.ids.contains(id) } ?? 0 }

    mutating func group(titled title: String) -> Int {
        if let found = groups.firstIndex(where: { $0.title == title }) { return found }
        groups.append(Group(title: title, ids: []))
        return groups.count - 1
    }

    mutating func take(_ id: Todo.ID) { for index in groups.indices { groups[index].ids.removeAll { $0 == id } } }

    /// Puts an id where a place means; `own` is the group that counts when none is named.
    mutating func put(_ id: Todo.ID, _ place: Place, _ category: String?, own: Int?) {
        switch place {
        case .before(let anchor), .after(let anchor):
            let target = group(of: anchor)
            let index = groups[target].ids.firstIndex(of: anchor) ?? 0
            groups[target].ids.insert(id, at: place == .before(anchor) ? index : index + 1)
        case .index, .end:
            let target = category.map { group(titled: $0) } ?? own ?? group(titled: "")
            var index = groups[target].ids.count
            if case .index(let wanted) = place { index = min(index, Int(wanted)) }
            groups[target].ids.insert(id, at: index)
        }
    }
}

/// Does the same at random to a store and to the model.
private struct Run {
    var dice: SeededGenerator
    var model = Model()
    var user: StoreUser

    private static let titles = ["", "A", "B", "C", "D", "E"]

    mutating func place() -> Place {
        let ids = model.ids
        if ids.isEmpty || dice.once(in: 4) { return .end }
        switch dice.below(3) {
        case 0: return .before(dice.pick(ids))
        case 1: return .after(dice.pick(ids))
        default: return .index(Int64(dice.pick([0, 0, 1, 2, 3, 5, 8, 1000])))
        }
    }

    mutating func create() throws {
        let place = place()
        var category: String? = dice.once(in: 3) ? nil : dice.pick(Self.titles)
        if case .before = place { category = nil }
        if case .after = place { category = nil }
        let isCompleted = dice.once(in: 3)
        let todo = try user.create(NewTodo(title: "t", isCompleted: isCompleted, category: category, place: place))
        #expect(todo.id == model.nextID)
        model.put(todo.id, place, category, own: nil)
        if isCompleted { model.completed.insert(todo.id) }
        model.nextID += 1
    }

    mutating func move() throws {
        let id = dice.pick(model.ids)
        let place = place()
        var category: String? = dice.once(in: 2) ? dice.pick(Self.titles) : nil
        switch place {
        case .before, .after: category = nil
        case .end: category = category ?? "A"
        case .index: break
        }
        let moved = try user.move(id, place, category: category)
        #expect(moved.id == id)
        if place == .before(id) || place == .after(id) { return }
        let own = model.group(of: id)
        model.take(id)
        model.put(id, place, category, own: own)
    }

    mutating func update() throws {
        let id = dice.pick(model.ids)
        if dice.once(in: 2) {
            let isCompleted = dice.once(in: 2)
            try user.update(id, TodoChanges(isCompleted: isCompleted))
            if isCompleted { model.completed.insert(id) } else { model.completed.remove(id) }
        } else {
            let title = dice.pick(Self.titles)
            try user.update(id, TodoChanges(category: title))
            if model.groups[model.group(of: id)].title == title { return }
            model.take(id)
            model.put(id, .end, title, own: nil)
        }
    }

    mutating func moveSection() throws {
        let from = dice.below(model.groups.count)
        let ids = try user.sections().map(\.id)
        let group = model.groups.remove(at: from)
        var to = dice.below(model.groups.count + 1)
        let others = ids.filter { $0 != ids[from] }
        let place: SectionPlace
        switch dice.below(3) {
        case 0 where to < others.count: place = .before(others[to])
        case 1 where to > 0: place = .after(others[to - 1])
        case 2 where dice.once(in: 3): (place, to) = (.index(99), others.count)
        default: place = .index(Int64(to))
        }
        _ = try user.write { try $0.moveSection(ids[from].text, to: place) }
        model.groups.insert(group, at: to)
    }

    mutating func deleteSection() throws {
        let index = dice.below(model.groups.count)
        if model.groups[index].title.isEmpty { return }
        let sections = try user.sections().map(\.id)
        let target = dice.below(model.groups.count)
        let expected = model.groups[index].ids
        if dice.once(in: 2), target != index {
            let gone = try user.write {
                try $0.deleteSection(sections[index].text, leftovers: .move(to: sections[target]), at: user.now)
            }
            #expect(gone == expected)
            model.groups[target].ids += expected
        } else {
            let gone = try user.write {
                try $0.deleteSection(sections[index].text, leftovers: .delete, at: user.now)
            }
            #expect(gone == expected)
        }
        model.groups.remove(at: index)
    }

    mutating func step() throws {
        switch dice.below(20) {
        case 0..<6: try create()
        case _ where model.ids.isEmpty: try create()
        case 6..<14: try move()
        case 14: try update()
        case 15:
            let id = dice.pick(model.ids)
            try user.delete(id)
            model.take(id)
            model.completed.remove(id)
        case 16, 17: try moveSection()
        case 18 where dice.once(in: 4): try deleteSection()
        default: try update()
        }
    }

    func check() throws {
        #expect(try user.ids() == model.ids, "seed \(dice.seed)")
        let sections = try user.sections()
        #expect(sections.map(\.title) == model.groups.map(\.title), "seed \(dice.seed)")
        let counts = model.groups.map { Int64($0.ids.count) }
        #expect(sections.map(\.count) == counts, "seed \(dice.seed)")
        let completed = model.groups.map { Int64($0.ids.filter(model.completed.contains).count) }
        #expect(sections.map(\.completedCount) == completed, "seed \(dice.seed)")
    }
}

@Suite("The order, against plain arrays", .blocking)
struct OrderModelTests {
    @Test("Random creates, moves, deletes and section moves keep the order that plain arrays have, after a reopen too")
    func file() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            var run = Run(dice: SeededGenerator.printed(for: "order in a file"), user: StoreUser(path))
            for number in 1...600 {
                try run.step()
                try run.check()
                if number % 100 == 0 { run.user = StoreUser(path) }
            }
            try run.check()
        }
    }

    @Test("The same in memory, for longer", arguments: 0..<4)
    func memory(round: Int) throws {
        var run = Run(dice: SeededGenerator.printed(for: "order in memory"), user: StoreUser(.memory))
        for number in 1...1500 {
            try run.step()
            if number % 5 == 0 { try run.check() }
        }
    }
}
