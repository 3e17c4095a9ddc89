import JSON
import TestSupport

/// Makes params from the schema of a method: most of what it makes is allowed, some of it hardly, and some of it not.
struct ParamsMaker {
    let schemas: Schemas
    /// Cursors that were given.
    var cursors: [String] = []

    private static let odd = [
        "null", "true", "-1", "0", "1.0", "1e3", "-0", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808",
        "1e999", "\"\"", "\" \"", #""\u0000""#, "[]", "{}", "[[]]", #"{"a":{}}"#, #""\n""#, #""\ud83d\ude00""#,
        "[null]",
    ]
    private static let texts = [
        "", "a", "Buy milk", "한글", "ㅎㄱ", "\u{1112}\u{1161}", "é", "e\u{301}", "업무", "c1", "c2", "c3", "c999", "today",
        "upcoming",
        "initial:A", "initial:ㅂ", "initial:", "Home", "2030-01-01", "0001-01-01", "9999-12-31", " x ", "\u{2028}", "%",
        "_",
        "\\", "👨‍👩‍👧", "\u{200D}", "\u{FEFF}", "key",
    ]

    mutating func object(_ schema: JSONValue, _ decisions: inout Decisions, depth: Int = 0) -> String {
        let required = (schema["required"]?.array ?? []).compactMap(\.string)
        var members: [String] = []
        for property in schema["properties"]?.members ?? [] {
            let isThere = decisions.below(8) < (required.contains(property.name) ? 7 : 3)
            guard isThere else { continue }
            let value = value(property.value, property.name, &decisions, depth: depth + 1)
            members.append(JSONValue.string(property.name).text + ":" + value)
        }
        // Names that begin with an underscore belong to other layers, and pass.
        if decisions.below(64) == 63 { members.append(JSONValue.string("x" + text(&decisions)).text + ":1") }
        return "{" + members.joined(separator: ",") + "}"
    }

    private mutating func value(
        _ schema: JSONValue, _ name: String, _ decisions: inout Decisions, depth: Int
    ) -> String {
        if decisions.below(16) == 15 { return decisions.pick(Self.odd) }
        if let target = schema["$ref"]?.string.flatMap(schemas.resolve) {
            return value(target, name, &decisions, depth: depth)
        }
        if let words = schema["enum"]?.array, !words.isEmpty { return decisions.pick(words).text }
        let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? "object"]
        switch decisions.pick(types) {
        case "integer", "number": return number(schema, &decisions)
        case "boolean": return decisions.below(2) == 0 ? "false" : "true"
        case "null": return "null"
        case "string":
            if name == "cursor", !cursors.isEmpty, decisions.below(4) > 0 {
                return JSONValue.string(decisions.pick(cursors)).text
            }
            if schema["format"] != nil, decisions.below(4) > 0 { return "\"20\(10 + decisions.below(60))-01-31\"" }
            return JSONValue.string(text(&decisions)).text
        case "array":
            guard let items = schema["items"] else { return "[]" }
            let elements = (0..<decisions.below(5)).map { _ in value(items, name, &decisions, depth: depth + 1) }
            return "[" + elements.joined(separator: ",") + "]"
        default: return depth > 4 ? "{}" : object(schema, &decisions, depth: depth)
        }
    }

    private func number(_ schema: JSONValue, _ decisions: inout Decisions) -> String {
        let limits = [schema["minimum"]?.integer, schema["maximum"]?.integer].compactMap(\.self)
        if let limit = limits.last, decisions.below(8) == 7 {
            return String(decisions.pick(limits + [limit &+ 1, (limits.first ?? 0) &- 1]))
        }
        return String(decisions.below(16))
    }

    private func text(_ decisions: inout Decisions) -> String {
        switch decisions.below(4) {
        case 0: return String(decoding: decisions.take(decisions.below(24)), as: UTF8.self)
        case 1: return decisions.pick(Self.texts) + decisions.pick(Self.texts)
        case 2 where decisions.below(8) == 7:
            return String(repeating: decisions.pick(Self.texts), count: 1 << decisions.below(12))
        default: return decisions.pick(Self.texts)
        }
    }
}
