import JSON
import TestSupport
import TodoAPI

/// One wrong request, and the answer that it must get.
struct WrongRequest: Sendable {
    let method: String
    let params: JSONValue
    let path: String
    let reason: ParamProblem.Reason
    var hint: String?
}

/// Wrong requests made from the document alone: for each param of each method every type that it is not, its limits and
/// one more, what is missing, what is misspelt and what does not go together.
struct WrongParams {
    let schemas: Schemas

    /// All of them, for all methods that check their params.
    func all() -> [WrongRequest] {
        (schemas.document["methods"]?.array ?? []).filter { $0["result"] != nil }.flatMap(requests)
    }

    private func requests(for method: JSONValue) -> [WrongRequest] {
        let name = method["name"]?.string ?? ""
        guard let schema = method["x-params"]?["$ref"]?.string.flatMap(schemas.resolve),
            schema["additionalProperties"]?.bool == false
        else { return [] }
        let base = JSONValue.object(
            (method["examples"]?[0]?["params"]?.array ?? []).map { param in
                JSONValue.Member(param["name"]?.string ?? "", param["value"] ?? .null)
            })
        return wrong(base, schema, at: "").map { wrong in
            WrongRequest(
                method: name, params: wrong.value, path: wrong.path, reason: wrong.reason, hint: wrong.hint)
        } + conflicts(base, schema, of: name)
    }

    private typealias Wrong = (value: JSONValue, path: String, reason: ParamProblem.Reason, hint: String?)

    /// Wrong variants of a value that is right. Those of an object are those of its members, one at a time.
    private func wrong(_ right: JSONValue, _ schema: JSONValue, at path: String) -> [Wrong] {
        var all: [Wrong] = []
        let properties = schema["properties"]?.members ?? []
        for property in properties {
            let inner = property.value["$ref"]?.string.flatMap(schemas.resolve) ?? property.value
            for wrong in values(inner, at: "\(path)/\(property.name)") {
                all.append((right.setting(property.name, wrong.value), wrong.path, wrong.reason, wrong.hint))
            }
            let misspelt = property.name + "x"
            all.append((right.setting(misspelt, .null), "\(path)/\(misspelt)", .unknown, property.name))
        }
        for name in (schema["required"]?.array ?? []).compactMap(\.string) {
            all.append((right.setting(name, nil), "\(path)/\(name)", .missing, nil))
        }
        return all
    }

    /// Values that a schema does not allow.
    private func values(_ schema: JSONValue, at path: String) -> [Wrong] {
        let samples: [JSONValue] = [
            .null, .bool(true), .number("1"), .number("1.5"), .string("x"), .array([]), .object([]),
        ]
        let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
        var all = samples.filter { sample in !types.contains(where: sample.isOf) }.map { sample -> Wrong in
            (sample, path, .type, nil)
        }
        if let minimum = schema["minimum"]?.integer { all.append((.integer(minimum - 1), path, .range, nil)) }
        if let maximum = schema["maximum"]?.integer { all.append((.integer(maximum + 1), path, .range, nil)) }
        if types.contains("integer") { all.append((.number("9223372036854775808"), path, .range, nil)) }
        if schema["enum"] != nil { all.append((.string("xyzzy"), path, .unknown, nil)) }
        if let format = schema["format"]?.string {
            all.append((.string("2030-02-30"), path, .format, nil))
            all.append((.string("2030-02-28T00:00:00Z"), path, .format, nil))
            precondition(format == "date", "what is wrong with a \(format)?")
        } else {
            if schema["minLength"] == .number("1") { all.append((.string(""), path, .empty, nil)) }
            if let maximum = (schema["maxLength"] ?? schema[SchemaWriter.characterLimit])?.integer {
                all.append((.string(String(repeating: "a", count: Int(maximum) + 1)), path, .tooLong, nil))
            }
        }
        if let items = schema["items"] {
            all += values(items, at: "\(path)/0").map { (.array([$0.value]), $0.path, $0.reason, $0.hint) }
            if let maximum = schema["maxItems"]?.integer {
                let element = items["enum"]?[0] ?? .integer(1)
                all.append((.array(Array(repeating: element, count: Int(maximum) + 1)), path, .tooLong, nil))
            }
        }
        if schema["properties"] != nil { all += wrong(.object([]), schema, at: path) }
        return all
    }

    /// What the rules between members forbid.
    private func conflicts(_ base: JSONValue, _ schema: JSONValue, of method: String) -> [WrongRequest] {
        var all: [WrongRequest] = []
        let rules = schema["allOf"]?.array ?? []
        let names = rules.flatMap { $0["not"]?["required"]?.array ?? [] }.compactMap(\.string)
        let bare = Set(names).reduce(base) { $0.setting($1, nil) }
        for rule in rules {
            if let choices = rule["anyOf"]?.array, let first = choices[0]["required"]?[0]?.string {
                all.append(WrongRequest(method: method, params: bare, path: "/\(first)", reason: .missing))
            }
            guard let pair = rule["not"]?["required"]?.array?.compactMap(\.string), pair.count == 2 else { continue }
            let both = pair.reduce(bare) { $0.setting($1, example(schema["properties"]?[$1])) }
            all.append(WrongRequest(method: method, params: both, path: "/\(pair[1])", reason: .conflicting))
        }
        return all
    }

    private func example(_ schema: JSONValue?) -> JSONValue {
        let schema = schema?["$ref"]?.string.flatMap(schemas.resolve) ?? schema
        switch schema?["type"]?.string {
        case "integer": return .integer(1)
        case "boolean": return .bool(true)
        case "array": return .array([example(schema?["items"])])
        case "object": return .object([])
        default: return .string("c2")
        }
    }
}

extension JSONValue {
    /// The object with that member, or for nil without it.
    fileprivate func setting(_ name: String, _ value: JSONValue?) -> JSONValue {
        let others = (members ?? []).filter { $0.name != name }
        return .object(others + (value.map { [Member(name, $0)] } ?? []))
    }
}
