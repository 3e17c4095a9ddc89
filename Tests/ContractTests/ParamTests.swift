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
