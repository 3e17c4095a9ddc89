internal import JSON
internal import TodoAPI

/// A method of the contract as an assistant sees it.
struct Tool: Sendable {
    let name: [UInt8]
    let handler: Handler
    /// Members of params that are put in where the assistant gives none of that name: JSON text without brackets.
    let defaults: [UInt8]

    /// Hosts allow no dot in names.
    static func name(of method: String) -> String { method.replacingAll(".", with: "_") }
}

/// All tools.
struct Toolbox: Sendable {
    static let standard = Toolbox(.standard)

    static let list = OutputSchema<Toolbox>(.array(.anyObject("Tool"), atMost: nil)) { $1.raw($0.text) }

    private let tools: [Tool]
    /// The tools as `tools/list` has them.
    private let text: [UInt8]

    init(_ handlers: Handlers) {
        let described = handlers.all.map { (handler: $0, method: $0.describe()) }.filter(\.method.effect.isTool)
        tools = described.map { handler, method in
            Tool(
                name: Array(Tool.name(of: method.name).utf8), handler: handler,
                defaults: Array(
                    method.toolDefaults.map { "\(JSONValue.string($0.name).text):\($0.value)" }
                        .joined(separator: ",").utf8))
        }
        // Descriptions speak of methods by their names; an assistant knows them by those of the tools.
        let text = described.reduce(JSONValue.array(described.map { $0.method.tool }).text) { text, each in
            text.replacingAll(each.method.name, with: Tool.name(of: each.method.name))
        }
        self.text = Array(text.utf8)
    }

    /// The tool of that name; fails with the one that was probably meant.
    func find(_ name: String) throws(Failure) -> Tool {
        let bytes = Array(name.utf8)
        if let tool = tools.first(where: { $0.name == bytes }) { return tool }
        let name = name.shortened
        let names = tools.map { String(decoding: $0.name, as: UTF8.self) }
        let hint = Spelling.nearest(to: name, in: names)
        throw .invalidParams(ParamProblem(.unknown, at: ["name"], hint: hint), Self.unknownTool(name, hint))
    }

    private static func unknownTool(_ name: String, _ hint: String?) -> Sentence {
        guard let hint else { return Sentence("There is no tool \(name).", "\(name) 도구가 없습니다.") }
        return Sentence(
            "There is no tool \(name); did you mean \(hint)?", "\(name) 도구가 없습니다. \(hint)을(를) 찾으셨나요?")
    }
}

extension MethodDescription {
    /// The entry in the list of tools. Results are not described member by member: their names say enough, and every
    /// word of the list is read by the model in every session.
    fileprivate var tool: JSONValue {
        var (input, output) = (SchemaWriter(.inPlace(describes: true)), SchemaWriter(.inPlace(describes: false)))
        return .object([
            .init("name", .string(Tool.name(of: name))),
            .init("title", .string(title)),
            .init("description", .string(([summary] + params.rules.map(\.sentence)).joined(separator: " "))),
            .init("inputSchema", input.schema(arguments)),
            .init("outputSchema", output.schema(reply)),
            .init("annotations", .object(hints.map { .init($0.name, .bool($0.value)) })),
        ])
    }

    /// The params, with the defaults that count for an assistant.
    private var arguments: ObjectShape {
        let properties = params.properties.map { property in
            ObjectShape.Property(
                name: property.name, summary: property.summary, shape: property.shape, isRequired: property.isRequired,
                defaultText: toolDefaults.first { $0.name == property.name }?.value ?? property.defaultText)
        }
        return ObjectShape(title: params.title, properties: properties, rules: params.rules, isClosed: true)
    }

    private var hints: [(name: String, value: Bool)] {
        switch effect {
        case .changesStore(let isDestructive, let isIdempotent):
            [
                ("readOnlyHint", false), ("destructiveHint", isDestructive), ("idempotentHint", isIdempotent),
                ("openWorldHint", false),
            ]
        case .usesNetwork: [("readOnlyHint", true), ("openWorldHint", true)]
        case .readsStore, .controlsSession, .notification, .announcement:
            [("readOnlyHint", true), ("openWorldHint", false)]
        }
    }
}
