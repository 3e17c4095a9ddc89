package import JSON

/// The OpenRPC document as a page for people, in Markdown.
package struct ReferencePage {
    private let document: JSONValue
    private var text = ""

    /// The page for a document that `OpenRPCDocument` made. What the document lacks is left out.
    package static func make(from document: JSONValue) -> String {
        var page = ReferencePage(document: document)
        page.write()
        return page.text
    }

    private init(document: JSONValue) { self.document = document }

    private mutating func write() {
        let methods = document["methods"]?.array ?? []
        text = """
            # Reference

            Every method, notification, object and error of version \(document["info"]?["version"]?.string ?? "") of the \
            server. This page is made from [openrpc.json](openrpc.json) by `make protocol`; how messages travel and what \
            is promised stands in the [README](README.md).

            | method | what it does |
            |---|---|

            """
        for method in methods {
            let name = method["name"]?.string ?? ""
            text += "| [`\(name)`](#\(name.anchor)) | \(method["summary"]?.string ?? "") |\n"
        }
        text += "\nThen: [objects](#objects), [errors](#errors).\n"
        for method in methods { write(method: method) }
        writeObjects()
        writeErrors()
    }

    // MARK: Methods

    private mutating func write(method: JSONValue) {
        let name = method["name"]?.string ?? ""
        text += "\n## \(name)\n\n"
        if method["x-sentBy"] != nil {
            text += "*A notification that the server sends.* "
        } else if method["result"] == nil {
            text += "*A notification.* "
        }
        text += (method["description"]?.string ?? "") + "\n"
        let params = method["params"]?.array ?? []
        if params.isEmpty {
            text += "\nNo params.\n"
        } else {
            text += "\n| param | type | default | meaning |\n|---|---|---|---|\n"
            for param in params { write(param: param) }
        }
        if let result = method["result"]?["schema"] { text += "\nResult: \(result.typeText).\n" }
        write(errors: method["errors"]?.array ?? [])
        for example in method["examples"]?.array ?? [] { write(example, of: method) }
    }

    private mutating func write(param: JSONValue) {
        let schema = param["schema"] ?? .null
        let isRequired = param["required"]?.bool == true
        let standard = schema["default"].map { $0 == schema["items"]?["enum"] ? "all" : "`\($0.text)`" }
        text += "| `\(param["name"]?.string ?? "")` | \(schema.typeText) | "
        text += "\(isRequired ? "**required**" : standard ?? "") | \(param["description"]?.string?.cell ?? "") |\n"
    }

    /// Those of every request are not repeated with each method.
    private mutating func write(errors: [JSONValue]) {
        let common = ErrorKind.ofEveryRequest.map(\.rawValue)
        let own = errors.compactMap { $0["$ref"]?.string?.lastStep }.filter { !common.contains($0) }
        if own.isEmpty { return }
        let list = own.map { "[\(code(of: $0)) `\($0)`](#errors)" }
        text += "\nErrors of its own: \(list.joined(separator: ", ")).\n"
    }

    private mutating func write(_ example: JSONValue, of method: JSONValue) {
        var request: [JSONValue.Member] = [.init("jsonrpc", .string("2.0"))]
        if method["result"] != nil { request.append(.init("id", .integer(1))) }
        request.append(.init("method", method["name"] ?? .null))
        let params = (example["params"]?.array ?? []).map { param in
            JSONValue.Member(param["name"]?.string ?? "", param["value"] ?? .null)
        }
        if !params.isEmpty { request.append(.init("params", .object(params))) }
        text += "\n\(example["name"]?.string ?? ""):\n\n```\n"
        text += (method["x-sentBy"] == nil ? "--> " : "<-- ") + JSONValue.object(request).text + "\n"
        if let result = example["result"]?["value"] {
            let reply = JSONValue.object([
                .init("jsonrpc", .string("2.0")), .init("id", .integer(1)), .init("result", result),
            ])
            text += "<-- \(reply.text)\n"
        }
        text += "```\n"
    }

    // MARK: Objects and errors

    private mutating func writeObjects() {
        text += "\n# Objects\n"
        let references = (document["methods"]?.array ?? []).compactMap { $0["x-params"]?["$ref"]?.string?.lastStep }
        for schema in document["components"]?["schemas"]?.members ?? []
        where !references.contains(schema.name) && !schema.name.hasSuffix("Data") {
            text += "\n## \(schema.name)\n\n"
            write(members: schema.value)
        }
    }

    private mutating func write(members schema: JSONValue) {
        let required = (schema["required"]?.array ?? []).compactMap(\.string)
        text += "| member | type | meaning |\n|---|---|---|\n"
        for property in schema["properties"]?.members ?? [] {
            let mark =
                required.contains(property.name) || schema["additionalProperties"] != nil ? "" : " *(may be absent)*"
            let meaning = (property.value["description"]?.string?.cell ?? "") + mark
            text += "| `\(property.name)` | \(property.value.typeText) | \(meaning) |\n"
        }
    }

    private mutating func writeErrors() {
        text += """

            # Errors

            `message` is one sentence for a person, in the session's language. `data` always has `kind`, and:

            | code | `kind` | when | more in `data` |
            |---|---|---|---|

            """
        for error in document["components"]?["errors"]?.members ?? [] {
            let data = schema(error.value["data"]?["$ref"]?.string?.lastStep ?? "")
            let more = (data["properties"]?.members ?? []).dropFirst().map { "`\($0.name)`: \($0.value.typeText)" }
            text +=
                "| \(error.value["code"]?.text ?? "") | `\(error.name)` | \(error.value["message"]?.string ?? "") | "
            text += more.joined(separator: "<br>") + " |\n"
        }
        let common = ErrorKind.ofEveryRequest.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        text += "\nAny request can be answered with one of \(common).\n"
    }

    private func schema(_ title: String) -> JSONValue { document["components"]?["schemas"]?[title] ?? .null }

    private func code(of error: String) -> String {
        document["components"]?["errors"]?[error]?["code"]?.text ?? ""
    }
}

extension JSONValue {
    /// A schema as a few words.
    fileprivate var typeText: String {
        if let name = self["$ref"]?.string?.lastStep { return "[\(name)](#\(name.anchor))" }
        if let choices = self["anyOf"]?.array { return choices.map(\.typeText).joined(separator: " or ") }
        if let words = self["enum"]?.array { return words.map { "`\($0.text)`" }.joined(separator: ", ") }
        let types = self["type"]?.array?.compactMap(\.string) ?? [self["type"]?.string ?? "anything"]
        if types[0] == "array", let items = self["items"] {
            let limit = self["maxItems"].map { ", at most \($0.text)" } ?? ""
            return "array of \(items.typeText)\(limit)"
        }
        return types.joined(separator: " or ") + limitText
    }

    private var limitText: String {
        if let format = self["format"]?.string { return ": \(format)" }
        if self[SchemaWriter.characterLimit] != nil {
            return range("minLength", SchemaWriter.characterLimit, "characters ") ?? ""
        }
        return range("minLength", "maxLength", "length ") ?? range("minimum", "maximum", "") ?? ""
    }

    private func range(_ lower: String, _ upper: String, _ unit: String) -> String? {
        switch (self[lower]?.text, self[upper]?.text) {
        case (let from?, let to?): ", \(unit)\(from)…\(to)"
        case (let from?, nil): ", \(unit)at least \(from)"
        case (nil, let to?): ", \(unit)at most \(to)"
        case (nil, nil): nil
        }
    }
}

extension String {
    /// The name at the end of a reference.
    var lastStep: String { split(separator: "/").last.map(String.init) ?? self }

    /// As a cell of a table can hold it.
    fileprivate var cell: String { replacingAll("|", with: "\\|") }

    /// As GitHub makes it of a heading.
    fileprivate var anchor: String {
        String(
            lowercased().unicodeScalars.filter {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-"
            })
    }
}
