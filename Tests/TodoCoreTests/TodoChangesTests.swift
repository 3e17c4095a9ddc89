import Testing
import TodoCore

@Suite("What an update makes of a todo")
struct TodoChangesTests {
    private static let day = DueDate("2024-05-01")
    private static let now = Timestamp(milliseconds: 5000)

    private static func todo(isCompleted: Bool) -> Todo {
        Todo(
            id: 1, title: "a", detail: "d", category: "c", isCompleted: isCompleted, isToday: false, dueOn: day,
            createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2),
            completedAt: isCompleted ? Timestamp(milliseconds: 3) : nil, revision: 4)
    }

    @Test("What is left out stays", arguments: [true, false])
    func nothing(isCompleted: Bool) {
        let todo = Self.todo(isCompleted: isCompleted)
        #expect(TodoChanges().applied(to: todo, at: Self.now) == todo)
    }

    @Test("What is given changes, and nothing else does")
    func members() {
        let todo = Self.todo(isCompleted: false)
        var expected = todo
        (expected.title, expected.detail, expected.isToday) = ("b", "", true)
        #expect(TodoChanges(title: "b", detail: "", isToday: true).applied(to: todo, at: Self.now) == expected)
    }

    @Test("A day is set, and cleared by null")
    func dueOn() {
        let todo = Self.todo(isCompleted: false)
        let other = DueDate("2025-01-01")
        #expect(TodoChanges(dueOn: .some(other)).applied(to: todo, at: Self.now).dueOn == other)
        #expect(TodoChanges(dueOn: .some(nil)).applied(to: todo, at: Self.now).dueOn == nil)
        #expect(TodoChanges(title: "b").applied(to: todo, at: Self.now).dueOn == Self.day)
    }

    @Test("Completing sets the moment, completing again keeps it, reopening clears it")
    func completedAt() {
        let (open, done) = (Self.todo(isCompleted: false), Self.todo(isCompleted: true))
        #expect(TodoChanges(isCompleted: true).applied(to: open, at: Self.now).completedAt == Self.now)
        #expect(TodoChanges(isCompleted: true).applied(to: done, at: Self.now) == done)
        #expect(TodoChanges(title: "b").applied(to: done, at: Self.now).completedAt == done.completedAt)
        #expect(TodoChanges(isCompleted: false).applied(to: done, at: Self.now).completedAt == nil)
        #expect(TodoChanges(isCompleted: false).applied(to: open, at: Self.now) == open)
    }
}
