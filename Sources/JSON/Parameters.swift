/// An object that is read from params: each member is declared once, with its name, its limits and what it means, and
/// everything else (reading, checking, hints, documents) follows from that.
package protocol Parameters: Sendable {
    /// What counts when everything is left out.
    init()
    /// Names the object in documents.
    static var objectName: String { get }
    /// In the order in which they are shown and checked.
    static var parameters: [Parameter<Self>] { get }
    /// What must hold between members.
    static var rules: [Rule] { get }
}

extension Parameters {
    /// Nothing holds between members unless a type says so.
    package static var rules: [Rule] { [] }

    /// What documents say of the object; members that are not declared are refused.
    package static var shape: ObjectShape {
        ObjectShape(title: objectName, properties: parameters.map(\.property), rules: rules, isClosed: true)
    }
}

/// One member of an object in params.
package struct Parameter<Owner: Sendable>: Sendable {
    let property: ObjectShape.Property
    let nameBytes: [UInt8]
    let read: @Sendable (inout Owner, JSONView) throws(ParamProblem) -> Void

    package var name: String { property.name }
    var isRequired: Bool { property.isRequired }

    private init<Value>(
        _ name: String, _ summary: String, _ schema: InputSchema<Value>, isRequired: Bool, defaultText: String?,
        set: @escaping @Sendable (inout Owner, Value) -> Void
    ) {
        property = ObjectShape.Property(
            name: name, summary: summary, shape: schema.shape, isRequired: isRequired, defaultText: defaultText)
        nameBytes = Array(name.utf8)
        let decode = schema.decode
        read = { (owner, view) throws(ParamProblem) in set(&owner, try decode(view)) }
    }

    /// Writes a property of the owner. Through a key path that takes some 700 instructions, next to none at its offset.
    ///
    /// That is safe: there is an offset only for what is stored in the owner itself, without observers, and `Value` is its
    /// type by the key path's. https://developer.apple.com/documentation/swift/memorylayout/offset(of:)
    private static func setter<Value>(
        _ keyPath: any WritableKeyPath<Owner, Value> & Sendable
    ) -> @Sendable (inout Owner, Value) -> Void {
        guard let offset = MemoryLayout<Owner>.offset(of: keyPath) else { return { $0[keyPath: keyPath] = $1 } }
        return { owner, value in
            unsafe withUnsafeMutablePointer(to: &owner) { pointer in
                let place = unsafe UnsafeMutableRawPointer(pointer).advanced(by: offset)
                unsafe place.assumingMemoryBound(to: Value.self).pointee = value
            }
        }
    }

    /// A member that must be there.
    package static func required<Value>(
        _ name: String, _ keyPath: any WritableKeyPath<Owner, Value> & Sendable, _ schema: InputSchema<Value>,
        _ summary: String
    ) -> Parameter {
        Parameter(name, summary, schema, isRequired: true, defaultText: nil, set: setter(keyPath))
    }

    /// A member that may be left out, which the owner sees as nil.
    package static func optional<Value>(
        _ name: String, _ keyPath: any WritableKeyPath<Owner, Value?> & Sendable, _ schema: InputSchema<Value>,
        _ summary: String
    ) -> Parameter {
        Parameter(name, summary, schema, isRequired: false, defaultText: nil, set: setter(keyPath))
    }

    /// A member that may be left out, and then has the owner's initial value, which `defaultText` shows as JSON.
    package static func optional<Value>(
        _ name: String, _ keyPath: any WritableKeyPath<Owner, Value> & Sendable, _ schema: InputSchema<Value>,
        default defaultText: String, _ summary: String
    ) -> Parameter {
        Parameter(name, summary, schema, isRequired: false, defaultText: defaultText, set: setter(keyPath))
    }
}

/// Which members that are not declared pass all the same.
package enum Undeclared: Sendable {
    case nothing
    /// Names that start with `_`, and `workDoneToken` of the Language Server Protocol: they speak to other layers.
    case metadata
    /// All of them.
    case anything

    /// Whether a member of that name passes, although it is not declared.
    package func passes(_ name: String) -> Bool {
        switch self {
        case .nothing: false
        case .metadata: name.utf8.first == UInt8(ascii: "_") || name == "workDoneToken"
        case .anything: true
        }
    }
}

extension Parameters {
    /// Reads and checks an object; nil stands for params that are absent.
    ///
    /// Unknown names come first, then wrong values, then missing members, each in the order of their declaration, then the
    /// rules: whoever sends the same wrong params gets the same answer.
    package init(reading view: JSONView?, ignoring undeclared: Undeclared) throws(ParamProblem) {
        self.init()
        let declared = Self.parameters
        precondition(declared.count <= Given.limit)
        var given = Given()
        if let view {
            guard view.kind == .object else { throw ParamProblem(.type) }
            try given.collect(view, declared, undeclared)
            let members = declared.span
            for index in members.indices {
                guard let place = given[index] else { continue }
                do throws(ParamProblem) {
                    try members[index].read(&self, view.at(place))
                } catch {
                    throw error.within(members[index].name)
                }
            }
        }
        try Self.check(given, declared)
    }
}

extension Parameters {
    /// Whether all that is required is there, and goes together.
    private static func check(_ given: Given, _ declared: [Parameter<Self>]) throws(ParamProblem) {
        let members = declared.span
        for index in members.indices where members[index].isRequired && given[index] == nil {
            throw ParamProblem(.missing, at: [members[index].name])
        }
        for rule in rules {
            var count = 0
            for index in members.indices where given[index] != nil {
                if rule.names.contains(members[index].name) { count += 1 }
            }
            if count == 0 && rule.needsOne { throw ParamProblem(.missing, at: [rule.names[0]]) }
            if count > 1 { try check(rule, declared.indices.filter { given[$0] != nil }.map { declared[$0].name }) }
        }
    }

    /// Whether several members may be given together.
    private static func check(_ rule: Rule, _ given: [String]) throws(ParamProblem) {
        let present = given.filter(rule.names.contains)
        if !rule.exceptions.contains(Set(present)) { throw ParamProblem(.conflicting, at: [present[1]]) }
    }
}

/// Where in the text each declared member was found; of one that comes twice, the last place.
private struct Given {
    static let limit = 16
    private var places = InlineArray<16, Range<Int>>(repeating: 0..<0)

    subscript(index: Int) -> Range<Int>? { places[index].isEmpty ? nil : places[index] }

    mutating func collect<Owner>(
        _ view: JSONView, _ declared: [Parameter<Owner>], _ undeclared: Undeclared
    ) throws(ParamProblem) {
        try view.forEachMember { name, value throws(ParamProblem) in
            let members = declared.span
            let isEscaped = name.hasEscapes
            for index in members.indices
            where name.isPlainly(members[index].nameBytes) || isEscaped && name.equals(members[index].nameBytes) {
                places[index] = value.place
                return
            }
            try Self.refuse(name.string ?? "", declared, undeclared)
        }
    }

    private static func refuse<Owner>(
        _ name: String, _ declared: [Parameter<Owner>], _ undeclared: Undeclared
    ) throws(ParamProblem) {
        if undeclared.passes(name) { return }
        let name = name.shortened
        throw ParamProblem(.unknown, at: [name], hint: Spelling.nearest(to: name, in: declared.map(\.name)))
    }
}
