import JSON
import TestSupport
import Testing

@Suite("Reading and writing whole values")
struct JSONValueTests {
    @Test(
        "What is written is read back as it was",
        arguments: [#"{"a":[1,1.0,-0,1e9],"b":null}"#, #""\"\\\n\u0001é한😀""#, "[]", "{}", "true", #"{"":{"a":false}}"#])
    func roundTrip(text: String) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)).text == text)
    }

    @Test("Of two members of one name the last one counts")
    func lastMemberCounts() {
        #expect(JSONValue(#"{"a":1,"a":2}"#)["a"] == .number("2"))
    }

    @Test("Texts that are only canonically equivalent are two values, and two names (RFC 8259, section 8.3)")
    func codePoints() {
        #expect(JSONValue(#""\u00e9""#) != JSONValue(#""e\u0301""#))
        #expect(JSONValue(#""\u00e9""#) == JSONValue(#""é""#))
        #expect(JSONValue(#"{"\u00e9":1}"#)["e\u{301}"] == nil)
        #expect(JSONValue(#"{"\u00e9":1}"#)["\u{E9}"] == .number("1"))
        #expect(JSONValue(#"{"\u00e9":1}"#) != JSONValue(#"{"e\u0301":1}"#))
        #expect(JSONValue(#"["\u00e9"]"#) != JSONValue(#"["e\u0301"]"#))
    }

    @Test("Each kind of value is seen as what it is, and as nothing else")
    func kinds() {
        let value = JSONValue(#"{"n":12,"f":1.5,"s":"x","b":true,"z":null,"a":[1,2]}"#)
        #expect(value["n"]?.integer == 12)
        #expect(value["n"]?.double == 12)
        #expect(value["f"]?.integer == nil)
        #expect(value["f"]?.double == 1.5)
        #expect(value["s"]?.string == "x")
        #expect(value["b"]?.bool == true)
        #expect(value["z"]?.isNull == true)
        #expect(value["a"]?[1] == .number("2"))
        #expect(value["a"]?[2] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["a"]?.array?.count == 2)
        #expect(value.members?.map(\.name) == ["n", "f", "s", "b", "z", "a"])
        #expect(value["s"]?.integer == nil && value["s"]?.bool == nil && value["s"]?.array == nil)
        #expect(value["n"]?.string == nil && value["n"]?.members == nil && value["n"]?.isNull == false)
        #expect(value["missing"] == nil)
        #expect(value["a"]?["x"] == nil)
    }

    @Test("A text with something behind its value is refused")
    func oneValueOnly() {
        #expect(throws: JSONSyntaxError(offset: 2, reason: "more text after the value")) {
            try JSONValue(parsing: Array("1 2".utf8))
        }
    }
}
