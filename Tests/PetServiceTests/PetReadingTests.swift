import JSON
import Testing

@testable import PetService

@Suite struct PetReadingTests {
    private func read(_ members: String) async -> Pet? {
        await PetReading.first(
            in: Array(#"[{"id":"a","url":"https://a.example/p.jpg"\#(members)},{"id":"b"}]"#.utf8), kind: .cat)
    }

    @Test("only id and url are needed")
    func least() async {
        let expected = Pet(
            id: "a", kind: .cat, url: "https://a.example/p.jpg", width: nil, height: nil, mimeType: "image/jpeg",
            breeds: [], favourite: nil,
            source: .network)
        #expect(await read("") == expected)
        #expect(
            await read(#","width":null,"breeds":null,"favourite":null,"mime_type":null,"categories":[{"id":5}]"#)
                == expected)
    }

    @Test(
        "breeds are objects with a name, texts, or nothing",
        arguments: [
            (
                #"[{"id":"beng","name":"Bengal"},{"id":"abys","name":"Abyssinian","weight":{"metric":"3 - 5"}}]"#,
                ["Bengal", "Abyssinian"]
            ),
            (#"[{"id":222,"name":"Saluki"}]"#, ["Saluki"]), (#"["Bengal"]"#, ["Bengal"]), ("[]", []), ("null", []),
            (#"[{}, 5, null, "", {"name":7}]"#, []),
            (#"{"name":"Bengal"}"#, ["Bengal"]), (#""Bengal""#, ["Bengal"]), ("{}", []), ("7", []),
        ])
    func breeds(value: String, expected: [String]) async {
        #expect(await read(",\"breeds\":\(value)")?.breeds == expected)
    }

    @Test(
        "a favourite is an object with an id, or the id alone",
        arguments: [
            (#"{"id":5}"#, "5"), (#"{"id":"x"}"#, "x"), (#""x""#, "x"), ("77", "77"), ("{}", nil), ("null", nil),
            ("[]", nil), ("true", nil), (#""""#, nil),
        ] as [(String, String?)])
    func favourites(value: String, expected: String?) async {
        #expect(await read(",\"favourite\":\(value)")?.favourite == expected)
    }

    @Test(
        "sizes are whole pixels",
        arguments: [
            ("640", 640), ("640.0", 640), ("640.7", 640), ("6.4e2", 640), ("0", nil), ("-5", nil), ("0.5", nil),
            ("1e99", nil), (#""640""#, nil), ("null", nil),
        ] as [(String, Int?)])
    func sizes(value: String, expected: Int?) async {
        let pet = await read(",\"width\":\(value),\"height\":\(value)")
        #expect(pet?.width == expected && pet?.height == expected)
    }

    @Test(
        "a type is what the service says, or how the url ends",
        arguments: [
            (#","mime_type":"image/gif""#, "image/gif"), (#","mime_type":"""#, "image/jpeg"),
            (#","mime_type":"x\ny""#, "image/jpeg"), (#","mime_type":5"#, "image/jpeg"),
            (#","url":"https://a.example/x.WEBP?y=z.gif""#, "image/webp"), (#","url":"https://a.example/x""#, nil),
            (#","url":"https://a.example/x.png#.gif""#, "image/png"),
        ] as [(String, String?)])
    func types(members: String, expected: String?) async { #expect(await read(members)?.mimeType == expected) }

    @Test("an id may be a number and any text, but not empty or without end")
    func ids() async {
        #expect(await read(#","id":4711"#)?.id == "4711")
        #expect(await read(#","id":"../../etc/passwd\u0000""#)?.id == "../../etc/passwd\0")
        for id in [#""""#, "null", "[]", "{}", "true", "\"\(String(repeating: "x", count: 1025))\""] {
            #expect(await read(",\"id\":\(id)") == nil)
        }
    }

    @Test(
        "what is no list of animals is no animal",
        arguments: [
            "", "[", "[]", "{}", "null", "<html>no</html>", #"{"message":"x"}"#, "[5]", "[null]", "[[]]",
            #"[{"id":"a"}]"#, #"[{"url":"https://a.example"}]"#,
            #"[{"id":"a","url":"file:///etc/passwd"}]"#, #"[{"id":"a","url":""}]"#, #"[{"id":"a","url":5}]"#,
            #"[{"id":"a","url":"https://a.example"}"#,
            #"[{"id":"a","url":"https://a.example"}]x"#, #"[{"id":"\ud800","url":"https://a.example"}]"#,
            String(repeating: "[", count: 100_000),
        ])
    func nothing(text: String) async { #expect(await PetReading.first(in: Array(text.utf8), kind: .cat) == nil) }

    @Test("bytes that are no UTF-8 are no answer, and a byte order mark is no harm")
    func encodings() async {
        let text = Array(#"[{"id":"a","url":"https://a.example"}]"#.utf8)
        #expect(await PetReading.first(in: [0xEF, 0xBB, 0xBF] + text, kind: .dog)?.id == "a")
        #expect(
            await PetReading.first(
                in: Array(#"[{"id":""#.utf8) + [0xFF] + Array(#"","url":"https://a.example"}]"#.utf8), kind: .dog)
                == nil)
    }

    @Test("a note is read as what was noted")
    func notes() throws {
        let pet = Pet(
            id: "a\"\n", kind: .dog, url: "https://a.example/x", width: 1, height: nil, mimeType: "image/x",
            breeds: ["Ä", "b"], favourite: "7",
            source: .cache)
        let note = try JSONValue(parsing: Array(PetReading.note(pet).text.utf8))
        #expect(PetReading.pet(note, kind: .dog, source: .cache) == pet)
    }
}
