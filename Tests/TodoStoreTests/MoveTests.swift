import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("Moving a todo", .blocking)
struct MoveTests {
    let user = StoreUser(.memory)
    let a: Todo.ID
    let b: Todo.ID
    let c: Todo.ID
    let other: Todo.ID

    init() throws {
        a = try user.create("a", in: "A").id
        b = try user.create("b", in: "A").id
        c = try user.create("c", in: "A").id
        other = try user.create("o", in: "B").id
    }

    @Test("before and after put it beside the neighbour, in that one's section")
    func neighbours() throws {
        #expect(try user.move(c, .before(a)).category == "A")
        #expect(try user.ids(in: "A") == [c, a, b])
        try user.move(c, .after(a))
        #expect(try user.ids(in: "A") == [a, c, b])
        #expect(try user.move(a, .after(other)).category == "B")
        #expect(try user.ids(in: "B") == [other, a] && user.ids(in: "A") == [c, b])
        try user.move(c, .before(other))
        #expect(try user.ids(in: "B") == [c, other, a])
    }

    @Test("index is the place afterwards; past the end means the end")
    func index() throws {
        try user.move(a, .index(1))
        #expect(try user.ids(in: "A") == [b, a, c])
        try user.move(a, .index(0))
        #expect(try user.ids(in: "A") == [a, b, c])
        try user.move(a, .index(2))
        #expect(try user.ids(in: "A") == [b, c, a])
        try user.move(b, .index(Int64.max))
        #expect(try user.ids(in: "A") == [c, a, b])
        try user.move(b, .index(0), category: "B")
        #expect(try user.ids(in: "B") == [b, other])
        try user.move(a, .index(5), category: "New")
        #expect(try user.ids(in: "New") == [a])
    }

    @Test("category alone means its end, also within the own section")
    func category() throws {
        try user.move(a, .end, category: "B")
        #expect(try user.ids(in: "B") == [other, a])
        try user.move(b, .end, category: "A")
        #expect(try user.ids(in: "A") == [c, b])
        #expect(try user.move(b, .end, category: "Z").category == "Z")
    }

    @Test("A move to where it stands changes nothing")
    func standing() throws {
        let all = try user.list()
        let revision = try user.revision()
        for place in [Place.before(c), .after(a), .index(1), .before(b), .after(b)] {
            #expect(try user.move(b, place) == (try user.todo(b)))
        }
        try user.move(c, .index(2))
        try user.move(c, .index(99))
        try user.move(c, .end, category: "A")
        try user.move(a, .index(0))
        try user.move(a, .before(b))
        try user.move(other, .index(7), category: "B")
        #expect(try user.list() == all && user.revision() == revision)
    }

    @Test("Only the moved todo's revision rises; its content stays")
    func revisions() throws {
        let before = try user.list()
        let moved = try user.move(c, .index(0))
        #expect(moved.revision == (try user.revision()))
        for todo in before where todo.id != c { #expect(try user.todo(todo.id) == todo) }
        #expect(moved.title == "c" && moved.completedAt == nil && moved.createdAt == before[2].createdAt)
    }

    @Test("An anchor that is gone is not found, and nothing moves")
    func missingAnchor() throws {
        try user.delete(b)
        for place in [Place.before(b), .after(b)] {
            try expectRefusal("no todo \(b)", user) { try $0.move(a, place) }
            try expectRefusal("no todo \(b)", user) { try $0.create("n", place) }
        }
    }

    @Test("Completing a todo never moves it, and completed ones count in an index")
    func completion() throws {
        try user.update(a, TodoChanges(isCompleted: true))
        #expect(try user.ids(in: "A") == [a, b, c])
        try user.move(c, .index(1))
        #expect(try user.ids(in: "A") == [a, c, b])
    }

    @Test("A new todo goes where its place says, and a category beside a neighbour elsewhere is refused")
    func create() throws {
        let n = try user.create("n", .before(b))
        #expect(n.category == "A")
        let m = try user.create("m", in: "A", .after(b))
        let i = try user.create("i", in: "A", .index(0))
        #expect(try user.ids(in: "A") == [i.id, a, n.id, b, m.id, c])
        try expectRefusal("placeOutsideCategory", user) { try $0.create("x", in: "B", .before(a)) }
        try expectRefusal("placeOutsideCategory", user) { try $0.create("x", in: "", .after(a)) }
    }
}
