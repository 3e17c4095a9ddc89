/// An object that is written into results: each member is declared once, with its name, what it may be and what it means.
package protocol Members: Sendable {
    /// Names the object in documents.
    static var objectName: String { get }
    /// In the order in which they are written.
    static var members: [Member<Self>] { get }
}

extension Members {
    /// What documents say of the object.
    package static var shape: ObjectShape {
        ObjectShape(title: objectName, properties: members.map(\.property))
    }
}

/// How a value in a result is written, and what it may be.
package struct OutputSchema<Value>: Sendable {
    /// What documents say of the value.
    package let shape: Shape
    /// Writes the value as JSON, behind what the writer has.
    package let encode: @Sendable (Value, inout JSONWriter) -> Void

    /// - Parameters:
    ///   - shape: what documents say; `encode` must keep it.
    ///   - encode: see the member.
    package init(_ shape: Shape, encode: @escaping @Sendable (Value, inout JSONWriter) -> Void) {
        self.shape = shape
        self.encode = encode
    }
}

extension OutputSchema where Value == Bool {
    package static let boolean = OutputSchema(.boolean) { $1.bool($0) }
}

extension OutputSchema where Value == Int64 {
    /// A whole number that is never less than `minimum`.
    package static func integer(from minimum: Int64) -> OutputSchema {
        OutputSchema(.integer(minimum...Int64.max)) { $1.integer($0) }
    }
}

extension OutputSchema where Value == Int {
    /// The same for numbers that count something in memory.
    package static func count(from minimum: Int64 = 0) -> OutputSchema {
        OutputSchema(.integer(minimum...Int64.max)) { $1.integer(Int64($0)) }
    }
}

extension OutputSchema where Value == String {
    package static let string = OutputSchema(.string(StringShape())) { $1.string($0) }
}

extension OutputSchema where Value == Void {
    package static let null = OutputSchema(.null) { $1.null() }
}

extension OutputSchema where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One of the words of an enumeration.
    package static var choice: OutputSchema {
        OutputSchema(.choice(Value.allCases.map(\.rawValue))) { $1.string($0.rawValue) }
    }
}

extension OutputSchema {
    /// What `inner` writes, or null for nil.
    package static func nullable<Inner>(_ inner: OutputSchema<Inner>) -> OutputSchema where Value == Inner? {
        OutputSchema(.nullable(inner.shape)) { value, writer in
            if let value { inner.encode(value, &writer) } else { writer.null() }
        }
    }

    /// An array of what `element` writes, in the order of the values.
    package static func array<Element>(of element: OutputSchema<Element>) -> OutputSchema where Value == [Element] {
        OutputSchema(.array(element.shape, atMost: nil)) { elements, writer in
            writer.array(elements) { writer, value in element.encode(value, &writer) }
        }
    }

    /// An object whose members are declared.
    package static func object() -> OutputSchema where Value: Members {
        OutputSchema(.object(Value.shape)) { value, writer in writer.object(value) }
    }
}

/// One member of an object in results.
package struct Member<Owner: Sendable>: Sendable {
    let property: ObjectShape.Property
    /// `"name":`
    let label: [UInt8]
    let isPresent: (@Sendable (Owner) -> Bool)?
    let write: @Sendable (Owner, inout JSONWriter) -> Void

    package var name: String { property.name }

    /// A member that is always there.
    package static func always<Value>(
        _ name: String, _ schema: OutputSchema<Value>, _ summary: String, _ get: @escaping @Sendable (Owner) -> Value
    ) -> Member {
        let encode = schema.encode
        return Member(name, schema.shape, summary, isPresent: nil) { owner, writer in encode(get(owner), &writer) }
    }

    /// A member that is left out when there is no value.
    package static func sometimes<Value>(
        _ name: String, _ schema: OutputSchema<Value>, _ summary: String, _ get: @escaping @Sendable (Owner) -> Value?
    ) -> Member {
        let encode = schema.encode
        return Member(name, schema.shape, summary, isPresent: { get($0) != nil }) { owner, writer in
            if let value = get(owner) { encode(value, &writer) }
        }
    }

    private init(
        _ name: String, _ shape: Shape, _ summary: String, isPresent: (@Sendable (Owner) -> Bool)?,
        write: @escaping @Sendable (Owner, inout JSONWriter) -> Void
    ) {
        property = ObjectShape.Property(
            name: name, summary: summary, shape: shape, isRequired: isPresent == nil)
        label = Array("\"\(name)\":".utf8)
        self.isPresent = isPresent
        self.write = write
    }
}

/// Which members of an object are wanted, by their place in the declaration.
package struct MemberSelection: Sendable, Equatable {
    private var bits: UInt64

    /// All that there are.
    package static let all = MemberSelection(bits: .max)

    private init(bits: UInt64) { self.bits = bits }

    /// Those at the given places.
    package init(_ places: [Int]) { bits = places.reduce(0) { $0 | 1 << UInt64($1) } }

    func contains(_ place: Int) -> Bool { bits >> UInt64(place) & 1 == 1 }
}

extension JSONWriter {
    /// Writes an object, as a whole or only the selected members.
    package mutating func object<Owner: Members>(_ owner: Owner, _ selection: MemberSelection = .all) {
        raw(Ascii.openBrace)
        var isFirst = true
        let all = Owner.members
        // Looked at where they are: a declaration is large, and is not to be copied for each todo.
        let members = all.span
        for index in members.indices where selection.contains(index) {
            if let isPresent = members[index].isPresent, !isPresent(owner) { continue }
            if !isFirst { raw(Ascii.comma) }
            isFirst = false
            raw(members[index].label)
            members[index].write(owner, &self)
        }
        raw(Ascii.closeBrace)
    }
}
