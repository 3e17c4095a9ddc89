import TestSupport
import Testing
import TodoCore

@testable import TodoStore

/// One condition, as a filter has it and as anybody would check it.
private struct Condition {
    let name: String
    let set: (inout TodoFilter) -> Void
    let holds: (Todo) -> Bool

    static func all(_ dice: inout SeededGenerator, sections: [String: String], ids: [Todo.ID]) -> [Condition] {
        let days = ["2024-06-13", "2024-06-14", "2024-06-15", "2024-06-16", "2024-06-20"].compactMap { DueDate($0) }
        let (before, after) = (dice.pick(days), dice.pick(days))
        let category = dice.pick(Array(sections.values.sorted()))
        let section = dice.pick(Array(sections.keys.sorted()))
        let text = dice.pick(["milk", "MILK", "1", "b", "zz", "tail"])
        let letter = dice.pick(["A", "B", "M", "Q"])
        let some = Array(ids.shuffled(using: &dice).prefix(60)) + [99_999]
        let (completed, today, hasDue) = (dice.once(in: 2), dice.once(in: 2), dice.once(in: 2))
        return [
            Condition(name: "category \(category)") {
                $0.category = category
            } holds: {
                $0.category == category
            },
            Condition(name: "section \(section)") {
                $0.section = section
            } holds: {
                $0.category == sections[section]
            },
            Condition(name: "section today") {
                $0.section = "today"
            } holds: {
                isToday($0)
            },
            Condition(name: "section upcoming") {
                $0.section = "upcoming"
            } holds: {
                !isToday($0)
            },
            Condition(name: "initial \(letter)") {
                $0.section = "initial:" + letter
            } holds: {
                $0.title.uppercased().hasPrefix(letter)
            },
            Condition(name: "isCompleted \(completed)") {
                $0.isCompleted = completed
            } holds: {
                $0.isCompleted == completed
            },
            Condition(name: "isToday \(today)") {
                $0.isToday = today
            } holds: {
                $0.isToday == today
            },
            Condition(name: "dueBefore \(before.text)") {
                $0.dueBefore = before
            } holds: {
                $0.dueOn.map { $0 <= before } ?? false
            },
            Condition(name: "dueAfter \(after.text)") {
                $0.dueAfter = after
            } holds: {
                $0.dueOn.map { $0 >= after } ?? false
            },
            Condition(name: "hasDue \(hasDue)") {
                $0.hasDue = hasDue
            } holds: {
                ($0.dueOn != nil) == hasDue
            },
            Condition(name: "text \(text)") {
                $0.text = TextPattern(text)
            } holds: { todo in
                let texts = [todo.title, todo.detail].map { $0.lowercased() }
                return texts.contains {
                    $0.split(separator: text.lowercased(), omittingEmptySubsequences: false).count > 1
                }
            },
            Condition(name: "ids") {
                $0.ids = some
            } holds: {
                some.contains($0.id)
            },
        ]
    }

    /// As section 5 of the contract says it.
    private static func isToday(_ todo: Todo) -> Bool {
        if todo.isToday { return true }
        guard let due = todo.dueOn, due <= Day.fixed.date else { return false }
        guard todo.isCompleted else { return true }
        return todo.completedAt.map { $0 >= Day.fixed.start && $0 < Day.fixed.end } ?? false
    }
}

@Suite("Filters, against a look at every todo", .blocking)
struct FilterTests {
    private func fill(_ user: StoreUser, _ dice: inout SeededGenerator) throws {
        let days = [nil, nil, "2024-06-13", "2024-06-14", "2024-06-15", "2024-06-16", "2024-06-20"]
        for number in 0..<250 {
            // Completed yesterday, today or tomorrow, at the edges of the day too.
            let moment = dice.pick([
                Day.fixed.start.milliseconds - 1, Day.fixed.start.milliseconds, Day.fixed.end.milliseconds - 1,
                Day.fixed.end.milliseconds,
            ])
            user.now = Timestamp(milliseconds: moment)
            try user.create(
                NewTodo(
                    title: "\(dice.pick(["milk", "Bread", "apples", "Quince"])) \(number)",
                    detail: dice.pick(["", "tail", "with MILK"]), isCompleted: dice.once(in: 2),
                    isToday: dice.once(in: 3),
                    dueOn: dice.pick(days).flatMap { DueDate($0) }, category: dice.pick(["", "A", "B", "C"]),
                    place: dice.once(in: 2) ? .end : .index(Int64(dice.below(20)))))
        }
    }

    @Test(
        "Each filter, alone and with each other one, gives what a look at every todo gives, in the same order",
        arguments: 0..<3)
    func singlesAndPairs(round: Int) throws {
        var dice = SeededGenerator.printed(for: "filters")
        let user = StoreUser(.memory)
        try user.write { _ in }
        try fill(user, &dice)
        let all = try user.list()
        let sections = Dictionary(uniqueKeysWithValues: try user.sections().map { ($0.id.text, $0.title) })
        let conditions = Condition.all(&dice, sections: sections, ids: all.map(\.id))
        for first in conditions {
            for second in conditions {
                var filter = TodoFilter()
                first.set(&filter)
                second.set(&filter)
                let isSame = first.name == second.name
                // Two sections in one filter are one section: the last.
                if !isSame, first.isSection && second.isSection { continue }
                let expected = all.filter { first.holds($0) && second.holds($0) }.map(\.id)
                let name = "\(first.name) and \(second.name); seed \(dice.seed)"
                #expect(try user.ids(filter) == expected, "\(name)")
                #expect(try user.ids(filter, limit: 7) == expected, "in pages of 7: \(name)")
            }
        }
    }

    @Test("Counts of every grouping are those of a look at every todo, after random changes", arguments: 0..<3)
    func counts(round: Int) throws {
        var dice = SeededGenerator.printed(for: "counts")
        let user = StoreUser(.memory)
        try fill(user, &dice)
        for _ in 0..<300 {
            let id = Int64(dice.below(250)) + 1
            switch dice.below(5) {
            case 0: _ = try? user.delete(id)
            case 1: _ = try? user.move(id, .index(Int64(dice.below(9))), category: dice.pick(["", "A", "B", "N"]))
            case 2:
                _ = try? user.update(
                    id, TodoChanges(category: dice.pick(["", "A", "B"]), isCompleted: dice.once(in: 2)))
            case 3: _ = try? user.update(id, TodoChanges(title: dice.pick(["ㅎ", "z", "9"]), isToday: dice.once(in: 2)))
            default: _ = try? user.update(id, TodoChanges(isCompleted: dice.once(in: 2), dueOn: .some(nil)))
            }
        }
        for grouping in Grouping.allCases {
            let sections = try user.sections(grouping)
            for section in sections {
                var filter = TodoFilter()
                filter.section = section.id.text
                let todos = try user.list(filter)
                #expect(section.count == Int64(todos.count), "\(section.id.text); seed \(dice.seed)")
                let completed = todos.filter(\.isCompleted)
                #expect(section.completedCount == Int64(completed.count), "seed \(dice.seed)")
            }
            let sum = sections.map(\.count).reduce(0, +)
            #expect(sum == Int64(try user.list().count), "\(grouping); seed \(dice.seed)")
        }
    }
}

extension Condition {
    fileprivate var isSection: Bool { name.hasPrefix("section") || name.hasPrefix("initial") }
}
