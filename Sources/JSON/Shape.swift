/// What a JSON value may look like, as data: what checks a request, and what documents and schemas are made from.
package indirect enum Shape: Sendable {
    case boolean
    case integer(ClosedRange<Int64>)
    case string(StringShape)
    /// What names a request: a string or a number.
    case identifier
    /// One of these strings.
    case choice([String])
    /// At most so many elements; nil: no limit but that of a message.
    case array(Shape, atMost: Int?)
    case object(ObjectShape)
    case nullable(Shape)
    case null
    /// Any object at all, of which nothing is read: what it is called in documents.
    case anyObject(String)

    /// The word of JSON Schema for its type.
    package var typeName: String {
        switch self {
        case .boolean: "boolean"
        case .integer: "integer"
        case .string, .choice, .identifier: "string"
        case .array: "array"
        case .object, .anyObject: "object"
        case .null: "null"
        case .nullable(let inner): inner.typeName
        }
    }
}

/// The limits of a string.
package struct StringShape: Sendable {
    /// How a limit counts.
    package enum Unit: Sendable { case characters, bytes }

    package var minimum = 0
    package var maximum: Int?
    package var unit = Unit.characters
    /// No line break within.
    package var isOneLine = false
    /// The word of JSON Schema, such as "date".
    package var format: String?

    package init(
        minimum: Int = 0, maximum: Int? = nil, unit: Unit = .characters, isOneLine: Bool = false, format: String? = nil
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.unit = unit
        self.isOneLine = isOneLine
        self.format = format
    }
}

/// An object with named members.
package struct ObjectShape: Sendable {
    package struct Property: Sendable {
        package let name: String
        package let summary: String
        package let shape: Shape
        package let isRequired: Bool
        /// JSON text of what counts when it is left out.
        package let defaultText: String?

        package init(name: String, summary: String, shape: Shape, isRequired: Bool, defaultText: String? = nil) {
            self.name = name
            self.summary = summary
            self.shape = shape
            self.isRequired = isRequired
            self.defaultText = defaultText
        }
    }

    /// Names the object in documents.
    package let title: String
    package let properties: [Property]
    /// What must hold between members.
    package let rules: [Rule]
    /// Whether members that are not declared are refused, but for those that `undeclared` lets pass.
    package let isClosed: Bool
    package let undeclared: Undeclared

    package init(
        title: String, properties: [Property], rules: [Rule] = [], isClosed: Bool = false,
        undeclared: Undeclared = .nothing
    ) {
        self.title = title
        self.properties = properties
        self.rules = rules
        self.isClosed = isClosed
        self.undeclared = undeclared
    }
}

/// What must hold between the members of an object, beyond each one's own limits.
package struct Rule: Sendable {
    /// Of these members, at most one may be given.
    package let names: [String]
    /// And one of them must be.
    package let needsOne: Bool
    /// Pairs that may be given together all the same.
    package let exceptions: [Set<String>]

    package static func atMostOne(of names: String...) -> Rule {
        Rule(names: names, needsOne: false, exceptions: [])
    }

    package static func exactlyOne(of names: String..., except exceptions: Set<String>...) -> Rule {
        Rule(names: names, needsOne: true, exceptions: exceptions)
    }
}
