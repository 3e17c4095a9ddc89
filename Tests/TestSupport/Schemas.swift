package import JSON

/// A small reader of JSON Schema, enough to hold values against the schemas of the document.
package struct Schemas {
    package let document: JSONValue

    /// Those that have a name, by what refers to them.
    private let named: [String: JSONValue]

    package init(document: JSONValue) {
        self.document = document
        let members = document["components"]?["schemas"]?.members ?? []
        named = Dictionary(members.map { ("#/components/schemas/\($0.name)", $0.value) }) { $1 }
    }

    /// Why a value does not fit a schema, and where; nil when it does.
    package func misfit(_ value: JSONValue, _ schema: JSONValue, at path: String = "") -> String? {
        if let reference = schema["$ref"]?.string {
            guard let target = resolve(reference) else { return "\(reference) leads nowhere" }
            return misfit(value, target, at: path)
        }
        if let choices = schema["anyOf"]?.array, !choices.contains(where: { misfit(value, $0) == nil }) {
            return "\(path): none of the choices fits \(value.text)"
        }
        for rule in schema["allOf"]?.array ?? [] { if let reason = misfit(value, rule, at: path) { return reason } }
        if let excluded = schema["not"], misfit(value, excluded) == nil { return "\(path): is what it must not be" }
        if let reason = typeMisfit(value, schema) { return "\(path): \(reason)" }
        for name in (schema["required"]?.array ?? []).compactMap(\.string) where value[name] == nil {
            return "\(path)/\(name) is missing"
        }
        for member in value.members ?? [] {
            if let property = schema["properties"]?[member.name] {
                if let reason = misfit(member.value, property, at: "\(path)/\(member.name)") { return reason }
            } else if schema["additionalProperties"]?.bool == false {
                return "\(path)/\(member.name) is not known"
            }
        }
        for (place, element) in (value.array ?? []).enumerated() {
            if let items = schema["items"], let reason = misfit(element, items, at: "\(path)/\(place)") {
                return reason
            }
        }
        return nil
    }

    /// What a reference into the document leads to.
    package func resolve(_ reference: String) -> JSONValue? {
        named[reference] ?? reference.split(separator: "/").dropFirst().reduce(document) { $0?[String($1)] }
    }

    private func typeMisfit(_ value: JSONValue, _ schema: JSONValue) -> String? {
        if let words = schema["enum"]?.array, !words.contains(value) { return "\(value.text) is none of the words" }
        guard let type = schema["type"] else { return nil }
        let types = type.array?.compactMap(\.string) ?? [type.string ?? ""]
        if !types.contains(where: value.isOf) { return "\(value.text) is not of type \(type.text)" }
        if let number = value.integer {
            if let minimum = schema["minimum"]?.integer, number < minimum { return "\(number) is too small" }
            if let maximum = schema["maximum"]?.integer, number > maximum { return "\(number) is too large" }
        }
        if let text = value.string {
            let count = text.unicodeScalars.count
            if let minimum = schema["minLength"]?.integer, count < minimum { return "is too short" }
            if let maximum = schema["maxLength"]?.integer, count > maximum { return "is too long" }
        }
        return nil
    }
}

extension JSONValue {
    /// Whether it is of a type, by the word of JSON Schema.
    package func isOf(_ type: String) -> Bool {
        switch (self, type) {
        case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"), (.object, "object"): true
        case (.number, "number"): true
        case (.number, "integer"): integer != nil
        default: false
        }
    }
}
