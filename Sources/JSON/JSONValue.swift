/// Any JSON value as a tree, for what has no declaration: answers of other services, documents, tests.
///
/// Requests and replies of the server never become one of these.
package indirect enum JSONValue: Equatable, Sendable {
    /// A member of an object. Order is kept; of equal names the last one counts.
    package struct Member: Equatable, Sendable {
        /// As it reads, without quotes and escapes.
        package var name: String
        package var value: JSONValue

        /// - Parameters:
        ///   - name: as it reads; it is escaped when it is written.
        ///   - value: what stands behind it.
        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Names are the same when they are the same code points, as `JSONValue` compares texts.
        package static func == (left: Member, right: Member) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }
    }

    case null
    case bool(Bool)
    /// As it is written: "1.0" and "1" differ.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// Reads exactly one JSON text, as strictly as a request is read.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        let place = try JSONScanner.check(bytes.span)
        self.init(JSONView(bytes.span, at: place))
    }

    /// Copies a value that has been checked.
    package init(_ view: JSONView) {
        switch view.kind {
        case .null: self = .null
        case .boolean: self = .bool(view.bool ?? false)
        case .number: self = .number(view.token)
        case .string: self = .string(view.string ?? "")
        case .array:
            var elements: [JSONValue] = []
            view.forEachElement { elements.append(JSONValue($0)) }
            self = .array(elements)
        case .object:
            var members: [Member] = []
            view.forEachMember { name, value in members.append(Member(name.string ?? "", JSONValue(value))) }
            self = .object(members)
        }
    }

    /// Equal when they are the same code points in the same order (RFC 8259, section 8.3). `String` would take texts for
    /// equal that only look the same.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)), (.string(let left), .string(let right)):
            left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// The member of that name; nil for another kind of value, or when there is none.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The element at that place, from 0; nil for another kind of value, or when there is none.
    package subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The text of a string; nil for another kind of value.
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    /// nil for another kind of value.
    package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    /// The elements of an array; nil for another kind of value.
    package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// The members of an object as they are written, those of equal names too; nil for another kind of value.
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
    package var isNull: Bool { self == .null }

    /// A whole number, written as one.
    package var integer: Int64? { if case .number(let token) = self { Int64(token) } else { nil } }

    /// Any number, as near as a Double comes.
    package var double: Double? { if case .number(let token) = self { Double(token) } else { nil } }

    /// One line of JSON text.
    package var text: String {
        var writer = JSONWriter()
        writer.value(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
