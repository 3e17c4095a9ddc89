import TestSupport
import Testing
import TodoCore

@testable import TodoStore

@Suite("Searching for a text in a large store", .blocking)
struct SearchTests {
    /// Three sections, in whose lists todos that were made one after the other are far apart.
    private static let count = 6000

    private static func title(_ number: Int) -> String {
        var words = ["note \(number)"]
        if number % 2 == 0 { words.append("even") }
        if number % 400 == 7 { words.append("comet") }
        if number % 2900 == 50 { words.append("한글") }
        return words.joined(separator: " ")
    }

    private func fill(_ user: StoreUser) throws {
        try user.write { store in
            for number in 0..<Self.count {
                let new = NewTodo(
                    title: Self.title(number), isCompleted: number % 3 == 0, category: "c\(number % 3)",
                    place: number % 5 == 0 ? .index(0) : .end)
                _ = try store.create(new, at: user.now)
            }
        }
    }

    private static func filter(_ text: String, _ change: (inout TodoFilter) -> Void = { _ in }) -> TodoFilter {
        var filter = TodoFilter()
        filter.text = TextPattern(text)
        change(&filter)
        return filter
    }

    @Test(
        "Whatever part of the todos has a text, all of them come, in order, page by page",
        arguments: ["even", "comet", "ㅎㄱ", "note 5999", "nothing"])
    func pages(text: String) throws {
        let user = StoreUser(.memory)
        try fill(user)
        let all = try user.list()
        let found = all.filter { TextPattern(text).isFound(in: Array($0.title.utf8).span) }
        for limit in [1000, 7] {
            #expect(try user.list(Self.filter(text), limit: limit) == found)
            #expect(
                try user.list(Self.filter(text) { $0.isCompleted = true }, limit: limit) == found.filter(\.isCompleted))
            #expect(
                try user.list(Self.filter(text) { $0.category = "c1" }, limit: limit)
                    == found.filter { $0.category == "c1" })
        }
    }

    @Test("What was found is not what is found after a change, by whoever made it, nor after one that came to nothing")
    func changes() throws {
        try TemporaryFolder.with { folder in
            let (user, other) = (StoreUser(folder.file("s.sqlite")), StoreUser(folder.file("s.sqlite")))
            try fill(user)
            let first = try user.ids(Self.filter("comet"))
            #expect(first.count == 15)
            try user.update(first[3], TodoChanges(title: "gone"))
            var expected = first.filter { $0 != first[3] }
            #expect(try user.ids(Self.filter("comet")) == expected)
            #expect(throws: StoreError.self) {
                try user.write { store in
                    _ = try store.update(expected[0], TodoChanges(title: "gone"), ifRevision: nil, at: user.now)
                    let query = TodoQuery(filter: Self.filter("comet"), limit: 100, calendar: .fixed)
                    #expect(try store.list(query).todos.map(\.id) == Array(expected[1...]))
                    _ = try store.delete(-1, ifRevision: nil)
                }
            }
            try other.update(expected[1], TodoChanges(title: "gone"))
            expected.remove(at: 1)
            #expect(try user.ids(Self.filter("comet")) == expected)
        }
    }

    @Test("A text is found among todos that wait to be filed by initial, however many stand before it")
    func waiting() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let first = StoreUser(.file(path), filingLimit: 1)
            let last = try first.create("a last")
            first.store.close()
            let user = StoreUser(.file(path), filingLimit: 4096)
            try user.write { store in
                for number in 0..<1500 {
                    let title = number == 1300 ? "a comet" : "a \(number)"
                    _ = try store.create(NewTodo(title: title, place: .before(last.id)), at: user.now)
                }
            }
            let filter = Self.filter("comet") { $0.section = "initial:A" }
            #expect(try user.list(filter).map(\.title) == ["a comet"])
            #expect(try user.write { try $0.deleteMany(.filter(filter, .fixed)) }.count == 1)
            #expect(try user.list(Self.filter("last") { $0.section = "initial:A" }).map(\.id) == [last.id])
        }
    }

    @Test("The next page goes on behind the last one, whatever came in between")
    func cursor() throws {
        let user = StoreUser(.memory)
        try fill(user)
        let all = try user.ids(Self.filter("comet"))
        let page = try user.page(Self.filter("comet"), limit: 5)
        let new = try user.create(NewTodo(title: "comet, too", category: "c0", place: .index(0)))
        try user.delete(all[10])
        let next = try #require(page.next)
        let rest = try user.page(Self.filter("comet"), limit: 100, cursor: next)
        #expect(page.todos.map(\.id) + rest.todos.map(\.id) == all.filter { $0 != all[10] })
        #expect(try user.ids(Self.filter("comet")) == [new.id] + all.filter { $0 != all[10] })
    }

    @Test(
        "Only a text that few todos have, of many that could have it, is looked for in the order of the file",
        arguments: [("even", nil, false), ("comet", nil, true), ("nothing", nil, true), ("nothing", "c1", true)]
            as [(String, String?, Bool)])
    func way(text: String, category: String?, isInFileOrder: Bool) throws {
        let store = try OpenStore(.memory, session: "", historyLimit: 10)
        try store.begin(writing: true)
        for number in 0..<Self.count {
            let new = NewTodo(title: Self.title(number), category: "c\(number % 3)")
            _ = try store.create(new, at: Timestamp(milliseconds: 0))
        }
        let filter = Self.filter(text) { $0.category = category }
        _ = try store.list(TodoQuery(filter: filter, limit: 10, calendar: .fixed))
        #expect((store.lastSearch != nil) == isInFileOrder)
        #expect(store.lastSearch?.ids?.count == (isInFileOrder ? (text == "comet" ? 15 : 0) : nil))
        // A section that holds a small part of all is always looked through by itself.
        store.lastSearch = nil
        _ = try store.create(NewTodo(title: "x", category: "small"), at: Timestamp(milliseconds: 0))
        let small = Self.filter("nothing") { $0.category = "small" }
        #expect(try store.list(TodoQuery(filter: small, limit: 10, calendar: .fixed)).todos.isEmpty)
        #expect(store.lastSearch == nil)
    }

    @Test("More than are remembered are found in the order of the list, after all were looked at too")
    func tooMany() throws {
        let store = try OpenStore(.memory, session: "", historyLimit: 10)
        try store.begin(writing: true)
        let rest = TextSearch.limit + 1
        for number in 0..<2 * 4096 + rest {
            let title = number < 2 * 4096 ? "x" : "late"
            _ = try store.create(NewTodo(title: title), at: Timestamp(milliseconds: 0))
        }
        let query = TodoQuery(filter: Self.filter("late"), limit: 3, calendar: .fixed)
        #expect(try store.list(query).todos.map(\.id) == [8193, 8194, 8195])
        #expect(store.lastSearch != nil && store.lastSearch?.ids == nil)
    }
}
