import JSON
import TestSupport
import Testing
import TodoAPI

@testable import TodoServer

@Suite("Params are checked as the document says")
struct ParamTests {
    private let wrong: [WrongRequest]
    private let seeds: [(method: String, params: String?)] = (1...5).map { number in
        (TodoCreate.name, #"{"title":"\#(number)","category":"\#(number % 2 == 0 ? "Work" : "Home")"}"#)
    }

    init() throws { wrong = WrongParams(schemas: Schemas(document: try Conversation.document())).all() }

    @Test("What the document forbids is refused, with the place and the reason, and the store is as before")
    func wrongParamsAreRefused() throws {
        let look: (method: String, params: String?) = (SectionsList.name, #"{"includeEmpty":true}"#)
        let requests = seeds + [look] + wrong.map { ($0.method, $0.params.text) } + [look]
        let replies = try Conversation.replies(requests).sorted(by: JSONValue.byID)
        #expect(replies.count == requests.count)
        #expect(wrong.count > 400)
        for (wrong, reply) in zip(wrong, replies.dropFirst(seeds.count + 1)) {
            let request = "\(wrong.method) \(wrong.params.text.prefix(200))"
            #expect(reply["error"]?["code"] == .integer(ErrorKind.invalidParams.code), "\(request)")
            let data = reply["error"]?["data"]
            #expect(data?["path"]?.string == wrong.path, "\(request)")
            #expect(data?["reason"]?.string == wrong.reason.rawValue, "\(request)")
            if let hint = wrong.hint { #expect(data?["hint"]?.string == hint, "\(request)") }
        }
        #expect(replies[seeds.count]["result"] == replies.last?["result"])
    }

    @Test("A key that was used for another request is a conflict, of every method that takes one")
    func usedKeys() throws {
        let keyed = Handlers.standard.descriptions.filter { $0.params.properties.contains { $0.name == "key" } }
        let first: (method: String, params: String?) = (TodoCreate.name, #"{"title":"another","key":"k"}"#)
        let requests = keyed.map { method -> (method: String, params: String?) in
            let members = JSONValue.declared(method.examples[0].params ?? "{}").members ?? []
            return (method.name, JSONValue.object(members + [.init("key", .string("k"))]).text)
        }
        let replies = try Conversation.replies(seeds + [first] + requests).dropFirst(seeds.count + 1)
        #expect(keyed.count >= 6 && replies.count == keyed.count)
        for (method, reply) in zip(keyed, replies) {
            #expect(reply["error"]?["data"]?["reason"]?.string == "key", "\(method.name)")
            #expect(method.failures.contains(.conflict), "\(method.name)")
        }
    }

    @Test("Limits of characters are the server's alone: no schema forbids a text that it takes")
    func charactersAreNotCodePoints() throws {
        let schemas = Schemas(document: try Conversation.document())
        let families = String(repeating: "👨‍👩‍👧‍👦", count: 1000)
        let blanks = String(repeating: " ", count: 100) + String(repeating: "a", count: 1000)
        let key = String(repeating: "e\u{301}", count: 64)
        let requests: [(method: String, params: JSONValue)] = [
            (TodoCreate.name, .object([.init("title", .string(families)), .init("key", .string(key))])),
            (TodoCreate.name, .object([.init("title", .string(blanks))])),
            (TodoList.name, .object([.init("filter", .object([.init("text", .string(families))]))])),
        ]
        let replies = try Conversation.replies(requests.map { ($0.method, $0.params.text) })
        for (request, reply) in zip(requests, replies) {
            #expect(reply["result"] != nil, "\(request.method)")
            let schema = schemas.document["methods"]?.array?.first { $0["name"]?.string == request.method }?["x-params"]
            #expect(schemas.misfit(request.params, try #require(schema)) == nil, "\(request.method)")
        }
    }

    @Test("Where one of several params has to be given, all of them are named")
    func choicesAreNamed() throws {
        let replies = try Conversation.replies(seeds + [(TodoMove.name, #"{"id":1}"#), (TodoDeleteMany.name, "{}")])
        let messages = replies.suffix(2).map { $0["error"]?["message"]?.string }
        #expect(messages[0] == "Give before, after, index or category: one is needed.")
        #expect(messages[1] == "Give ids or filter: one is needed.")
    }

    @Test("A cursor that cannot be read is said to be none of this request")
    func cursors() throws {
        let replies = try Conversation.replies([
            (ChangesSince.name, #"{"cursor":"x"}"#), (TodoList.name, #"{"cursor":"x"}"#),
        ])
        for reply in replies {
            #expect(reply["error"]?["message"]?.string == "cursor is none that was given for this request.")
        }
    }

    @Test("initialize takes what the contract names and what other protocols add, and refuses wrong types")
    func introductions() throws {
        let right = [
            #"{"clientInfo":{"name":"a","version":"1","title":"b"},"capabilities":{"a":{}},"rootUri":null}"#,
            #"{"clientInfo":null,"capabilities":null,"processId":null,"locale":null}"#,
        ]
        for params in right {
            #expect(try Conversation.replies([(Initialize.name, params)])[0]["result"] != nil, "\(params)")
        }
        for (params, path) in [
            (#"{"clientInfo":7}"#, "/clientInfo"), (#"{"clientInfo":{"name":7}}"#, "/clientInfo/name"),
            (#"{"capabilities":[]}"#, "/capabilities"),
        ] {
            let error = try Conversation.replies([(Initialize.name, params)])[0]["error"]
            #expect(error?["data"]?["path"]?.string == path, "\(params)")
        }
    }

    @Test("Each kind of mistake is among them")
    func allReasonsAreTried() {
        // A line break is the one mistake that a schema has no word for.
        #expect(Set(wrong.map(\.reason)) == Set(ParamProblem.Reason.allCases).subtracting([.multiline]))
    }

    @Test("What is exactly at a limit is taken")
    func limitsAreInclusive() throws {
        for method in Handlers.standard.descriptions {
            for property in method.params.properties {
                for value in property.shape.extremes {
                    let params = Array(#"{"\#(property.name)":\#(value.text)}"#.utf8)
                    do throws(Failure) {
                        try method.check(JSONView(params.span, at: 0..<params.count))
                    } catch {
                        // Something else may be missing, but this one is right.
                        guard case .invalidParams(let problem, _) = error else { throw error }
                        #expect(problem.path.first != property.name || problem.reason == .conflicting, "\(method.name)")
                    }
                }
            }
        }
    }
}

extension Shape {
    /// The least and the most that it allows.
    fileprivate var extremes: [JSONValue] {
        switch self {
        case .integer(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
        case .string(let limits) where limits.format == nil:
            [limits.minimum, limits.maximum ?? 5000].map { .string(String(repeating: "a", count: $0)) }
        case .choice(let words): words.map(JSONValue.string)
        case .array(let element, let limit):
            [.array([]), .array(Array(repeating: element.extremes.first ?? .null, count: limit ?? 0))]
        case .nullable(let inner): [.null] + inner.extremes
        default: []
        }
    }
}
