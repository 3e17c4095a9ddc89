/// An object that is read from params: each member is declared once, with its name, its limits and what it means, and
/// everything else (reading, checking, hints, documents) follows from that.
package protocol Parameters: Sendable {
    /// What counts when everything is left out.
    init()
    /// Names the object in documents.
    static var objectName: String { get }
    /// In the order in which they are shown and checked.
    static var parameters: ParameterList<Self> { get }
    /// What must hold between members.
    static var rules: [Rule] { get }
}

extension Parameters {
    /// Nothing holds between members unless a type says so.
    package static var rules: [Rule] { [] }

    /// What documents say of the object; members that are not declared are refused.
    package static var shape: ObjectShape {
        ObjectShape(title: objectName, properties: parameters.all.map(\.property), rules: rules, isClosed: true)
    }
}

/// One member of an object in params.
package struct Parameter<Owner: Sendable>: Sendable {
    let property: ObjectShape.Property
    let read: @Sendable (inout Owner, JSONView) throws(ParamProblem) -> Void

    package var name: String { property.name }

    private init<Value>(
        _ name: String, _ summary: String, _ schema: InputSchema<Value>, isRequired: Bool, defaultText: String?,
        set: @escaping @Sendable (inout Owner, Value) -> Void
    ) {
        property = ObjectShape.Property(
            name: name, summary: summary, shape: schema.shape, isRequired: isRequired, defaultText: defaultText)
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

/// The members of an object in params, in the order in which they are shown and checked. What of them is the same for
/// every object stands apart, so that reading a request looks up no type of its own for it.
package struct ParameterList<Owner: Sendable>: Sendable, ExpressibleByArrayLiteral {
    /// The declarations.
    package let all: [Parameter<Owner>]
    fileprivate let names: [String]
    fileprivate let spelled: [[UInt8]]
    /// The places of those that must be there.
    fileprivate let required: [Int]

    /// At most 16 declarations, no two of one name.
    package init(arrayLiteral all: Parameter<Owner>...) {
        precondition(all.count <= Given.limit)
        self.all = all
        names = all.map(\.name)
        spelled = names.map { Array($0.utf8) }
        required = all.indices.filter { all[$0].property.isRequired }
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
        var given = Given()
        if let view {
            guard view.kind == .object else { throw ParamProblem(.type) }
            try given.collect(view, declared, undeclared)
            for place in declared.names.indices {
                guard let value = given[place] else { continue }
                do throws(ParamProblem) {
                    try declared.all[place].read(&self, view.at(value))
                } catch {
                    throw error.within(declared.names[place])
                }
            }
        }
        for place in declared.required where given[place] == nil {
            throw ParamProblem(.missing, at: [declared.names[place]])
        }
        for rule in Self.rules { try rule.check(given, declared.names) }
    }
}

extension Rule {
    /// Whether what was found of the declared members may be given together.
    fileprivate func check(_ given: Given, _ declared: [String]) throws(ParamProblem) {
        // Counted first: most requests keep the rule, and need no list for it.
        var count = 0
        for place in declared.indices where given[place] != nil && names.contains(declared[place]) { count += 1 }
        if count == 0 && needsOne { throw ParamProblem(.missing, at: [names[0]]) }
        if count < 2 { return }
        let present = declared.indices.filter { given[$0] != nil }.map { declared[$0] }.filter(names.contains)
        if !exceptions.contains(Set(present)) { throw ParamProblem(.conflicting, at: [present[1]]) }
    }
}

/// Where in the text each declared member was found; of one that comes twice, the last place.
private struct Given {
    static let limit = 16
    private var places = InlineArray<16, Range<Int>>(repeating: 0..<0)

    subscript(index: Int) -> Range<Int>? { places[index].isEmpty ? nil : places[index] }

    mutating func collect<Owner>(
        _ view: JSONView, _ declared: ParameterList<Owner>, _ undeclared: Undeclared
    ) throws(ParamProblem) {
        try view.forEachMember { name, value throws(ParamProblem) in
            if let place = name.place(in: declared.spelled) {
                places[place] = value.place
            } else {
                try Self.refuse(name.string ?? "", declared.names, undeclared)
            }
        }
    }

    private static func refuse(
        _ name: String, _ declared: [String], _ undeclared: Undeclared
    ) throws(ParamProblem) {
        if undeclared.passes(name) { return }
        let name = name.shortened
        throw ParamProblem(.unknown, at: [name], hint: Spelling.nearest(to: name, in: declared))
    }
}
