import JSON
import Testing

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
