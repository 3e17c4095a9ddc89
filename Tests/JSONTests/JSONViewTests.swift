import JSON
import TestSupport
import Testing

/// Lets `body` look at a text that must be JSON.
private func view<Result>(_ text: String, _ body: (JSONView) throws -> Result) throws -> Result {
    let bytes = Array(text.utf8)
    let place = try JSONScanner.check(bytes.span)
    return try body(JSONView(bytes.span, at: place))
}

@Suite("A view reads inside a text without a tree")
struct JSONViewTests {
    @Test(
        "Each value has its kind",
        arguments: [
            ("null", JSONView.Kind.null), ("true", .boolean), ("false", .boolean), ("-1", .number), ("0.5e1", .number),
            (#""""#, .string), ("[]", .array), ("{}", .object),
        ])
    func kinds(text: String, kind: JSONView.Kind) throws {
        try view(" \(text) ") { #expect($0.kind == kind) }
    }

    @Test(
        "Whole numbers are read up to the limits of 64 bits, and not one further",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9223372036854775807", Int64.max),
            ("9223372036854775808", nil), ("-9223372036854775808", Int64.min), ("-9223372036854775809", nil),
            ("18446744073709551615", nil), ("18446744073709551616", nil), ("-18446744073709551616", nil),
            ("99999999999999999999999999", nil), ("92233720368547758070", nil), ("1.0", nil), ("1e2", nil),
            ("true", nil),
            (#""1""#, nil), ("[1]", nil), ("null", nil),
        ] as [(String, Int64?)])
    func integers(text: String, number: Int64?) throws {
        try view(text) { #expect($0.integer == number) }
    }

    @Test(
        "A number counts as whole exactly when it has neither fraction nor exponent",
        arguments: [
            ("1", true), ("-1", true), ("99999999999999999999", true), ("1.0", false), ("1e2", false), ("1E2", false),
            ("-0.0", false), (#""1""#, false), ("null", false), ("[1]", false),
        ])
    func whole(text: String, isWhole: Bool) throws {
        try view(text) { #expect($0.isWhole == isWhole) }
    }

    @Test("Random numbers around every power of ten are read as Int64 itself reads them")
    func randomIntegers() throws {
        var chance = SeededGenerator.printed(for: "whole numbers")
        for _ in 0..<2000 {
            let digits = (0..<Int.random(in: 1...21, using: &chance)).map { _ in String(chance.pick(0...9)) }.joined()
            let kept = digits.drop { $0 == "0" }
            let text = chance.pick(["", "-"]) + (kept.isEmpty ? "0" : String(kept))
            try view(text) { #expect($0.integer == Int64(text), "\(text), seed \(chance.seed)") }
        }
    }

    @Test("Only true and false are booleans")
    func booleans() throws {
        try view("true") { #expect($0.bool == true) }
        try view("false") { #expect($0.bool == false) }
        for text in ["null", "1", #""true""#, "[true]", "{}"] { try view(text) { #expect($0.bool == nil, "\(text)") } }
    }

    @Test(
        "A string is read with its escapes resolved, code point for code point",
        arguments: [
            (#""""#, ""), (#""abc""#, "abc"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\uD55C""#, "A\u{E9}\u{D55C}"), (#""e\u0301""#, "e\u{301}"), (#""\u00E9""#, "\u{E9}"),
            (#""\ud83d\ude00""#, "\u{1F600}"), (#""x\uD800\uDC00\udbff\udfffy""#, "x\u{10000}\u{10FFFF}y"),
            (#""\u0000""#, "\u{0}"), (#""\\u0041""#, "\\u0041"), (#""\\\u0041""#, "\\A"),
            (#""\uffff\ufeff""#, "\u{FFFF}\u{FEFF}"),
            ("\"한\\n글\"", "한\n글"),
        ])
    func strings(text: String, expected: String) throws {
        try view(text) { #expect(scalars($0.string) == scalars(expected)) }
    }

    @Test("Another kind of value has no string", arguments: ["null", "1", "true", #"["a"]"#, #"{"a":"b"}"#])
    func notStrings(text: String) throws {
        try view(text) { #expect($0.string == nil) }
    }

    @Test("A string equals a text byte for byte, however it is escaped")
    func equality() throws {
        func equal(_ text: String, _ other: String) throws -> Bool { try view(text) { $0.equals(Array(other.utf8)) } }
        for text in [#""id""#, #""\u0069d""#, #""i\u0064""#] { #expect(try equal(text, "id"), "\(text)") }
        for text in [#""ID""#, #""idx""#, #""i""#, #""""#, #""\u0049d""#, #""\u0069""#, "1", "null", #"["id"]"#] {
            #expect(try !equal(text, "id"), "\(text)")
        }
        #expect(try !equal(#""é""#, "e\u{301}"), "composed is not decomposed")
        #expect(try equal(#""""#, ""))
        #expect(try !equal(#""\n""#, #"\n"#), "a line feed is not the two characters of its escape")
        #expect(try equal(#""\\n""#, #"\n"#))
    }

    @Test("Members come in their order, with names that come twice and names that are escaped")
    func members() throws {
        let text = #" { "a" : 1 ,"b":[ {"a":2} , "x" ],"a" :{"c":"]}"} , "\u0061\"":null,"":"" } "#
        var found: [String] = []
        try view(text) { $0.forEachMember { name, value in found.append("\(name.string ?? "?")=\(value.token)") } }
        #expect(found == ["a=1", #"b=[ {"a":2} , "x" ]"#, #"a={"c":"]}"}"#, #"a"=null"#, #"="""#])
    }

    @Test("Elements come in their order, whatever stands within them")
    func elements() throws {
        let text = #"[ 1,"a]",[2,[3,","]],{"x":[4,"}"]},-5.5e+6 ,true , null,"\\" ,"\"]" ]"#
        var found: [String] = []
        try view(text) { $0.forEachElement { found.append($0.token) } }
        #expect(
            found == [
                "1", #""a]""#, #"[2,[3,","]]"#, #"{"x":[4,"}"]}"#, "-5.5e+6", "true", "null", #""\\""#, #""\"]""#,
            ])
    }

    @Test("Empty arrays and objects have nothing within", arguments: ["[]", "[ ]", "[\n\t]", "{}", "{ }", "{\r\n}"])
    func empty(text: String) throws {
        var count = 0
        try view(text) { view in
            if view.kind == .array {
                view.forEachElement { _ in count += 1 }
            } else {
                view.forEachMember { _, _ in count += 1 }
            }
        }
        #expect(count == 0)
    }

    @Test("An error of the body ends the walk and comes out as it is")
    func errors() throws {
        var seen = 0
        let problem = try view("[1,2,3]") { view in
            do throws(ParamProblem) {
                try view.forEachElement { _ throws(ParamProblem) in
                    seen += 1
                    if seen == 2 { throw ParamProblem(.range) }
                }
            } catch { return Optional(error) }
            return nil
        }
        #expect(problem == ParamProblem(.range))
        #expect(seen == 2)
    }

    @Test("A value is found again by its place")
    func places() throws {
        try view(#"{"a": [1, 22]}"#) { view in
            var place = 0..<0
            view.forEachMember { _, value in value.forEachElement { place = $0.place } }
            let again = view.at(place).integer
            #expect(again == 22)
            #expect(place == 10..<12)
        }
    }
}
