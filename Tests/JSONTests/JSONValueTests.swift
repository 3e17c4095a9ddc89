import JSON
import Testing

@Suite("Reading and writing whole values")
struct JSONValueTests {
    @Test(
        "What is written is read back as it was", arguments: [#"{"a":[1,1.0,-0,1e9],"b":null}"#, #""\"\\\n\u0001é한😀""#])
    func roundTrip(text: String) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)).text == text)
    }

    @Test("Of two members of one name the last one counts")
    func lastMemberCounts() throws {
        #expect(try JSONValue(parsing: Array(#"{"a":1,"a":2}"#.utf8))["a"] == .number("2"))
    }
}
