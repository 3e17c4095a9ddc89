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

    /// At least so much, in `unit`.
    package var minimum = 0
    /// At most so much, in `unit`; nil: no limit but that of a message.
    package var maximum: Int?
    package var unit = Unit.characters
    /// No line break within.
    package var isOneLine = false
    /// The word of JSON Schema, such as "date".
    package var format: String?

    /// Without arguments, any string.
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
    /// One member, as documents show it.
    package struct Property: Sendable {
        package let name: String
        /// One sentence on what it means.
        package let summary: String
        package let shape: Shape
        /// Of params: whether it must be given; of results: whether it is always there.
        package let isRequired: Bool
        /// JSON text of what counts when it is left out.
        package let defaultText: String?

        /// - Parameter defaultText: JSON text of what counts when the member is left out; nil when nothing does.
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
    /// In the order in which they are written and shown.
    package let properties: [Property]
    /// What must hold between members.
    package let rules: [Rule]
    /// Whether members that are not declared are refused, but for those that `undeclared` lets pass.
    package let isClosed: Bool
    package let undeclared: Undeclared

    /// - Parameters:
    ///   - title: names the object in documents.
    ///   - properties: in the order in which they are written and shown.
    ///   - rules: what must hold between them.
    ///   - isClosed: whether members that are not declared are refused.
    ///   - undeclared: which of those pass all the same.
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

    /// None of these members may be given together with another one of them.
    package static func atMostOne(of names: String...) -> Rule {
        Rule(names: names, needsOne: false, exceptions: [])
    }

    /// One of these members must be given, and no other with it but those that `exceptions` names together.
    package static func exactlyOne(of names: String..., except exceptions: Set<String>...) -> Rule {
        Rule(names: names, needsOne: true, exceptions: exceptions)
    }
}
