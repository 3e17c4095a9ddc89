package import JSON

/// Writes shapes as JSON Schema (draft 2020-12).
package struct SchemaWriter {
    /// Where the schemas of named objects go.
    package enum Style: Sendable {
        /// Among the components of a document, and are referred to there.
        case components
        /// In place, so that a schema stands alone.
        case inPlace(describes: Bool)
    }

    private let style: Style
    /// The schemas of named objects, in the order in which they were met.
    package private(set) var components: [JSONValue.Member] = []

    /// A writer without components yet.
    package init(_ style: Style) { self.style = style }

    /// The schema of a value.
    package mutating func schema(_ shape: Shape) -> JSONValue {
        switch shape {
        case .boolean, .null: .schema(type: shape.typeName)
        case .anyObject(let title): .object(self.title(title) + [.init("type", .string(shape.typeName))])
        case .identifier: .object([.init("type", .strings(["string", "number"]))])
        case .integer(let range): .schema(type: shape.typeName, Self.limits(range))
        case .string(let limits): .schema(type: shape.typeName, self.limits(limits))
        case .choice(let words): .schema(type: shape.typeName, [.init("enum", .strings(words))])
        case .array(let element, let limit):
            .schema(
                type: shape.typeName,
                [.init("items", schema(element))] + (limit.map { [.init("maxItems", .integer($0))] } ?? []))
        case .object(let object): reference(to: object)
        case .nullable(let inner): nullable(schema(inner))
        }
    }

    /// The schema of one member of an object: with what it means, and what counts when it is left out.
    package mutating func schema(_ property: ObjectShape.Property) -> JSONValue {
        var members = schema(property.shape).members ?? []
        if let text = description(of: property) { members.append(.init("description", .string(text))) }
        if let text = property.defaultText { members.append(.init("default", .declared(text))) }
        return .object(members)
    }

    /// The schema of an object, in full.
    package mutating func schema(_ object: ObjectShape, undeclared: Undeclared? = nil) -> JSONValue {
        var members = title(object.title)
        members.append(.init("type", .string("object")))
        members.append(.init("properties", .object(object.properties.map { .init($0.name, schema($0)) })))
        let required = object.properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty { members.append(.init("required", .strings(required))) }
        if object.isClosed { members += Self.closed(undeclared ?? object.undeclared) }
        let rules = object.rules.flatMap(\.schemas)
        if case .components = style, !rules.isEmpty { members.append(.init("allOf", .array(rules))) }
        return .object(members)
    }

    /// Adds an object to the components unless it is there; gives the reference to it.
    package mutating func reference(to object: ObjectShape, undeclared: Undeclared? = nil) -> JSONValue {
        guard case .components = style else { return schema(object, undeclared: undeclared) }
        if !components.contains(where: { $0.name == object.title }) {
            // Its place is taken first, so that components come in the order in which they are met.
            let place = components.count
            components.append(.init(object.title, .null))
            components[place].value = schema(object, undeclared: undeclared)
        }
        return .object([.init("$ref", .string("#/components/schemas/\(object.title)"))])
    }

    /// Where a schema stands alone, nobody needs a name for it.
    private func title(_ title: String) -> [JSONValue.Member] {
        if case .components = style { [.init("title", .string(title))] } else { [] }
    }

    private func description(of property: ObjectShape.Property) -> String? {
        switch style {
        case .components: property.description
        case .inPlace(let describes): describes ? property.briefDescription : nil
        }
    }

    private func nullable(_ schema: JSONValue) -> JSONValue {
        guard case .object(var members) = schema, let type = members.firstIndex(where: { $0.name == "type" }),
            let name = members[type].value.string, schema["enum"] == nil
        else { return .object([.init("anyOf", .array([schema, .schema(type: "null")]))]) }
        members[type].value = .strings([name, "null"])
        return .object(members)
    }

    private static func limits(_ range: ClosedRange<Int64>) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if range.lowerBound != .min { members.append(.init("minimum", .integer(range.lowerBound))) }
        if range.upperBound != .max { members.append(.init("maximum", .integer(range.upperBound))) }
        return members
    }

    private func limits(_ limits: StringShape) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        // A format says more than any length; where words are counted, it is enough.
        if case .inPlace = style, let format = limits.format { return [.init("format", .string(format))] }
        if limits.minimum > 0 { members.append(.init("minLength", .integer(limits.minimum))) }
        if let maximum = limits.maximum {
            // maxLength counts code points, of which a character may have many; but no text has more than bytes.
            if limits.unit == .bytes || limits.format != nil {
                members.append(.init("maxLength", .integer(maximum)))
            } else if case .components = style {
                members.append(.init(Self.characterLimit, .integer(maximum)))
            }
        }
        if let format = limits.format { members.append(.init("format", .string(format))) }
        return members
    }

    /// The most characters that a text may have, for which JSON Schema has no word.
    package static let characterLimit = "x-maxCharacters"

    private static func closed(_ undeclared: Undeclared) -> [JSONValue.Member] {
        switch undeclared {
        case .nothing: [.init("additionalProperties", .bool(false))]
        case .metadata:
            [
                .init("patternProperties", .object([.init("^(_|workDoneToken$)", .bool(true))])),
                .init("additionalProperties", .bool(false)),
            ]
        case .anything: [.init("additionalProperties", .bool(true))]
        }
    }
}

extension ObjectShape.Property {
    /// What it means, with what a schema has no word for.
    package var description: String {
        guard case .string(let limits) = shape, let maximum = limits.maximum, limits.format == nil else {
            return summary
        }
        switch limits.unit {
        case .characters: return summary + " At most \(maximum) characters as a person sees them (grapheme clusters)."
        case .bytes: return summary + " Its length is counted in bytes of UTF-8."
        }
    }

    /// The same where words are counted.
    fileprivate var briefDescription: String {
        guard case .string(let limits) = shape, let maximum = limits.maximum, limits.format == nil,
            limits.unit == .characters
        else { return summary }
        return summary + " At most \(maximum) characters."
    }
}

extension Rule {
    /// The rule as schemas that must all hold: one has to be given, and each pair that may not be given together is not.
    fileprivate var schemas: [JSONValue] {
        var pairs: [JSONValue] = []
        for (place, name) in names.enumerated() {
            for other in names[(place + 1)...] where !exceptions.contains([name, other]) {
                pairs.append(.object([.init("not", .object([.init("required", .strings([name, other]))]))]))
            }
        }
        let needed = names.map { JSONValue.object([.init("required", .strings([$0]))]) }
        return (needsOne ? [.object([.init("anyOf", .array(needed))])] : []) + pairs
    }

    /// The rule as a sentence.
    package var sentence: String {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        let pairs = exceptions.map { pair in
            names.filter(pair.contains).map { "`\($0)`" }.joined(separator: " and ") + " may be given together."
        }
        return (["Give \(needsOne ? "exactly" : "at most") one of \(list)."] + pairs).joined(separator: " ")
    }
}

extension JSONValue {
    fileprivate static func schema(type: String, _ others: [Member] = []) -> JSONValue {
        .object([.init("type", .string(type))] + others)
    }
}
