package import JSON

/// One message of JSON-RPC 2.0, as places in the bytes that it was read from.
package enum Message: Sendable {
    case single(Call)
    /// As many calls as the array has elements, but of more than `batchLimit` only one more; none is an error too.
    case batch([Call])
    case unreadable(JSONSyntaxError)

    /// A batch has at most so many members; a script that has more to say sends them one after the other. What is longer
    /// is not kept: the calls would take a multiple of the message's own memory.
    package static let batchLimit = 10_000

    /// Reads the JSON text at `place`.
    package init(_ bytes: Span<UInt8>, at place: Range<Int>) {
        do throws(JSONSyntaxError) {
            let text = bytes.extracting(place)
            var scanner = JSONScanner(text)
            scanner.skipBlanks()
            if scanner.next == UInt8(ascii: "[") {
                self = .batch(try Self.calls(&scanner, text, place.lowerBound))
            } else {
                self = .single(try Call(&scanner, text, place.lowerBound))
            }
            try scanner.end()
        } catch {
            self = .unreadable(error)
        }
    }

    private static func calls(
        _ scanner: inout JSONScanner, _ text: Span<UInt8>, _ base: Int
    ) throws(JSONSyntaxError) -> [Call] {
        let close = UInt8(ascii: "]")
        var calls: [Call] = []
        guard try scanner.open(closedBy: close) else { return [] }
        repeat {
            if calls.count > batchLimit {
                _ = try scanner.value()
            } else {
                calls.append(try Call(&scanner, text, base))
            }
        } while try scanner.another(closedBy: close)
        return calls
    }
}

/// What the client asks for in one request or notification.
package struct Call: Sendable {
    /// What stands at `id`, as a place in the message.
    package enum ID: Sendable {
        /// A notification: it gets no reply.
        case absent
        case null
        /// A string or a number, to be written back as it stands there.
        case value(Range<Int>)
    }

    /// Why a message is no request, as the specification has it.
    package enum Fault: String, Sendable {
        case notAnObject = "a request is an object"
        case version = "jsonrpc must be \"2.0\""
        case id = "an id is a string, a number or null"
        case method = "method must be a string"
    }

    /// null too for what is no request, since that is answered.
    package private(set) var id = ID.absent
    /// The place of the method's name, with its quotes.
    package private(set) var method: Range<Int>?
    /// The place of the params, whatever they are; nil when there are none.
    package private(set) var params: Range<Int>?
    /// nil for a request or a notification that is well-formed.
    package private(set) var fault: Fault?
    /// An answer to a request that was never made: to be passed over.
    package private(set) var isStrayResponse = false

    /// Reads one element of a batch, or a whole message.
    fileprivate init(
        _ scanner: inout JSONScanner, _ text: Span<UInt8>, _ base: Int
    ) throws(JSONSyntaxError) {
        let close = UInt8(ascii: "}")
        guard scanner.next == UInt8(ascii: "{") else {
            _ = try scanner.value()
            fault = .notAnObject
            id = .null
            return
        }
        var found = Found()
        if try scanner.open(closedBy: close) {
            repeat {
                let name = try scanner.name()
                let value = try scanner.value()
                found.note(JSONView(text, at: name), JSONView(text, at: value))
            } while try scanner.another(closedBy: close)
        }
        take(found, base)
    }

    private mutating func take(_ found: Found, _ base: Int) {
        func place(_ range: Range<Int>) -> Range<Int> { range.lowerBound + base..<range.upperBound + base }
        method = found.method.map(place)
        params = found.params.map(place)
        id =
            switch found.id {
            case .absent: .absent
            case .null, .wrong: .null
            case .value(let range): .value(place(range))
            }
        if found.id == .wrong { fault = .id } else if !found.isVersion2 { fault = .version }
        if method == nil { fault = fault ?? .method }
        isStrayResponse = found.isResponse && !found.hasMethod
        // What names no method is no notification either: it is answered, as in the specification's own example.
        if case .absent = id, fault != nil, method == nil { id = .null }
    }

    /// Whether it is answered.
    package var isRequest: Bool { if case .absent = id { false } else { true } }

    /// The members of a message that count. Of equal names the last one does.
    private struct Found {
        enum ID: Equatable { case absent, null, wrong, value(Range<Int>) }

        var isVersion2 = false
        var id = ID.absent
        var hasMethod = false
        var method: Range<Int>?
        var params: Range<Int>?
        var isResponse = false

        private enum Member: String, CaseIterable { case jsonrpc, id, method, params, result, error }

        private static let members = Member.allCases
        private static let names = members.map { Array($0.rawValue.utf8) }
        private static let two = Array("2.0".utf8)

        mutating func note(_ name: JSONView, _ value: JSONView) {
            guard let member = name.place(in: Self.names) else { return }
            switch Self.members[member] {
            case .jsonrpc: isVersion2 = value.equals(Self.two)
            case .id:
                switch value.kind {
                case .string, .number: id = .value(value.place)
                case .null: id = .null
                default: id = .wrong
                }
            case .method:
                hasMethod = true
                method = value.kind == .string ? value.place : nil
            case .params: params = value.place
            case .result, .error: isResponse = true
            }
        }
    }
}
