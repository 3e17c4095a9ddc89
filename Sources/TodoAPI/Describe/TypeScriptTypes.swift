package import JSON

/// The OpenRPC document as types for TypeScript.
package struct TypeScriptTypes {
    private let document: JSONValue
    private var text = ""

    /// Declarations for a document that `OpenRPCDocument` made: one interface an object, and one entry a method.
    package static func make(from document: JSONValue) -> String {
        var types = TypeScriptTypes(document: document)
        types.write()
        return types.text
    }

    private init(document: JSONValue) { self.document = document }

    private mutating func write() {
        text = """
            // Types of todo-server \(document["info"]?["version"]?.string ?? ""), made from openrpc.json by `make protocol`.

            /** What may stand beside the params of any method: it speaks to other layers. */
            export interface Metadata {
              workDoneToken?: unknown;
              [name: `_${string}`]: unknown;
            }

            """
        for schema in document["components"]?["schemas"]?.members ?? [] { write(interface: schema) }
        let methods = document["methods"]?.array ?? []
        write(
            methods.filter { $0["result"] != nil }, as: "Methods", "What a client asks: params and result by method.")
        write(
            methods.filter { $0["result"] == nil && $0["x-sentBy"] == nil }, as: "Notifications",
            "What a client says without being answered.")
        write(
            methods.filter { $0["x-sentBy"] != nil }, as: "ServerNotifications", "What the server says unasked.")
        writeErrors()
    }

    private mutating func write(interface schema: JSONValue.Member) {
        let required = (schema.value["required"]?.array ?? []).compactMap(\.string)
        let base = schema.value.takesMetadata ? " extends Metadata" : ""
        text += "\nexport interface \(schema.name)\(base) {\n"
        for property in schema.value["properties"]?.members ?? [] {
            if let description = property.value["description"]?.string { text += "  /** \(description) */\n" }
            text += "  \(property.name)\(required.contains(property.name) ? "" : "?"): \(property.value.typeScript);\n"
        }
        if schema.value["additionalProperties"]?.bool == true { text += "  [name: string]: unknown;\n" }
        text += "}\n"
    }

    private mutating func write(_ methods: [JSONValue], as name: String, _ summary: String) {
        text += "\n/** \(summary) */\nexport interface \(name) {\n"
        for method in methods {
            let params = method["x-params"]?.typeScript ?? "unknown"
            text += "  /** \(method["summary"]?.string ?? "") */\n"
            text += "  \"\(method["name"]?.string ?? "")\": { params: \(params)"
            if let result = method["result"]?["schema"] { text += "; result: \(result.typeScript)" }
            text += " };\n"
        }
        text += "}\n"
    }

    private mutating func writeErrors() {
        let errors = document["components"]?["errors"]?.members ?? []
        text += "\n/** The codes of errors by `data.kind`. */\nexport const errorCodes = {\n"
        for error in errors { text += "  \(error.name): \(error.value["code"]?.text ?? ""),\n" }
        text += "} as const;\n\n/** What `data` of an error holds, told apart by `kind`. */\nexport type ErrorData =\n"
        text += errors.map { "  | \($0.value["data"]?.typeScript ?? "never")" }.joined(separator: "\n") + ";\n"
    }
}

extension JSONValue {
    /// Whether members pass that speak to other layers.
    fileprivate var takesMetadata: Bool { self["patternProperties"] != nil }

    /// A schema as a type.
    fileprivate var typeScript: String {
        if let name = self["$ref"]?.string?.lastStep { return name }
        if let choices = self["anyOf"]?.array { return choices.map(\.typeScript).joined(separator: " | ") }
        if let words = self["enum"]?.array { return words.map(\.text).joined(separator: " | ") }
        let types = self["type"]?.array?.compactMap(\.string) ?? [self["type"]?.string ?? ""]
        return types.map { typeScript($0) }.joined(separator: " | ")
    }

    private func typeScript(_ type: String) -> String {
        switch type {
        case "integer": "number"
        case "array": self["items"].map { "Array<\($0.typeScript)>" } ?? "unknown[]"
        case "object": takesMetadata ? "Metadata" : "Record<string, unknown>"
        case "string", "number", "boolean", "null": type
        default: "unknown"
        }
    }
}
