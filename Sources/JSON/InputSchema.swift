/// What a value in params may be: its shape for documents, and how it is read and checked. One declaration for both.
package struct InputSchema<Value>: Sendable {
    /// What documents say of the value.
    package let shape: Shape
    /// Reads and checks a value. The path of a problem starts at the value itself.
    package let decode: @Sendable (JSONView) throws(ParamProblem) -> Value

    /// - Parameters:
    ///   - shape: what documents say; it must not promise more than `decode` takes.
    ///   - decode: reads and checks a value; see the member.
    package init(_ shape: Shape, decode: @escaping @Sendable (JSONView) throws(ParamProblem) -> Value) {
        self.shape = shape
        self.decode = decode
    }
}

extension InputSchema where Value == Bool {
    /// `true` or `false`; a number or a word that only means one is `type`.
    package static let boolean = InputSchema(.boolean) { view throws(ParamProblem) in
        guard let flag = view.bool else { throw ParamProblem(.type) }
        return flag
    }
}

extension InputSchema where Value == Int64 {
    /// A whole number, written without fraction or exponent.
    package static func integer(_ range: ClosedRange<Int64>) -> InputSchema {
        InputSchema(.integer(range)) { view throws(ParamProblem) in
            guard view.isWhole else { throw ParamProblem(.type) }
            guard let number = view.integer, range.contains(number) else { throw ParamProblem(.range) }
            return number
        }
    }
}

extension InputSchema where Value == String {
    /// Any string within the limits.
    package static func string(_ limits: StringShape = StringShape()) -> InputSchema {
        string(limits) { text throws(ParamProblem) in
            try limits.check(text)
            return text
        }
    }

    /// Any string that passes `check`, which may also bring it into shape. One that must not be empty is not; the other
    /// limits are the check's.
    package static func string(
        _ limits: StringShape = StringShape(),
        _ check: @escaping @Sendable (String) throws(ParamProblem) -> String
    ) -> InputSchema {
        InputSchema(.string(limits)) { view throws(ParamProblem) in
            guard let text = view.string else { throw ParamProblem(.type) }
            if text.isEmpty && limits.minimum > 0 { throw ParamProblem(.empty) }
            return try check(text)
        }
    }
}

extension InputSchema where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// One of the words of an enumeration.
    package static var choice: InputSchema {
        let words = Value.allCases.map(\.rawValue)
        return InputSchema(.choice(words)) { view throws(ParamProblem) in
            guard let word = view.string else { throw ParamProblem(.type) }
            guard let value = Value(rawValue: word) else {
                throw ParamProblem(.unknown, hint: Spelling.nearest(to: word.shortened, in: words))
            }
            return value
        }
    }
}

extension InputSchema {
    /// What `inner` takes, or null, which is read as nil.
    package static func nullable<Inner>(_ inner: InputSchema<Inner>) -> InputSchema where Value == Inner? {
        InputSchema(.nullable(inner.shape)) { view throws(ParamProblem) in
            view.kind == .null ? nil : try inner.decode(view)
        }
    }

    /// An array of what `element` takes; more than `limit` elements are `tooLong`, and what stands behind them is not
    /// read.
    package static func array<Element>(of element: InputSchema<Element>, atMost limit: Int) -> InputSchema
    where Value == [Element] {
        InputSchema(.array(element.shape, atMost: limit)) { view throws(ParamProblem) in
            guard view.kind == .array else { throw ParamProblem(.type) }
            var elements: [Element] = []
            try view.forEachElement { element_ throws(ParamProblem) in
                if elements.count == limit { throw ParamProblem(.tooLong) }
                do throws(ParamProblem) {
                    elements.append(try element.decode(element_))
                } catch {
                    throw error.within(String(elements.count))
                }
            }
            return elements
        }
    }

    /// An object whose members are declared. Of others those that `undeclared` lets pass are passed over.
    package static func object(ignoring undeclared: Undeclared = .nothing) -> InputSchema where Value: Parameters {
        let shape = Value.shape
        let whole = ObjectShape(
            title: shape.title, properties: shape.properties, rules: shape.rules, isClosed: true,
            undeclared: undeclared)
        return InputSchema(.object(whole)) { view throws(ParamProblem) in
            try Value(reading: view, ignoring: undeclared)
        }
    }
}

extension InputSchema where Value == Void {
    /// Any object, of which nothing is read.
    package static func anyObject(_ title: String) -> InputSchema {
        InputSchema(.anyObject(title)) { view throws(ParamProblem) in
            guard view.kind == .object else { throw ParamProblem(.type) }
        }
    }
}

extension StringShape {
    /// Fails for a text that is too long.
    fileprivate func check(_ text: String) throws(ParamProblem) {
        // A character has at least one byte, so a short text needs no counting.
        guard let maximum, text.utf8.count > maximum else { return }
        if unit == .bytes || text.count > maximum { throw ParamProblem(.tooLong) }
    }
}
