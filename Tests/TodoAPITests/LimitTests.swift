import JSON
import Testing
import TodoAPI

/// What a member must accept and refuse, right at its limits.
private struct Limits {
    var accepted: [String] = []
    var refused: [(value: String, reason: ParamProblem.Reason, inside: String)] = []

    init(of shape: Shape) {
        switch shape {
        case .integer(let range): add(range)
        case .string(let limits): add(limits)
        case .choice(let words):
            accepted = words.map(Self.quoted)
            for word in ["", words[0] + "x", words[0].uppercased() + "Q"] {
                refused.append((Self.quoted(word), .unknown, ""))
            }
        case .array(let element, let limit):
            accepted.append("[]")
            let wrong = Limits(of: element).refused.first
            if let wrong { refused.append(("[\(element.sample),\(wrong.value)]", wrong.reason, "/1" + wrong.inside)) }
            refused.append(("[\(element.sample),{}]", .type, "/1"))
            guard let limit, limit <= 200_000 else { return }
            let elements = Array(repeating: element.sample, count: limit)
            accepted.append("[" + elements.joined(separator: ",") + "]")
            refused.append(("[" + (elements + [element.sample]).joined(separator: ",") + "]", .tooLong, ""))
        case .nullable(let inner):
            self = Limits(of: inner)
            accepted.append("null")
        case .boolean: accepted = ["true", "false"]
        case .identifier: accepted = ["1", "\"1\""]
        case .object, .anyObject, .null: break
        }
    }

    private mutating func add(_ range: ClosedRange<Int64>) {
        accepted = ["\(range.lowerBound)", "\(range.upperBound)"]
        let below = range.lowerBound == .min ? "-9223372036854775809" : "\(range.lowerBound - 1)"
        let above = range.upperBound == .max ? "9223372036854775808" : "\(range.upperBound + 1)"
        for value in [below, above, "99999999999999999999999"] { refused.append((value, .range, "")) }
    }

    private mutating func add(_ limits: StringShape) {
        if limits.format == "date" {
            accepted = ["0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29"].map(Self.quoted)
            for text in [
                "", "2024-13-01", "2024-00-10", "2024-01-00", "2023-02-29", "1900-02-29", "2024-04-31", "0000-01-01",
                "2024-1-1", "2024-01-01T00:00:00Z", " 2024-01-01", "2024-01-01 ", "10000-01-01", "+024-01-01",
                "２０２４-01-01",
                "20240101", "2024/01/01",
            ] {
                refused.append((Self.quoted(text), .format, ""))
            }
            return
        }
        if limits.minimum == 1 { refused.append((Self.quoted(""), .empty, "")) }
        if limits.isOneLine {
            for lineBreak in ["\\n", "\\r", "\\r\\n", "\\u2028", "\\u2029", "\\u0085", "\\u000b", "\\u000c"] {
                refused.append(("\"a\(lineBreak)b\"", .multiline, ""))
                accepted.append("\"\(lineBreak)a\(lineBreak)\"")
            }
            refused +=
                limits.minimum == 1 ? [(Self.quoted("  "), .empty, ""), (Self.quoted("\u{3000}"), .empty, "")] : []
        }
        guard let maximum = limits.maximum else { return }
        // A character is what a person sees as one; bytes are bytes.
        let units = limits.unit == .bytes ? ["x"] : ["x", "한", "e\u{301}", "👨‍👩‍👧"]
        for unit in units {
            accepted.append(Self.quoted(String(repeating: unit, count: maximum)))
            refused.append((Self.quoted(String(repeating: unit, count: maximum + 1)), .tooLong, ""))
        }
        if limits.unit == .bytes {
            accepted.append(Self.quoted(String(repeating: "é", count: maximum / 2)))
            refused.append((Self.quoted(String(repeating: "é", count: maximum / 2) + "x"), .tooLong, ""))
        }
        if limits.isOneLine { accepted.append(Self.quoted(" " + String(repeating: "x", count: maximum) + " ")) }
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}

@Suite("Limits of every member")
struct LimitTests {
    @Test("Each limit holds, and one beyond it is refused with the reason and the path", arguments: Slot.all)
    func limits(slot: Slot) {
        let limits = Limits(of: slot.property.shape)
        for value in limits.accepted {
            #expect(Verdict.of(slot.method, slot.params(value)) == .accepted, "\(value.prefix(60))")
        }
        for (value, reason, inside) in limits.refused {
            let verdict = Verdict.of(slot.method, slot.params(value)).plain
            #expect(verdict == .refused(reason, slot.pointer + inside), "\(value.prefix(60))")
        }
    }

    @Test(
        "The limits are those of the contract",
        arguments: [
            ("todo.create", "title", 1000), ("todo.create", "category", 200), ("todo.create", "detail", 1 << 20),
            ("todo.update", "title", 1000), ("todo.update", "category", 200), ("todo.update", "detail", 1 << 20),
            ("todo.move", "category", 200), ("sections.rename", "title", 200),
        ])
    func contract(name: String, member: String, limit: Int) throws {
        let found = Slot.all.first { $0.method.name == name && $0.path == [member] }
        let slot = try #require(found)
        let maximum: Int?
        if case .string(let limits) = slot.property.shape { maximum = limits.maximum } else { maximum = nil }
        #expect(maximum == limit)
    }

    @Test("A page has 1…1,000 todos, both in todo.list and sections.list")
    func pages() {
        for method in [TodoList.self, SectionsList.self] as [any Method.Type] {
            #expect(Verdict.of(method, #"{"limit":1}"#) == .accepted)
            #expect(Verdict.of(method, #"{"limit":1000}"#) == .accepted)
            for limit in ["0", "1001", "-1"] {
                #expect(Verdict.of(method, "{\"limit\":\(limit)}") == .refused(.range, "/limit"))
            }
        }
    }
}
