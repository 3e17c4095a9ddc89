import JSON
import TestSupport
import Testing
import TodoAPI

@testable import TodoServer

/// The declarations of all methods that the server carries out. A test sees to it that none is missing.
let methods: [any Method.Type] = Handlers.standard.all.map(\.method)

/// Members of an object as texts, in their order.
struct Object {
    var members: [(name: String, value: String)] = []

    var text: String {
        "{" + members.map { "\(JSONValue.string($0.name).text):\($0.value)" }.joined(separator: ",") + "}"
    }

    /// With one member changed, or added at the end.
    func with(_ name: String, _ value: String) -> Object {
        var changed = self
        changed.members.removeAll { $0.name == name }
        changed.members.append((name, value))
        return changed
    }

    func without(_ names: [String]) -> Object {
        var changed = self
        changed.members.removeAll { names.contains($0.name) }
        return changed
    }
}

/// What a method says about params.
enum Verdict: Equatable {
    case accepted
    case refused(ParamProblem.Reason, String, hint: String? = nil)

    /// Reads params as a request's are, or the member `within` of an object as that is.
    static func of(_ method: any Method.Type, _ params: String?) -> Verdict {
        func judge<M: Method>(_ method: M.Type) -> Verdict {
            let bytes = Array((params ?? "null").utf8)
            do {
                let place = try JSONScanner.check(bytes.span)
                _ = try M.params(from: params == nil ? nil : JSONView(bytes.span, at: place))
                return .accepted
            } catch Failure.invalidParams(let problem, _) {
                return .refused(problem.reason, problem.pointer, hint: problem.hint)
            } catch {
                Issue.record("\(M.name) \(params ?? ""): \(error)")
                return .accepted
            }
        }
        return judge(method)
    }

    /// Without the hint.
    var plain: Verdict {
        if case .refused(let reason, let pointer, _) = self { return .refused(reason, pointer) }
        return self
    }
}

/// One member of a method's params, or of an object in them, and the params around it.
struct Slot: CustomTestStringConvertible, Sendable {
    let method: any Method.Type
    /// Names from the outside in.
    let path: [String]
    let property: ObjectShape.Property
    /// The declared members of its object, and what holds between them.
    let owner: ObjectShape
    let undeclaredPass: Bool

    var testDescription: String { "\(method.name) /\(path.joined(separator: "/"))" }
    var pointer: String { "/" + path.joined(separator: "/") }

    static let all: [Slot] = methods.flatMap { method in
        let shape = shape(of: method)
        return slots(method, shape, [], method.undeclared == .anything)
    }

    private static func slots(
        _ method: any Method.Type, _ owner: ObjectShape, _ path: [String], _ undeclaredPass: Bool
    ) -> [Slot] {
        owner.properties.flatMap { property in
            let slot = Slot(
                method: method, path: path + [property.name], property: property, owner: owner,
                undeclaredPass: undeclaredPass)
            guard case .object(let inner) = property.shape else { return [slot] }
            return [slot] + slots(method, inner, slot.path, false)
        }
    }

    static func shape(of method: any Method.Type) -> ObjectShape {
        func shape<M: Method>(_ method: M.Type) -> ObjectShape { M.Params.shape }
        return shape(method)
    }

    /// Params that pass, with this member at that value, or without it.
    func params(_ value: String?) -> String { wrap(object(value)) }

    /// The object of this member inside the params.
    func wrap(_ object: Object) -> String {
        guard path.count > 1 else { return object.text }
        let outer = Object.sample(Self.shape(of: method), keeping: path[0])
        return outer.with(path[0], object.text).text
    }

    func object(_ value: String?) -> Object {
        let object = Object.sample(owner, keeping: property.name)
        return value.map { object.with(property.name, $0) } ?? object.without([property.name])
    }
}

extension Object {
    /// The least that passes, as far as its members are concerned; `keeping` is the one that a rule is satisfied with.
    static func sample(_ shape: ObjectShape, keeping name: String) -> Object {
        var object = Object()
        for property in shape.properties where property.isRequired {
            object.members.append((property.name, property.shape.sample))
        }
        for rule in shape.rules where rule.needsOne && !rule.names.contains(name) {
            let first = shape.properties.first { $0.name == rule.names[0] }
            object.members.append((rule.names[0], first?.shape.sample ?? "null"))
        }
        return object
    }
}

extension Shape {
    /// A value that passes.
    var sample: String {
        switch self {
        case .boolean: "true"
        case .integer(let range): "\(range.contains(1) ? 1 : range.lowerBound)"
        case .string(let limits):
            limits.format == "date" ? "\"2024-02-29\"" : "\"\(String(repeating: "x", count: max(1, limits.minimum)))\""
        case .choice(let words): "\"\(words[0])\""
        case .identifier: "1"
        case .array(let element, _): "[\(element.sample)]"
        case .object(let shape): Object.sample(shape, keeping: "").text
        case .anyObject: "{}"
        case .nullable(let inner): inner.sample
        case .null: "null"
        }
    }

    /// The kinds of JSON values that are of its type.
    var kinds: Set<String> {
        switch self {
        case .boolean: ["boolean"]
        case .integer: ["integer"]
        case .string, .choice: ["string"]
        case .identifier: ["string", "number"]
        case .array: ["array"]
        case .object, .anyObject: ["object"]
        case .nullable(let inner): inner.kinds.union(["null"])
        case .null: ["null"]
        }
    }
}
