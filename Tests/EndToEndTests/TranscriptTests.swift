import JSON
import TestSupport
import Testing

@Suite("The transcripts of the documents, sent to the executable", .blocking)
struct TranscriptTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    private static let folder = root + "/protocol/transcripts"

    @Test("Each is answered as it says, apart from what no two runs have in common", arguments: Files.names(in: folder))
    func answers(name: String) throws {
        let text = try Files.text(of: Self.folder + "/" + name)
        try withFolder { folder in
            let server = try folder.server(["--log", "error"])
            for line in text.split(separator: "\n") {
                if line.hasPrefix("--> ") { try server.send(line.dropFirst(4) + "\n") }
                guard line.hasPrefix("<-- ") else { continue }
                let expected = try JSONValue(parsing: Array(line.dropFirst(4).utf8))
                #expect(try server.next().withoutChance == expected.withoutChance)
            }
            server.closeInput()
            #expect(try server.rest() == [])
        }
    }

    @Test("The session at the beginning of the README is what a reader gets who types it")
    func readme() throws {
        let text = try Files.text(of: Self.root + "/README.md")
        let block = try #require(text.firstMatch(of: /```\n\$ todo-server --store todos\.sqlite\n((?:\{.*\n)+)```/)?.1)
        let lines = block.split(separator: "\n")
        #expect(lines.count >= 6 && lines.count % 2 == 0)
        try withFolder { folder in
            let server = try folder.server()
            for (number, line) in lines.enumerated() {
                if number % 2 == 0 {
                    try server.send(line + "\n")
                } else {
                    let expected = try JSONValue(parsing: Array(line.utf8))
                    #expect(try server.next().withoutChance == expected.withoutChance)
                }
            }
            try server.expectQuietEnd()
        }
    }
}

extension JSONValue {
    /// Without moments, the name of the session and what is opaque.
    fileprivate var withoutChance: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutChance))
        case .object(let members): .object(members.map { Member($0.name, $0.value.withoutChance) })
        case .string(let text) where text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}(T.*Z)?|[A-Za-z0-9_\-]{20,}/) != nil:
            .string("")
        case .string(let text): .string(text.replacing(/[0-9-]{10}T[0-9:.]{12}Z/, with: ""))
        case .null, .bool, .number: self
        }
    }
}
