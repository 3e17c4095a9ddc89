import JSON
import JSONRPC
import TestSupport
import Testing

/// A call with its places replaced by what stands there.
private struct Read: Equatable {
    /// nil: a notification. "null" also where there was an id that is none.
    var id: String?
    var method: String?
    var params: String?
    var fault: Call.Fault?
    var isStray = false

    init(
        id: String? = nil, method: String? = nil, params: String? = nil, fault: Call.Fault? = nil, isStray: Bool = false
    ) {
        (self.id, self.method, self.params, self.fault, self.isStray) = (id, method, params, fault, isStray)
    }

    init(_ call: Call, in bytes: [UInt8]) {
        func text(_ place: Range<Int>) -> String { String(decoding: bytes[place], as: UTF8.self) }
        switch call.id {
        case .absent: id = nil
        case .null: id = "null"
        case .value(let place): id = text(place)
        }
        method = call.method.map(text)
        params = call.params.map(text)
        fault = call.fault
        isStray = call.isStrayResponse
    }
}

/// The message between bytes that are not its own, whose places must not be confused with its own.
private func read(_ text: String) -> (message: Message, bytes: [UInt8]) {
    let bytes = Array("xyz\(text)}]\"".utf8)
    return (Message(bytes.span, at: 3..<3 + text.utf8.count), bytes)
}

private func call(_ text: String) throws -> Read {
    let (message, bytes) = read(text)
    guard case .single(let call) = message else { throw Unexpected() }
    #expect(call.isRequest == (Read(call, in: bytes).id != nil))
    return Read(call, in: bytes)
}

private func batch(_ text: String) throws -> [Read] {
    let (message, bytes) = read(text)
    guard case .batch(let calls) = message else { throw Unexpected() }
    return calls.map { Read($0, in: bytes) }
}

private struct Unexpected: Error {}

@Suite("A message is read as section 2 of the protocol and JSON-RPC 2.0 say")
struct MessageTests {
    @Test("A request has its id, method and params at their places")
    func request() throws {
        #expect(
            try call(#" {"jsonrpc":"2.0","id":7,"method":"todo.get","params":{"id":1}} "#)
                == Read(id: "7", method: #""todo.get""#, params: #"{"id":1}"#))
        #expect(
            try call(#"{ "params" : [ 1 ] , "method" : "m" , "id" : "a" , "jsonrpc" : "2.0" }"#)
                == Read(id: #""a""#, method: #""m""#, params: "[ 1 ]"), "in any order")
    }

    @Test(
        "An id that is a string or a number stays exactly as it was written",
        arguments: [
            "0", "-7", "1.0", "1.50", "1e2", "12345678901234567890", "18446744073709551616", "-0", #""""#, #""1""#,
            #""é한""#, #""\u0031\/""#,
        ])
    func ids(id: String) throws {
        #expect(try call(#"{"jsonrpc":"2.0","id":\#(id),"method":"m"}"#) == Read(id: id, method: #""m""#))
    }

    @Test("null as id is a request, and no id is a notification")
    func nullAndAbsent() throws {
        #expect(try call(#"{"jsonrpc":"2.0","id":null,"method":"m"}"#) == Read(id: "null", method: #""m""#))
        #expect(try call(#"{"jsonrpc":"2.0","method":"m"}"#) == Read(method: #""m""#))
    }

    @Test("Any other id is an invalid request whose id is null", arguments: ["true", "false", "[1]", "{}", "[]"])
    func wrongIds(id: String) throws {
        #expect(
            try call(#"{"jsonrpc":"2.0","id":\#(id),"method":"m"}"#) == Read(id: "null", method: #""m""#, fault: .id))
    }

    @Test(
        "Whatever jsonrpc is but the string 2.0 is an invalid request, whose id is given back",
        arguments: [
            #""jsonrpc":2.0,"#, #""jsonrpc":"2","#, #""jsonrpc":"1.0","#, #""jsonrpc":null,"#, #""Jsonrpc":"2.0","#, "",
        ])
    func versions(member: String) throws {
        #expect(try call(#"{\#(member)"id":1,"method":"m"}"#) == Read(id: "1", method: #""m""#, fault: .version))
        #expect(
            try call(#"{\#(member)"method":"m"}"#) == Read(method: #""m""#, fault: .version),
            "but a notification stays one")
    }

    @Test("A version that is written with escapes is that version")
    func escapedVersion() throws {
        #expect(
            try call(#"{"json\u0072pc":"\u0032.0","\u0069d":1,"m\u0065thod":"m"}"#) == Read(id: "1", method: #""m""#))
    }

    @Test(
        "A method that is no string, or missing, is an invalid request; without an id its id is null",
        arguments: ["1", "null", "[]", "{}", "true"])
    func wrongMethods(method: String) throws {
        #expect(try call(#"{"jsonrpc":"2.0","id":1,"method":\#(method)}"#) == Read(id: "1", fault: .method))
        #expect(try call(#"{"jsonrpc":"2.0","method":\#(method)}"#) == Read(id: "null", fault: .method))
        #expect(try call(#"{"jsonrpc":"2.0","id":1}"#) == Read(id: "1", fault: .method))
        #expect(try call(#"{"jsonrpc":"2.0"}"#) == Read(id: "null", fault: .method))
        #expect(try call("{}") == Read(id: "null", fault: .version))
    }

    @Test(
        "A value that is no object is an invalid request with id null",
        arguments: ["1", "null", "true", #""list""#, "-0.5"])
    func scalarMessages(text: String) throws {
        #expect(try call(text) == Read(id: "null", fault: .notAnObject))
    }

    @Test("Of members of one name the last one counts")
    func duplicates() throws {
        #expect(
            try call(
                #"{"jsonrpc":"1","jsonrpc":"2.0","id":true,"id":2,"method":1,"method":"b","params":[],"params":{}}"#)
                == Read(id: "2", method: #""b""#, params: "{}"))
        #expect(
            try call(#"{"jsonrpc":"2.0","id":1,"id":null,"method":"b","method":2}"#) == Read(id: "null", fault: .method)
        )
        #expect(
            try call(#"{"jsonrpc":"2.0","id":1,"id":[],"method":"b"}"#) == Read(id: "null", method: #""b""#, fault: .id)
        )
    }

    @Test("Members that it does not know, and names within params, mean nothing")
    func unknownMembers() throws {
        #expect(
            try call(
                #"{"jsonrpc":"2.0","trace":{"id":9,"method":"x"},"id":1,"method":"m","params":{"method":"y","id":2}}"#)
                == Read(id: "1", method: #""m""#, params: #"{"method":"y","id":2}"#))
        #expect(try call(#"{"jsonrpc":"2.0","id":1,"method":"m","result":null}"#) == Read(id: "1", method: #""m""#))
    }

    @Test(
        "A response to a request that was never made is known as one",
        arguments: [
            #""result":null"#, #""result":{"a":1}"#, #""error":{"code":1,"message":""}"#, #""error":null,"result":1"#,
        ])
    func responses(member: String) throws {
        #expect(try call(#"{"jsonrpc":"2.0","id":77,\#(member)}"#).isStray)
        #expect(try call(#"{\#(member)}"#).isStray)
        #expect(try !call(#"{"jsonrpc":"2.0","id":77,"method":1,\#(member)}"#).isStray)
    }

    @Test("A batch has one call for each element, of whatever kind")
    func batches() throws {
        #expect(try batch("[]") == [])
        #expect(try batch(" [ ] ") == [])
        #expect(try batch("[1,[],null]") == Array(repeating: Read(id: "null", fault: .notAnObject), count: 3))
        #expect(
            try batch(
                #"[{"jsonrpc":"2.0","id":1,"method":"a"} , {"jsonrpc":"2.0","method":"b"},{"id":2,"result":3},[{"id":1}]]"#
            ) == [
                Read(id: "1", method: #""a""#), Read(method: #""b""#), Read(id: "2", fault: .version, isStray: true),
                Read(id: "null", fault: .notAnObject),
            ])
    }

    @Test("Of a batch that is too long no more is kept than tells so, and all of it is checked")
    func longBatches() throws {
        func text(_ count: Int, end: String = "]") -> String {
            "[" + Array(repeating: "1", count: count).joined(separator: ",") + end
        }
        let limit = Message.batchLimit
        #expect(try batch(text(limit)).count == limit)
        #expect(try batch(text(limit + 1)).count == limit + 1)
        #expect(try batch(text(5 * limit)).count == limit + 1)
        guard case .unreadable = read(text(2 * limit, end: ",}")).message else {
            Issue.record("its end was not looked at")
            return
        }
    }

    @Test(
        "What is not one JSON text is unreadable, however much of it was",
        arguments: [
            "", " ", "{", #"{"jsonrpc":"2.0","id":1,"method":"m"}}"#, "{}{}", "[{},]", "[{}", #"[{"id":1}"#, "[1] 2",
            "{'id':1}", "\u{FEFF}{}",
        ])
    func unreadable(text: String) {
        guard case .unreadable(let error) = read(text).message else {
            Issue.record("it was read")
            return
        }
        #expect(0...text.utf8.count ~= error.offset, "counted from the start of the message")
    }

    @Test("The same depth is allowed in a message as in any JSON text, and a batch counts")
    func depth() {
        func text(_ depth: Int) -> String {
            #"{"params":"# + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
        }
        func isRead(_ text: String) -> Bool { if case .unreadable = read(text).message { false } else { true } }
        #expect(isRead(text(512)))
        #expect(!isRead(text(513)))
        #expect(isRead("[\(text(511))]"))
        #expect(!isRead("[\(text(512))]"))
    }

    @Test("Cut anywhere, no message is read")
    func truncation() {
        let text = Array(#"[{"jsonrpc":"2.0","id":"é","method":"m","params":{"a":[1]}}]"#.utf8)
        for count in text.indices {
            let bytes = Array(text[..<count])
            if case .unreadable = Message(bytes.span, at: 0..<count) { continue }
            Issue.record("read when cut at \(count)")
        }
    }
}
