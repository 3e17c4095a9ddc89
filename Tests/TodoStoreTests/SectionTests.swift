import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("Sections", .blocking)
struct SectionTests {
    let user = StoreUser(.memory)

    private func section(_ title: String) throws -> Section {
        let found = try user.sections().first { $0.title == title }
        return try #require(found)
    }

    @Test(
        "Canonically equivalent categories are one; the spelling that was first is shown; upper and lower case differ")
    func equivalence() throws {
        #expect(try user.create("a", in: "caf\u{e9}").category == "caf\u{e9}")
        let second = try user.create("b", in: "cafe\u{301}")
        #expect(Array(second.category.unicodeScalars) == Array("caf\u{e9}".unicodeScalars))
        try user.create("c", in: "Caf\u{e9}")
        #expect(try user.sections().map(\.count) == [2, 1])
        #expect(try user.ids(in: "cafe\u{301}") == [1, 2])
    }

    @Test("A section whose last todo goes is listed no more, but keeps its place and id")
    func emptySections() throws {
        let todo = try user.create("a", in: "A")
        try user.create("b", in: "B")
        let id = try section("A").id
        try user.delete(todo.id)
        #expect(try user.sections(includeEmpty: false).map(\.title) == ["B"])
        #expect(try user.sections().map(\.title) == ["A", "B"])
        try user.create("again", in: "A")
        #expect(try section("A").id == id)
        #expect(try user.sections(includeEmpty: false).map(\.title) == ["A", "B"])
    }

    @Test("A rename keeps id, place and todos, and is one revision; the same title is none")
    func rename() throws {
        let todo = try user.create("a", in: "A")
        try user.create("b", in: "B")
        let id = try section("A").id
        let renamed = try user.write { try $0.renameSection(id.text, to: "Z") }
        #expect(renamed.id == id && renamed.title == "Z" && renamed.count == 1)
        #expect(try user.sections().map(\.title) == ["Z", "B"])
        #expect(try user.todo(todo.id).category == "Z")
        #expect(try user.revision() == 3)
        _ = try user.write { try $0.renameSection(id.text, to: "Z") }
        #expect(try user.revision() == 3)
        #expect(try user.create("n", in: "A").category == "A")
        #expect(try section("A").id != id)
    }

    @Test("A title that another section has, in any canonical form, is a conflict; an own one in another form is not")
    func renameConflicts() throws {
        try user.create("a", in: "caf\u{e9}")
        try user.create("b", in: "B")
        let b = try section("B").id.text
        try expectRefusal("conflict titleTaken", user) { user in
            _ = try user.write { try $0.renameSection(b, to: "cafe\u{301}") }
        }
        let own = try section("caf\u{e9}").id.text
        let renamed = try user.write { try $0.renameSection(own, to: "cafe\u{301}") }
        #expect(renamed.title.unicodeScalars.count == 5)
    }

    @Test("The section of the todos without a category can be moved, but neither renamed nor deleted")
    func builtIn() throws {
        try user.create("a", in: "A")
        try user.create("b")
        let id = try section("").id.text
        try expectRefusal("conflict builtIn", user) { user in
            _ = try user.write { try $0.renameSection(id, to: "X") }
        }
        for leftovers in [Leftovers.refuse, .delete, .move(to: .category(1))] {
            try expectRefusal("conflict builtIn", user) { user in
                _ = try user.write { try $0.deleteSection(id, leftovers: leftovers, at: user.now) }
            }
        }
        _ = try user.write { try $0.moveSection(id, to: .index(0)) }
        #expect(try user.sections().map(\.title) == ["", "A"])
    }

    @Test("Deleting: only an empty one without a word; with a word, its todos go or move to the end in their order")
    func delete() throws {
        let a = try user.create("a", in: "A")
        let b = try user.create(NewTodo(title: "b", isCompleted: true, category: "A", place: .end))
        let c = try user.create("c", in: "B")
        let (first, second) = (try section("A").id, try section("B").id)
        try expectRefusal("conflict notEmpty", user) { user in
            _ = try user.write { try $0.deleteSection(first.text, leftovers: .refuse, at: user.now) }
        }
        try expectRefusal("no section \(first.text)", user) { user in
            _ = try user.write { try $0.deleteSection(first.text, leftovers: .move(to: first), at: user.now) }
        }
        let ids = try user.write { try $0.deleteSection(first.text, leftovers: .move(to: second), at: user.now) }
        #expect(ids == [a.id, b.id])
        #expect(try user.ids() == [c.id, a.id, b.id])
        #expect(try user.sections().map(\.completedCount) == [1])
        #expect(try user.todo(a.id).revision == 4 && user.revision() == 4)
        _ = try user.write { try $0.deleteSection(second.text, leftovers: .delete, at: user.now) }
        #expect(try user.ids().isEmpty && user.sections().isEmpty)
        try user.create("again", in: "A")
        #expect(try section("A").id != first && section("A").id != second)
    }

    @Test("Sections that are not there, or are no categories, are not found")
    func missing() throws {
        try user.create("a", in: "A")
        for id in ["c2", "c0", "c01", "today", "upcoming", "initial:A", "A", "", "c1 "] {
            try expectRefusal("no section \(id)", user) { user in
                _ = try user.write { try $0.renameSection(id, to: "X") }
            }
        }
        try expectRefusal("no section c9", user) { user in
            _ = try user.write { try $0.moveSection("c1", to: .before(.category(9))) }
        }
    }

    @Test("A section that is moved to where it stands changes nothing")
    func standing() throws {
        for title in ["A", "B", "C"] { try user.create("t", in: title) }
        let ids = try user.sections().map(\.id)
        let places: [SectionPlace] = [.index(1), .after(ids[0]), .before(ids[2]), .before(ids[1]), .after(ids[1])]
        for place in places { _ = try user.write { try $0.moveSection(ids[1].text, to: place) } }
        _ = try user.write { try $0.moveSection(ids[2].text, to: .index(99)) }
        #expect(try user.revision() == 3 && user.sections().map(\.id) == ids)
    }

    @Test("5,000 section moves into the same gap keep the order")
    func gaps() throws {
        for title in ["A", "B", "C", "D"] { try user.create("t", in: title) }
        var ids = try user.sections().map(\.id)
        try user.write { store in
            for _ in 0..<5000 {
                let last = ids.removeLast()
                ids.insert(last, at: 1)
                _ = try store.moveSection(last.text, to: .after(ids[0]))
            }
        }
        #expect(try user.sections().map(\.id) == ids)
    }

    @Test("By initial: a section a letter, in the order ㄱ…ㅎ, A…Z, others, #")
    func initials() throws {
        for title in ["9", "zebra", "한글", "Éclair", "까치", "яблоко", "apple", "가방", "あ"] { try user.create(title) }
        #expect(try user.sections(.initial).map(\.title) == ["ㄱ", "ㅎ", "A", "E", "Z", "я", "あ", "#"])
        #expect(try user.sections(.initial).first?.count == 2)
    }
}
