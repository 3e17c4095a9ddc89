import JSON
import TestSupport
import Testing
import TodoAPI

/// Generated from the declarations: what each of them must refuse, and what it must not.
@Suite("Params of every method")
struct ParamsTests {
    @Test("The least that is declared passes, and absent params pass where nothing is required", arguments: Slot.all)
    func samples(slot: Slot) {
        #expect(Verdict.of(slot.method, slot.params(slot.property.shape.sample)) == .accepted)
        let shape = Slot.shape(of: slot.method)
        let needs = shape.properties.contains(where: \.isRequired) || shape.rules.contains(where: \.needsOne)
        let verdict = Verdict.of(slot.method, nil)
        #expect((verdict == .accepted) != needs)
    }

    @Test("A value of another type is `type` at its path", arguments: Slot.all)
    func wrongTypes(slot: Slot) {
        let values = [
            "null": ["null"], "boolean": ["true", "false"], "integer": ["1"], "string": [#""x""#],
            "array": ["[]", "[1]"],
            "object": ["{}", #"{"a":1}"#], "number": ["1.5", "1.0", "1e3", "-0.0"],
        ]
        var kinds = slot.property.shape.kinds
        // The id of a request may be a number too, of any kind.
        if slot.method == CancelRequest.self { kinds.formUnion(["integer", "number"]) }
        for (kind, texts) in values where !kinds.contains(kind) {
            for text in texts {
                let verdict = Verdict.of(slot.method, slot.params(text))
                #expect(verdict == .refused(.type, slot.pointer), "\(text)")
            }
        }
    }

    @Test(
        "A required member that is left out is `missing` at its path; another one may be left out", arguments: Slot.all)
    func missing(slot: Slot) {
        let verdict = Verdict.of(slot.method, slot.params(nil))
        let isOfRule = slot.owner.rules.contains { $0.needsOne && $0.names.contains(slot.property.name) }
        if slot.property.isRequired {
            #expect(verdict == .refused(.missing, slot.pointer))
        } else if !isOfRule {
            #expect(verdict == .accepted)
        }
    }

    @Test("A misspelt member is `unknown` with the name that was meant, unless everything passes", arguments: Slot.all)
    func misspelt(slot: Slot) throws {
        let name = slot.property.name
        let last = try #require(name.last)
        let wrong = [name + String(last), String(name.dropLast()) + "_", name.uppercased() + "x"]
        for typo in wrong where typo.count > 3 {
            let object = slot.object(nil).with(typo, slot.property.shape.sample)
            let pointer = "/" + (slot.path.dropLast() + [typo]).joined(separator: "/")
            let verdict = Verdict.of(slot.method, slot.wrap(object))
            if slot.undeclaredPass {
                #expect(verdict == .accepted || verdict.plain == .refused(.missing, slot.pointer))
            } else {
                #expect(verdict == .refused(.unknown, pointer, hint: name))
            }
        }
    }

    @Test(
        "A member like nothing known is `unknown` without a hint; what other layers put there passes at the top only",
        arguments: Slot.all)
    func unknown(slot: Slot) {
        let object = slot.object(slot.property.shape.sample)
        let name = "zzzzzzzzzzzzzzzzzzzz"
        let pointer = "/" + (slot.path.dropLast() + [name]).joined(separator: "/")
        let strange = Verdict.of(slot.method, slot.wrap(object.with(name, "1")))
        #expect(strange == (slot.undeclaredPass ? .accepted : .refused(.unknown, pointer)))
        for metadata in ["_meta", "_", "workDoneToken"] {
            let verdict = Verdict.of(slot.method, slot.wrap(object.with(metadata, "{}")))
            if slot.path.count == 1 { #expect(verdict == .accepted) } else { #expect(verdict != .accepted) }
        }
    }

    @Test("Of a member that comes twice the last one counts", arguments: Slot.all)
    func twice(slot: Slot) {
        var object = slot.object(slot.property.shape.sample)
        object.members.append((slot.property.name, "[[]]"))
        #expect(Verdict.of(slot.method, slot.wrap(object)) != .accepted)
        object.members.append((slot.property.name, slot.property.shape.sample))
        #expect(Verdict.of(slot.method, slot.wrap(object)) == .accepted)
    }

    @Test("Params that are no object are `type` at the root", arguments: Slot.all.filter { $0.path.count == 1 })
    func noObject(slot: Slot) {
        for params in ["7", #""x""#, "true", "[1]", "[{}]"] {
            #expect(Verdict.of(slot.method, params) == .refused(.type, ""))
        }
    }

    @Test("Of members that exclude each other one is `conflicting`; of those of which one is needed, none is `missing`")
    func rules() {
        var seen = 0
        for method in methods {
            let shape = Slot.shape(of: method)
            for rule in shape.rules {
                let bare = Object.sample(shape, keeping: rule.names[0])
                let given = rule.names.map { name in
                    (name, shape.properties.first { $0.name == name }?.shape.sample ?? "")
                }
                if rule.needsOne {
                    #expect(Verdict.of(method, bare.text) == .refused(.missing, "/" + rule.names[0]))
                }
                for first in given {
                    #expect(Verdict.of(method, bare.with(first.0, first.1).text) == .accepted)
                    for second in given where second.0 != first.0 {
                        seen += 1
                        let pair: Set = [first.0, second.0]
                        let verdict = Verdict.of(method, bare.with(first.0, first.1).with(second.0, second.1).text)
                        let isAllowed = rule.exceptions.contains(pair)
                        if isAllowed { #expect(verdict == .accepted) }
                        if !isAllowed {
                            // The later one in the order of the declaration, whatever the order in the request.
                            let later = shape.properties.map(\.name).last { pair.contains($0) } ?? ""
                            #expect(verdict == .refused(.conflicting, "/" + later), "\(method.name)")
                        }
                    }
                }
            }
        }
        #expect(seen > 20)
    }
}
