package import JSON

/// The contract as one OpenRPC document (https://spec.open-rpc.org, version 1.3), made from declarations alone.
package struct OpenRPCDocument {
    /// The result of an example, by the name of its method and its place there; nil where there is none to show.
    package typealias Results = (_ method: String, _ place: Int) -> JSONValue?

    private static let dialect = "https://json-schema.org/draft/2020-12/schema"

    private var schemas = SchemaWriter(.components)
    private let results: Results

    /// - Parameters:
    ///   - methods: in the order in which their examples work.
    ///   - version: of the server.
    package static func make(
        _ methods: [MethodDescription], version: String, results: @escaping Results = { _, _ in nil }
    ) -> JSONValue {
        var document = OpenRPCDocument(results: results)
        let described = methods.map { document.method($0) }
        let kinds = ErrorKind.allCases.filter { kind in
            ErrorKind.ofEveryRequest.contains(kind) || methods.contains { $0.failures.contains(kind) }
        }
        let errors = kinds.map { JSONValue.Member($0.rawValue, document.error($0)) }
        return .object([
            .init("openrpc", .string("1.3.2")),
            .init("info", info(version)),
            .init("x-jsonSchemaDialect", .string(dialect)),
            .init("methods", .array(described)),
            .init(
                "components",
                .object([
                    .init("schemas", .object(document.schemas.components)), .init("errors", .object(errors)),
                ])),
        ])
    }

    private init(results: @escaping Results) { self.results = results }

    private static func info(_ version: String) -> JSONValue {
        .object([
            .init("title", .string("todo-server")),
            .init("version", .string(version)),
            .init(
                "description",
                .string("Todos in sections, and a cat or a dog: JSON-RPC 2.0 on standard input and output.")),
            .init("license", .object([.init("name", .string("MIT"))])),
        ])
    }

    private mutating func method(_ method: MethodDescription) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(method.name)),
            .init("summary", .string(method.summary.firstSentence)),
            .init(
                "description", .string(([method.summary] + method.params.rules.map(\.sentence)).joined(separator: " "))),
            .init("tags", .array([.object([.init("name", .string(method.group))])])),
        ]
        if method.effect == .announcement { members.append(.init("x-sentBy", .string("server"))) }
        members.append(.init("paramStructure", .string("by-name")))
        members.append(.init("params", .array(params(method))))
        // Content descriptors have no word for what holds between params: the schema of them all does.
        members.append(
            .init(
                "x-params",
                method.params.properties.isEmpty
                    ? schemas.schema(method.params, undeclared: method.undeclared)
                    : schemas.reference(to: method.params, undeclared: method.undeclared)))
        if method.effect.isAnswered { members += answer(method) }
        members.append(
            .init("examples", .array(method.examples.enumerated().map { example(method, $0.element, at: $0.offset) })))
        return .object(members)
    }

    /// What is said of requests alone.
    private mutating func answer(_ method: MethodDescription) -> [JSONValue.Member] {
        let failures = ErrorKind.ofEveryRequest + method.failures.filter { !ErrorKind.ofEveryRequest.contains($0) }
        let references = failures.map {
            JSONValue.object([.init("$ref", .string("#/components/errors/\($0.rawValue)"))])
        }
        return [.init("result", result(method)), .init("errors", .array(references))]
    }

    /// Required ones come first, as OpenRPC has it.
    private mutating func params(_ method: MethodDescription) -> [JSONValue] {
        let properties = method.params.properties
        return (properties.filter(\.isRequired) + properties.filter { !$0.isRequired }).map { property in
            var members: [JSONValue.Member] = [
                .init("name", .string(property.name)), .init("description", .string(property.description)),
            ]
            if property.isRequired { members.append(.init("required", .bool(true))) }
            members.append(.init("schema", schemas.schema(property)))
            return .object(members)
        }
    }

    private mutating func result(_ method: MethodDescription) -> JSONValue {
        .object([
            .init("name", .string(method.reply.resultName)), .init("schema", schemas.schema(method.reply)),
        ])
    }

    private func example(_ method: MethodDescription, _ example: Example, at place: Int) -> JSONValue {
        let params = example.params.map { JSONValue.declared($0).members ?? [] } ?? []
        var members: [JSONValue.Member] = [
            .init("name", .string(example.title)),
            .init(
                "params",
                .array(params.map { .object([.init("name", .string($0.name)), .init("value", $0.value)]) })),
        ]
        var isNull: Bool { if case .null = method.reply { method.effect.isAnswered } else { false } }
        if let result = isNull ? .null : results(method.name, place) {
            members.append(
                .init(
                    "result",
                    .object([.init("name", .string(method.reply.resultName)), .init("value", result)])))
        }
        return .object(members)
    }

    private mutating func error(_ kind: ErrorKind) -> JSONValue {
        .object([
            .init("code", .integer(kind.code)),
            .init("message", .string(kind.summary)),
            .init("data", schemas.reference(to: kind.data)),
        ])
    }
}

extension MethodDescription {
    /// The part of its name before the dot; what has none concerns the connection.
    var group: String {
        let parts = name.split(separator: ".")
        return effect.isTool || effect == .announcement ? String(parts[0]) : "connection"
    }
}

extension Shape {
    /// What a result is called.
    fileprivate var resultName: String {
        switch self {
        case .object(let object): object.title
        case .anyObject(let title): title
        default: typeName
        }
    }
}
