import TestSupport
import Testing

@testable import JSON

@Suite("A misspelt name is told from a strange one")
struct SpellingTests {
    private static let known = [
        "title", "detail", "category", "isCompleted", "isToday", "dueOn", "before", "after", "key",
    ]

    @Test(
        "The nearest known name is named",
        arguments: [
            ("Title", "title"), ("TITLE", "title"), ("titel", "title"), ("tilte", "title"), ("titl", "title"),
            ("titlee", "title"), ("isComplete", "isCompleted"), ("iscompleted", "isCompleted"), ("is_today", "isToday"),
            ("detial", "detail"), ("categroy", "category"), ("dueon", "dueOn"), ("due", "dueOn"), ("befor", "before"),
        ])
    func near(word: String, expected: String) {
        #expect(Spelling.nearest(to: word, in: Self.known) == expected)
    }

    @Test(
        "What is far from all of them gets no hint",
        arguments: ["subscription", "xxxxxxxxxxxx", "한글한글한글", "priorityLevel"])
    func far(word: String) {
        #expect(Spelling.nearest(to: word, in: Self.known) == nil)
    }

    @Test("Where nothing is known, nothing is near")
    func nothingKnown() { #expect(Spelling.nearest(to: "a", in: []) == nil) }

    @Test("Of two that are equally near the first one is named")
    func ties() { #expect(Spelling.nearest(to: "cat", in: ["bat", "hat"]) == "bat") }

    @Test("Two letters swapped are one mistake, as near as one letter changed")
    func swapped() { #expect(Spelling.nearest(to: "abcd", in: ["xbcy", "bacd"]) == "bacd") }

    /// The table of distances of all beginnings, as the definition has it.
    private func tabulated(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var table = Array(repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
        for row in 0...one.count {
            for column in 0...other.count {
                if row == 0 || column == 0 {
                    table[row][column] = row + column
                    continue
                }
                let isSame = one[row - 1] == other[column - 1]
                var least = min(
                    table[row - 1][column - 1] + (isSame ? 0 : 1), table[row - 1][column] + 1,
                    table[row][column - 1] + 1)
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    least = min(least, table[row - 2][column - 2] + 1)
                }
                table[row][column] = least
            }
        }
        return table[one.count][other.count]
    }

    @Test("The distance is that of the table, for words of up to 64 letters")
    func distances() {
        var dice = SeededGenerator.printed(for: "distances of words")
        var swapped = 0
        for _ in 0..<3000 {
            let letters = Array("abcd".utf8.prefix(2 + dice.below(3)))
            let most = dice.percent(10) ? 64 : 9
            func word() -> [UInt8] { (0..<dice.below(most + 1)).map { _ in dice.pick(letters) } }
            let one = word()
            var other = word()
            if dice.percent(50), one.count > 1 {
                other = one
                let place = dice.below(one.count - 1)
                other.swapAt(place, place + 1)
                swapped += 1
            }
            let found = Spelling.distance(String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
            #expect(found == tabulated(one, other), "\(one) \(other)")
        }
        #expect(swapped > 500)
    }

    @Test("A name of three million code points that are one character costs no more than any other")
    func hugeCharacter() {
        let word = "x" + String(repeating: "\u{301}", count: 3_000_000)
        let time = ContinuousClock().measure { #expect(Spelling.nearest(to: word, in: Self.known) == nil) }
        #expect(time < .seconds(3), "microseconds when it is cut off, half a minute when it is not")
    }
}

@Suite("What is wrong with params is pointed at")
struct ParamProblemTests {
    @Test("The pointer is that of RFC 6901")
    func pointers() {
        #expect(ParamProblem(.type).pointer == "")
        #expect(ParamProblem(.type, at: ["title"]).pointer == "/title")
        #expect(ParamProblem(.type, at: ["filter", "ids", "0"]).pointer == "/filter/ids/0")
        #expect(ParamProblem(.type, at: [""]).pointer == "/")
        #expect(ParamProblem(.type, at: ["a/b", "m~n"]).pointer == "/a~1b/m~0n")
        #expect(ParamProblem(.type, at: ["~1"]).pointer == "/~01")
        #expect(ParamProblem(.type, at: ["한/\u{301}"]).pointer == "/한~1\u{301}")
    }

    @Test("A problem seen from outside has the outer name in front, and keeps the rest")
    func within() {
        let problem = ParamProblem(.unknown, at: ["x"], hint: "y").within("b").within("a")
        #expect(problem == ParamProblem(.unknown, at: ["a", "b", "x"], hint: "y"))
    }
}
