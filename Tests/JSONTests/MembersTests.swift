import JSON
import Testing

private struct Owner: Members {
    var id: Int64 = 1
    var name = "n\""
    var due: String?
    var tags: [Int64] = []
    var child: Child?

    static let objectName = "Owner"
    static let members: [Member<Owner>] = [
        .always("id", .integer(from: 1), "Which.") { $0.id },
        .always("name", .string, "What.") { $0.name },
        .sometimes("due", .string, "When.") { $0.due },
        .always("tags", .array(of: .integer(from: 1)), "More.") { $0.tags },
        .sometimes("child", .object(), "Inside.") { $0.child },
    ]
}

private struct Child: Members {
    var flag: Bool
    static let objectName = "Child"
    static let members: [Member<Child>] = [.always("flag", .boolean, "Whether.") { $0.flag }]
}

private func text(_ owner: Owner, _ selection: MemberSelection = .all) -> String {
    var writer = JSONWriter()
    writer.object(owner, selection)
    return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite("Results are written from their declaration")
struct MembersTests {
    @Test("Members come in the order of their declaration, and those without a value are left out")
    func all() {
        #expect(text(Owner()) == #"{"id":1,"name":"n\"","tags":[]}"#)
        let full = Owner(id: 2, name: "", due: "d", tags: [1, 2], child: Child(flag: true))
        #expect(text(full) == #"{"id":2,"name":"","due":"d","tags":[1,2],"child":{"flag":true}}"#)
    }

    @Test("Every selection of members gives those and no others, and well-formed JSON")
    func selections() throws {
        let owners = [Owner(), Owner(due: "d", child: Child(flag: false))]
        let names = Owner.members.map(\.name)
        for owner in owners {
            let whole = try JSONValue(parsing: Array(text(owner).utf8))
            for bits in 0..<1 << names.count {
                let places = names.indices.filter { bits >> $0 & 1 == 1 }
                let part = try JSONValue(parsing: Array(text(owner, MemberSelection(places)).utf8))
                let wanted = whole.members?.filter { member in places.contains { names[$0] == member.name } }
                #expect(part.members == wanted)
            }
        }
    }

    @Test("Selections of the same places are equal, however they are ordered or repeated")
    func equality() {
        #expect(MemberSelection([0, 2]) == MemberSelection([2, 0, 2]))
        #expect(MemberSelection([0]) != MemberSelection([1]))
        #expect(MemberSelection([0, 63]) != MemberSelection([0]))
    }

    @Test("The declaration tells documents which members are always there")
    func shape() {
        #expect(Owner.shape.properties.map(\.name) == ["id", "name", "due", "tags", "child"])
        #expect(Owner.shape.properties.map(\.isRequired) == [true, true, false, true, false])
    }
}
