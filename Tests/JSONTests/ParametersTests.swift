import JSON
import Testing

private enum Colour: String, CaseIterable { case red, green }

private struct Inner: Parameters {
    var depth: Int64?
    static let objectName = "Inner"
    static let parameters: ParameterList<Inner> = [.optional("depth", \.depth, .integer(0...9), "How deep.")]
}

private struct Sample: Parameters {
    var title = ""
    var count: Int64 = 10
    var flag: Bool?
    var colour: Colour?
    var note: String??
    var inner: Inner?
    var ids: [Int64]?
    var before: Int64?
    var after: Int64?

    static let objectName = "Sample"
    static let parameters: ParameterList<Sample> = [
        .required(
            "title", \.title,
            .string { (text) throws(ParamProblem) in
                if text.isEmpty { throw ParamProblem(.empty) }
                return text
            }, "What it says."),
        .optional("count", \.count, .integer(1...100), default: "10", "How many."),
        .optional("flag", \.flag, .boolean, "Whether."),
        .optional("colour", \.colour, .choice, "Which."),
        .optional("note", \.note, .nullable(.string()), "A remark."),
        .optional("inner", \.inner, .object(), "More."),
        .optional("ids", \.ids, .array(of: .integer(1...Int64.max), atMost: 3), "Some."),
        .optional("before", \.before, .integer(1...9), "Place."),
        .optional("after", \.after, .integer(1...9), "Place."),
    ]
    static let rules = [Rule.atMostOne(of: "before", "after")]
}

private struct Pick: Parameters {
    var first: Bool?
    var second: Bool?
    var third: Bool?
    static let objectName = "Pick"
    static let parameters: ParameterList<Pick> = [
        .optional("first", \.first, .boolean, ""), .optional("second", \.second, .boolean, ""),
        .optional("third", \.third, .boolean, ""),
    ]
    static let rules = [Rule.exactlyOne(of: "first", "second", "third", except: ["first", "third"])]
}

private func read<Value: Parameters>(
    _ type: Value.Type, _ text: String?, ignoring undeclared: Undeclared = .nothing
) throws -> Result<Value, ParamProblem> {
    guard let text else {
        return Result { () throws(ParamProblem) in try Value(reading: nil, ignoring: undeclared) }
    }
    let bytes = Array(text.utf8)
    let place = try JSONScanner.check(bytes.span)
    let view = JSONView(bytes.span, at: place)
    do throws(ParamProblem) {
        return .success(try Value(reading: view, ignoring: undeclared))
    } catch {
        return .failure(error)
    }
}

private func sample(_ text: String?) throws -> Sample { try read(Sample.self, text).get() }

private func problem(_ text: String?, ignoring undeclared: Undeclared = .nothing) throws -> ParamProblem? {
    if case .failure(let problem) = try read(Sample.self, text, ignoring: undeclared) { problem } else { nil }
}

@Suite("Params are read from their declaration")
struct ParametersTests {
    @Test("Every member that is given arrives, and what is left out has its initial value")
    func reading() throws {
        let all = try sample(
            #"{"title":"a","count":3,"flag":true,"colour":"green","note":"n","inner":{"depth":2},"ids":[1,2],"after":4}"#
        )
        #expect(all.title == "a" && all.count == 3 && all.flag == true && all.colour == .green)
        #expect(all.note == .some("n") && all.inner?.depth == 2 && all.ids == [1, 2] && all.after == 4)
        let least = try sample(#"{"title":"a"}"#)
        #expect(least.count == 10 && least.flag == nil && least.colour == nil && least.inner == nil && least.ids == nil)
        #expect(least.note == .none)
    }

    @Test("null is a value where it may be one, and the wrong type elsewhere")
    func null() throws {
        #expect(try sample(#"{"title":"a","note":null}"#).note == .some(nil))
        for name in ["title", "count", "flag", "colour", "inner", "ids"] {
            let text = name == "title" ? #"{"title":null}"# : #"{"title":"a","\#(name)":null}"#
            #expect(try problem(text) == ParamProblem(.type, at: [name]))
        }
    }

    @Test(
        "A value that is not what it may be is refused with its reason and place",
        arguments: [
            (#"{"title":""}"#, ParamProblem(.empty, at: ["title"])),
            (#"{"title":1}"#, ParamProblem(.type, at: ["title"])),
            (#"{"title":"a","count":0}"#, ParamProblem(.range, at: ["count"])),
            (#"{"title":"a","count":101}"#, ParamProblem(.range, at: ["count"])),
            (#"{"title":"a","count":9223372036854775808}"#, ParamProblem(.range, at: ["count"])),
            (#"{"title":"a","count":1.0}"#, ParamProblem(.type, at: ["count"])),
            (#"{"title":"a","count":1e1}"#, ParamProblem(.type, at: ["count"])),
            (#"{"title":"a","count":"1"}"#, ParamProblem(.type, at: ["count"])),
            (#"{"title":"a","count":true}"#, ParamProblem(.type, at: ["count"])),
            (#"{"title":"a","flag":1}"#, ParamProblem(.type, at: ["flag"])),
            (#"{"title":"a","flag":"true"}"#, ParamProblem(.type, at: ["flag"])),
            (#"{"title":"a","colour":"gren"}"#, ParamProblem(.unknown, at: ["colour"], hint: "green")),
            (#"{"title":"a","colour":"Red"}"#, ParamProblem(.unknown, at: ["colour"], hint: "red")),
            (#"{"title":"a","inner":{"depth":10}}"#, ParamProblem(.range, at: ["inner", "depth"])),
            (#"{"title":"a","inner":{"dept":1}}"#, ParamProblem(.unknown, at: ["inner", "dept"], hint: "depth")),
            (#"{"title":"a","inner":[]}"#, ParamProblem(.type, at: ["inner"])),
            (#"{"title":"a","ids":[1,0]}"#, ParamProblem(.range, at: ["ids", "1"])),
            (#"{"title":"a","ids":["1"]}"#, ParamProblem(.type, at: ["ids", "0"])),
            (#"{"title":"a","ids":[1,2,3,4]}"#, ParamProblem(.tooLong, at: ["ids"])),
            (#"{"title":"a","ids":{}}"#, ParamProblem(.type, at: ["ids"])),
            (#"{"title":"a","before":1,"after":2}"#, ParamProblem(.conflicting, at: ["after"])),
            ("[]", ParamProblem(.type)), ("1", ParamProblem(.type)), ("null", ParamProblem(.type)),
            ("{}", ParamProblem(.missing, at: ["title"])),
        ])
    func refused(text: String, expected: ParamProblem) throws {
        #expect(try problem(text) == expected)
    }

    @Test("Absent params lack what is required")
    func absent() throws {
        #expect(try problem(nil) == ParamProblem(.missing, at: ["title"]))
        #expect(try read(Inner.self, nil).get().depth == nil)
    }

    @Test("An unknown name comes before a wrong value, a wrong value before a missing one, and rules come last")
    func order() throws {
        #expect(try problem(#"{"count":0,"titel":"a"}"#) == ParamProblem(.unknown, at: ["titel"], hint: "title"))
        #expect(try problem(#"{"zzzzzzzzzz":1}"#) == ParamProblem(.unknown, at: ["zzzzzzzzzz"]))
        #expect(try problem(#"{"count":0}"#) == ParamProblem(.range, at: ["count"]))
        #expect(try problem(#"{"flag":0,"count":0,"title":"a"}"#) == ParamProblem(.range, at: ["count"]), "as declared")
        #expect(try problem(#"{"before":1,"after":2}"#) == ParamProblem(.missing, at: ["title"]))
    }

    @Test("Of a name that comes twice the last one counts, and the others are not even looked at")
    func duplicates() throws {
        #expect(try sample(#"{"title":"a","title":"b"}"#).title == "b")
        #expect(try sample(#"{"title":1,"title":"b"}"#).title == "b")
        #expect(try problem(#"{"title":"b","title":1}"#) == ParamProblem(.type, at: ["title"]))
        #expect(try sample(#"{"title":"a","\u0074itle":"c"}"#).title == "c")
    }

    @Test("A name that is written with escapes is that name")
    func escapedNames() throws {
        #expect(try sample(#"{"\u0074\u0069tle":"a"}"#).title == "a")
        #expect(try problem(#"{"t\u0131tle":"a"}"#) == ParamProblem(.unknown, at: ["tıtle"], hint: "title"))
    }

    @Test("What is not declared passes only where it is let")
    func undeclared() throws {
        for name in ["_", "_meta", "workDoneToken"] {
            let text = #"{"title":"a","\#(name)":[1]}"#
            #expect(try problem(text)?.reason == .unknown)
            #expect(try problem(text, ignoring: .metadata) == nil)
            #expect(try problem(text, ignoring: .anything) == nil)
        }
        #expect(try problem(#"{"title":"a","x":1}"#, ignoring: .metadata)?.reason == .unknown)
        #expect(try problem(#"{"title":"a","workdonetoken":1}"#, ignoring: .metadata)?.reason == .unknown)
        #expect(try problem(#"{"title":"a","x":1}"#, ignoring: .anything) == nil)
        #expect(try problem(#"{"title":"a","inner":{"_x":1}}"#, ignoring: .anything)?.path == ["inner", "_x"])
    }

    @Test("Of members that exclude each other exactly one is taken, or a pair that is excepted")
    func exactlyOne() throws {
        func problem(_ text: String) throws -> ParamProblem? {
            if case .failure(let problem) = try read(Pick.self, text) { problem } else { nil }
        }
        #expect(try problem("{}") == ParamProblem(.missing, at: ["first"]))
        #expect(try problem(#"{"second":true}"#) == nil)
        #expect(try problem(#"{"third":true,"first":true}"#) == nil)
        #expect(try problem(#"{"second":true,"first":true}"#) == ParamProblem(.conflicting, at: ["second"]))
        #expect(try problem(#"{"second":true,"third":true}"#) == ParamProblem(.conflicting, at: ["third"]))
        #expect(
            try problem(#"{"first":true,"second":true,"third":true}"#) == ParamProblem(.conflicting, at: ["second"]))
    }

    @Test("The declaration tells documents the same")
    func shape() {
        #expect(Sample.shape.title == "Sample")
        #expect(Sample.shape.properties.map(\.name) == Sample.parameters.all.map(\.name))
        #expect(Sample.shape.properties.map(\.isRequired) == [true] + Array(repeating: false, count: 8))
        #expect(Sample.shape.properties[1].defaultText == "10")
        #expect(
            Sample.shape.properties.map(\.shape.typeName)
                == ["string", "integer", "boolean", "string", "string", "object", "array", "integer", "integer"])
        if case .choice(let words) = Sample.shape.properties[3].shape {
            #expect(words == ["red", "green"])
        } else {
            Issue.record("an enumeration is a choice")
        }
    }
}
