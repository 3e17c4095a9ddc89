import Testing
import TodoCore

@Suite("A section's id is a text that never changes")
struct SectionIDTests {
    @Test(
        "Each is written and read again as the same",
        arguments: [
            (SectionID.today, "today"), (.upcoming, "upcoming"), (.category(1), "c1"),
            (.category(.max), "c9223372036854775807"),
            (.initial("ㅎ"), "initial:ㅎ"), (.initial("#"), "initial:#"), (.initial("กำ"), "initial:กำ"),
            (.initial("\u{E33}"), "initial:\u{E33}"),
            (.initial("\u{FF9E}"), "initial:\u{FF9E}"),
        ])
    func roundTrip(id: SectionID, text: String) {
        #expect(id.text == text)
        #expect(SectionID(text) == id)
    }

    @Test(
        "A text that no section can have is none",
        arguments: [
            "", "c", "c0", "c-1", "c+1", "c01", "c1 ", " c1", "C1", "c1.0", "c9223372036854775808", "c١", "c1\u{301}",
            "1", "x", "Today", "today ",
            "category", "initial", "initial:", "Initial:A", "upcoming:", "nope", "initia:A",
        ])
    func none(text: String) { #expect(SectionID(text) == nil) }
}

@Suite("The fingerprint of a filter")
struct TodoFilterTests {
    /// Filters that all want something else.
    private static let different: [TodoFilter] = {
        let changes: [(inout TodoFilter) -> Void] = [
            { _ in }, { $0.section = "c1" }, { $0.section = "c2" }, { $0.section = "" }, { $0.category = "" },
            { $0.category = "c1" },
            { $0.category = "x" }, { $0.category = "X" }, { $0.isCompleted = true }, { $0.isCompleted = false },
            { $0.isToday = true },
            { $0.isToday = false }, { $0.hasDue = true }, { $0.hasDue = false },
            { $0.dueBefore = DueDate("2024-01-01") },
            { $0.dueAfter = DueDate("2024-01-01") }, { $0.dueBefore = DueDate("2024-01-02") },
            { $0.text = TextPattern("c1") },
            { $0.text = TextPattern("x") }, { $0.ids = [] }, { $0.ids = [1] }, { $0.ids = [2] }, { $0.ids = [1, 2] },
            { $0.ids = [12] },
            { ($0.isCompleted, $0.isToday) = (true, true) }, { ($0.section, $0.category) = ("a", "b") },
            { ($0.section, $0.category) = ("ab", "") }, { ($0.section, $0.category) = ("", "ab") },
            { $0.section = "a\u{2}b" },
            { ($0.category, $0.text) = ("a", TextPattern("b")) }, { ($0.category, $0.text) = ("b", TextPattern("a")) },
        ]
        return changes.map { change in
            var filter = TodoFilter()
            change(&filter)
            return filter
        }
    }()

    @Test("Filters that want something else have another one")
    func different() {
        #expect(Set(Self.different.map(\.fingerprint)).count == Self.different.count)
    }

    @Test("Filters that want the same have the same: ids in any order, categories that are canonically equivalent")
    func same() {
        var (left, right) = (TodoFilter(), TodoFilter())
        (left.ids, right.ids) = ([3, 1, 2, 1], [1, 2, 3])
        (left.category, right.category) = ("e\u{301}", "\u{E9}")
        #expect(left.fingerprint == right.fingerprint)
    }

    @Test("It is the same in every process and version: FNV-1a, 64 bits, against the values of its authors")
    func fixed() {
        func hash(_ text: String) -> UInt64 {
            var hash = Fingerprint()
            for byte in text.utf8 { hash.combine(byte) }
            return hash.value
        }
        #expect(hash("") == 0xCBF2_9CE4_8422_2325)
        #expect(hash("a") == 0xAF63_DC4C_8601_EC8C)
        #expect(hash("foobar") == 0x8594_4171_F739_67E8)
        #expect(TodoFilter().fingerprint == 0xCBF2_9CE4_8422_2325)
    }
}
