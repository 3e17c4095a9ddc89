import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("Gaps between places", .blocking)
struct GapTests {
    enum Form: CaseIterable, Sendable { case front, after, before }

    @Test("5,000 moves into the same gap keep the order and leave no two todos at one place", arguments: Form.allCases)
    func sameGap(form: Form) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            var ids = try user.write { store in
                try (0..<40).map { _ in try store.create(NewTodo(title: "t"), at: user.now).id }
            }
            let anchor = ids[20]
            try user.write { store in
                for number in 0..<5000 {
                    // The last one but the anchor goes into the gap that shrinks each time.
                    let others = ids.filter { $0 != anchor }
                    let id = form == .before ? others[0] : others[others.count - 1]
                    ids.removeAll { $0 == id }
                    let at = try #require(ids.firstIndex(of: anchor))
                    switch form {
                    case .front: ids.insert(id, at: 0)
                    case .after: ids.insert(id, at: at + 1)
                    case .before: ids.insert(id, at: at)
                    }
                    let place: Place = form == .front ? .index(0) : form == .after ? .after(anchor) : .before(anchor)
                    _ = try store.move(id, to: place, category: nil, ifRevision: nil, at: user.now)
                    if number % 500 == 0 { #expect(try listed(store) == ids) }
                }
            }
            #expect(try user.ids() == ids)
            user.store.close()
            #expect(try StoreUser(path).ids() == ids)
            try expectDistinctPlaces(path)
        }
    }

    private func listed(_ store: TodoStore) throws -> [Todo.ID] {
        try store.list(TodoQuery(filter: TodoFilter(), limit: 1000, calendar: .fixed)).todos.map(\.id)
    }

    /// Places as another program could have left them, as far as they can be from the middle and as near to each other.
    static let places: [String: String] = [
        "next to each other": "id", "behind the smallest": "-9223372036854775807 + id",
        "before the largest": "9223372036854775807 - 100 + id",
        "half at each end": "CASE WHEN id <= 40 THEN -9223372036854775807 + id ELSE 9223372036854775807 - 100 + id END",
        "a step from the ends": """
        CASE WHEN id <= 40 THEN -9223372036854775808 + 2147483648 + id ELSE 9223372036854775807 - 2147483648 - 100 + id END
        """,
        "exactly a step from the smallest": "-9223372036854775808 + 2147483648 + (id - 1) * 10",
        "exactly a step from the largest": "9223372036854775807 - 2147483648 + (id - 80) * 10",
        "far apart": "-9223372036854775807 + id * 200000000000000000",
    ]

    @Test(
        "Places at the ends of what numbers can be, and without any gap, keep the order",
        arguments: places.keys.sorted())
    func extremes(name: String) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            var dice = SeededGenerator.printed(for: "places \(name)")
            let user = StoreUser(path)
            var ids = try user.write { store in
                try (0..<80).map { _ in try store.create(NewTodo(title: "t"), at: user.now).id }
            }
            user.store.close()
            let other = try SQLiteFile(path)
            try other.run(
                """
                UPDATE todos SET place = \(Self.places[name] ?? "");
                UPDATE initials SET place = (SELECT place FROM todos WHERE todos.id = initials.id)
                """)
            #expect(try user.ids() == ids)
            for _ in 0..<150 {
                let id = dice.pick(ids)
                ids.removeAll { $0 == id }
                let index = dice.pick([0, 0, ids.count, ids.count, dice.below(ids.count), 1])
                ids.insert(id, at: index)
                let place: Place
                switch dice.below(3) {
                case 0 where index > 0: place = .after(ids[index - 1])
                case 1 where index + 1 < ids.count: place = .before(ids[index + 1])
                default: place = .index(Int64(index))
                }
                try user.move(id, place)
                #expect(try user.ids() == ids, "seed \(dice.seed)")
            }
            for _ in 0..<3 {
                ids.insert(try user.create("new", .index(0)).id, at: 0)
                ids.append(try user.create("new").id)
            }
            #expect(try user.ids() == ids, "seed \(dice.seed)")
            #expect(try other.numbers("SELECT count(DISTINCT place) FROM todos") == [Int64(ids.count)])
        }
    }

    @Test("Spreading changes no revision but that of the todo that moved")
    func revisionsStay() throws {
        let user = StoreUser(.memory)
        let ids = try (0..<10).map { _ in try user.create().id }
        var expected = Dictionary(uniqueKeysWithValues: try user.list().map { ($0.id, $0.revision) })
        for _ in 0..<200 {
            let last = try #require(try user.ids().last)
            expected[last] = try user.move(last, .after(ids[0])).revision
        }
        let revisions = Dictionary(uniqueKeysWithValues: try user.list().map { ($0.id, $0.revision) })
        #expect(revisions == expected)
    }

    private func expectDistinctPlaces(_ path: String) throws {
        let other = try SQLiteFile(path)
        let counts = try other.rows("SELECT count(*), count(DISTINCT place) FROM todos")
        #expect(counts == [["40", "40"]])
    }
}
