import JSON
import TestSupport
import Testing
import TodoAPI

@testable import TodoServer

@Suite("The OpenRPC document")
struct DocumentTests {
    private let document: JSONValue
    private let methods: [JSONValue]
    private let schemas: Schemas

    init() throws {
        document = try Conversation.document()
        methods = document["methods"]?.array ?? []
        schemas = Schemas(document: document)
    }

    @Test("It is what a client gets from the server")
    func isServed() throws {
        let reply = try Conversation.replies([(Discover.name, nil)])
        #expect(reply.first?["result"] == document)
    }

    @Test("It has each method and notification once")
    func hasEachMethodOnce() {
        let names = methods.compactMap { $0["name"]?.string }
        #expect(names == Handlers.standard.descriptions.map(\.name))
        #expect(Set(names).count == names.count)
    }

    @Test("Required params come first, and each has a meaning")
    func requiredParamsComeFirst() {
        for method in methods {
            let params = method["params"]?.array ?? []
            let required = params.map { $0["required"]?.bool == true }
            #expect(required == required.filter(\.self) + required.filter { !$0 }, "\(method["name"]?.text ?? "")")
            #expect(params.allSatisfy { $0["description"]?.string?.isEmpty == false })
            #expect(method["paramStructure"] == .string("by-name"))
        }
    }

    @Test("Every reference leads somewhere, and every object has a title")
    func referencesResolve() {
        for reference in document.references { #expect(schemas.resolve(reference) != nil, "\(reference)") }
        for schema in document["components"]?["schemas"]?.members ?? [] {
            #expect(schema.value["title"] == .string(schema.name))
        }
        for method in methods {
            for schema in [method["result"]?["schema"], method["x-params"]] where schema?["type"]?.string == "object" {
                #expect(schema?["title"] != nil, "\(method["name"]?.text ?? "")")
            }
        }
    }

    @Test("The params of every method have a schema, which says whether others pass")
    func paramsAreWhole() throws {
        for method in methods where method["x-sentBy"] == nil {
            let params = try #require(method["x-params"], "\(method["name"]?.text ?? "")")
            let schema = params["$ref"]?.string.flatMap(schemas.resolve) ?? params
            #expect(schema["additionalProperties"]?.bool != nil, "\(method["name"]?.text ?? "")")
        }
        let initialize = schemas.resolve("#/components/schemas/InitializeParams")
        for name in ["processId", "clientInfo", "locale", "capabilities"] {
            #expect(initialize?["properties"]?[name] != nil)
        }
        #expect(initialize?["additionalProperties"] == .bool(true))
    }

    @Test("An example that names a day shows what is so on that day")
    func shownDays() {
        var count = 0
        for method in methods {
            for example in method["examples"]?.array ?? [] {
                guard let today = example["params"]?.array?.first(where: { $0["name"]?.string == "today" }) else {
                    continue
                }
                count += 1
                #expect(example["result"]?["value"]?["today"] == today["value"], "\(example.text)")
            }
        }
        #expect(count > 0)
    }

    @Test("Every error has a code, a name and the shape of its data, which says the name")
    func errorsAreWhole() {
        for error in document["components"]?["errors"]?.members ?? [] {
            #expect(error.value["code"]?.integer != nil)
            let data = error.value["data"]?["$ref"]?.string.flatMap(schemas.resolve)
            #expect(data?["properties"]?["kind"]?["enum"] == .strings([error.name]))
        }
    }

    @Test("Every method has an example, and all of them work when they are sent in that order to an empty store")
    func examplesWork() throws {
        var requests: [(method: String, params: String?)] = []
        for method in Handlers.standard.descriptions where method.effect != .announcement {
            #expect(!method.examples.isEmpty, "\(method.name) has no example")
            if !method.effect.isAnswered { continue }
            requests += method.examples.map { (method.name, $0.params) }
        }
        for (request, reply) in zip(requests, try Conversation.replies(requests).sorted(by: JSONValue.byID)) {
            guard let result = reply["result"], let schema = self.schema(of: request.method) else {
                Issue.record("\(request.method) \(request.params ?? "") is answered with \(reply.text)")
                continue
            }
            #expect(schemas.misfit(result, schema) == nil, "\(request.method) \(request.params ?? "")")
        }
    }

    @Test("The results that are shown fit their schemas")
    func shownResultsFit() {
        for method in methods {
            for example in method["examples"]?.array ?? [] {
                guard let value = example["result"]?["value"], let schema = method["result"]?["schema"] else {
                    continue
                }
                #expect(schemas.misfit(value, schema) == nil, "\(example.text)")
            }
        }
    }

    @Test("What assistants get where they leave a param out is a value that the param takes")
    func toolDefaultsAreValid() throws {
        for method in Handlers.standard.descriptions {
            for preset in method.toolDefaults {
                let property = try #require(method.params.properties.first { $0.name == preset.name })
                var writer = SchemaWriter(.components)
                #expect(schemas.misfit(.declared(preset.value), writer.schema(property)) == nil, "\(method.name)")
            }
        }
    }

    private func schema(of method: String) -> JSONValue? {
        methods.first { $0["name"]?.string == method }?["result"]?["schema"]
    }
}

extension JSONValue {
    /// Replies to pets may come out of order.
    static func byID(_ left: JSONValue, _ right: JSONValue) -> Bool {
        (left["id"]?.integer ?? 0) < (right["id"]?.integer ?? 0)
    }

    fileprivate var references: [String] {
        switch self {
        case .object(let members):
            members.flatMap { $0.name == "$ref" ? [$0.value.string ?? ""] : $0.value.references }
        case .array(let elements): elements.flatMap(\.references)
        case .null, .bool, .number, .string: []
        }
    }
}
