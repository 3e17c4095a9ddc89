import TestSupport
import Testing
import TodoCore
import TodoStore

@Suite("Undo and sections", .blocking)
struct HistorySectionTests {
    @Test("A section that was deleted, and made anew by that title, is in the way of its undo")
    func recreatedSection() throws {
        let user = HistoryUser()
        let old = try user.create("old", in: "A")
        let change = try user.deleteSection("A")
        let new = try user.create("new", in: "A")
        try user.refuses(change, .titleTaken)
        try user.undo()
        #expect(try user.snapshot().todos.isEmpty)
        try user.refuses(change, .titleTaken, "the new section is still there, if empty")
        try user.deleteSection("A", .refuse)
        try user.undo(change)
        #expect(try user.snapshot().todos.keys.sorted() == [old])
        #expect(try user.create("next", in: "A") == new + 1)
    }

    @Test("A redo of a section's deletion is refused while others have put todos into it")
    func redoOfDeletion() throws {
        let user = HistoryUser()
        try user.create("a", in: "A")
        let undo = try user.undo(user.deleteSection("A")).revision
        let guest = try user.create("guest", in: "A")
        try user.refuses(undo, .changedSince)
        try user.delete(guest)
        try user.undo(undo)
        #expect(try user.snapshot().todos.isEmpty)
        #expect(try user.reading { try $0.sections(.category, includeEmpty: true, today: HistoryUser.today) }.isEmpty)
    }

    @Test("A todo does not come back into a section that is gone")
    func sectionGone() throws {
        let user = HistoryUser()
        let id = try user.create("a", in: "A")
        let change = try user.delete(id)
        let deletion = try user.deleteSection("A", .refuse)
        try user.refuses(change, .changedSince)
        try user.undo(deletion)
        try user.undo(change)
        #expect(try user.ids(in: "A") == [id])
    }

    @Test("Taking back a move into a section that was renamed since is no conflict")
    func renamedMeanwhile() throws {
        let user = HistoryUser()
        let id = try user.create("a", in: "A")
        try user.create("b", in: "B")
        let move = try user.move(id, .end, to: "B")
        try user.rename("A", to: "Z")
        let result = try user.undo(move)
        #expect(result.todos.first??.category == "Z")
    }

    @Test("A title that somebody else has taken since is in the way of taking back a renaming")
    func titleTaken() throws {
        let user = HistoryUser()
        try user.create("a", in: "A")
        let rename = try user.rename("A", to: "Z")
        try user.create("b", in: "A")
        try user.refuses(rename, .titleTaken)
    }

    @Test("Sections come back between the same neighbours, although all of them were spread meanwhile")
    func sectionsSpread() throws {
        let user = HistoryUser()
        for title in ["A", "B", "C", "D", "E", "F", "G"] { try user.create("in \(title)", in: title) }
        let before = try user.snapshot()
        let deletion = try user.deleteSection("C")
        let move = try user.moveSection("B", .index(0))
        // Between the same two, in turn, until no number is left.
        for turn in 0..<80 { try user.moveSection(turn.isMultiple(of: 2) ? "F" : "G", .before(.category(5))) }
        try user.moveSection("F", .index(9))
        try user.moveSection("G", .index(9))
        try user.undo(move)
        try user.undo(deletion)
        #expect(try user.snapshot() == before)
    }

    @Test("A section whose place was taken meanwhile comes back behind the one that stands there, in an order for good")
    func sectionPlaceTaken() throws {
        let user = HistoryUser()
        for title in ["A", "B", "C"] { try user.create("in \(title)", in: title) }
        let change = try user.deleteSection("C")
        try user.create("in D", in: "D")
        try user.undo(change)
        #expect(try user.snapshot().sections.map(\.title) == ["A", "B", "D", "C"])
        try user.moveSection("A", .after(.category(4)))
        #expect(try user.snapshot().sections.map(\.title) == ["B", "D", "A", "C"])
    }
}
