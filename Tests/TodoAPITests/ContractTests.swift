import JSON
import TestSupport
import Testing
import TodoCore

@testable import TodoAPI

@Suite("Words of the contract")
struct ContractTests {
    @Test("Every declaration of a method in the sources is carried out by the server, and has a name of its own")
    func nothingIsMissing() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let folder = root + "/Sources/TodoAPI/Methods"
        var declared: [String] = []
        for file in Files.names(in: folder) {
            let text = try Files.text(of: folder + "/" + file)
            for line in text.split(separator: "\n")
            where line.hasPrefix("package enum ") && line.hasSuffix(": Method {") {
                declared.append(String(line.dropFirst("package enum ".count).dropLast(": Method {".count)))
            }
        }
        let listed = methods.map { "\($0)" }
        let names = Set(methods.map { $0.name })
        #expect(declared.sorted() == listed.sorted())
        #expect(names.count == methods.count)
        for method in methods { #expect(!method.summary.isEmpty) }
    }

    @Test("The examples of every method are params that it accepts")
    func examples() {
        for method in methods {
            for example in method.examples {
                #expect(Verdict.of(method, example.params) == .accepted, "\(method.name): \(example.title)")
            }
        }
    }

    private func sentence(_ method: any Method.Type, _ params: String?) -> Sentence? {
        func sentence<M: Method>(_ method: M.Type) -> Sentence? {
            let bytes = Array((params ?? "null").utf8)
            do {
                let place = try JSONScanner.check(bytes.span)
                _ = try M.params(from: params == nil ? nil : JSONView(bytes.span, at: place))
            } catch let failure as Failure {
                return failure.sentence
            } catch {}
            return nil
        }
        return sentence(method)
    }

    @Test("A create without a title, and an update to an empty one, are answered in the words of the contract")
    func koreanSentences() {
        for params in [nil, "{}", #"{"title":""}"#, #"{"title":"  "}"#, #"{"detail":"d"}"#] {
            #expect(sentence(TodoCreate.self, params)?.korean == "내용이 모두 입력되지 않았습니다.", "\(params ?? "")")
        }
        for params in [#"{"id":1,"title":""}"#, #"{"id":1,"title":"\u3000\t"}"#] {
            #expect(sentence(TodoUpdate.self, params)?.korean == "수정할 수 없습니다.", "\(params)")
        }
        let others = [#"{"title":7}"#, #"{"title":"t","dueOn":"x"}"#, #"{"titel":"t"}"#]
        for params in others { #expect(sentence(TodoCreate.self, params)?.korean != "내용이 모두 입력되지 않았습니다.") }
    }

    @Test(
        "Every failure has the code and the kind of the table, and one sentence in each language",
        arguments: Language.allCases)
    func failures(language: Language) throws {
        let table: [(Failure, Int64, String)] =
            [
                (.parseError(JSONSyntaxError(offset: 3, reason: "r")), -32700, "parseError"),
                (.invalidRequest("r"), -32600, "invalidRequest"),
                (.methodNotFound("m", hint: "n"), -32601, "methodNotFound"),
                (.methodNotFound("m", hint: nil), -32601, "methodNotFound"),
                (.internalError("e"), -32603, "internalError"), (.cancelled, -32800, "cancelled"),
                (.notFound(.number(7)), 404, "notFound"), (.notFound(.text("c7")), 404, "notFound"),
            ]
            + ParamProblem.Reason.allCases.map {
                (.invalidParams(ParamProblem($0, at: ["a/b", "~"]), nil), -32602, "invalidParams")
            }
            + ConflictReason.allCases.map { (.conflict($0, current: nil), 409, "conflict") }
            + StoreFailure.Reason.allCases.map {
                (.storeUnavailable(StoreFailure($0, path: "/p", detail: "")), 503, "storeUnavailable")
            }
            + [StoreFailure.Reason.full, .readOnly].map {
                (.cacheUnavailable(StoreFailure($0, path: "/p", detail: "")), 503, "storeUnavailable")
            }
        for (failure, code, kind) in table {
            var writer = JSONWriter()
            failure.write(to: &writer, in: language)
            let error = try JSONValue(parsing: writer.bytes)
            #expect(error["code"]?.integer == code && error["data"]?["kind"] == .string(kind))
            let message = try #require(error["message"]?.string)
            #expect(message.hasSuffix(".") || message.hasSuffix("?"))
            let isKorean = message.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value }
            #expect(isKorean == (language == .korean), "\(message)")
            if code == -32602 { #expect(error["data"]?["path"] == .string("/a~1b/~0")) }
            if code == 503 { #expect(error["data"]?["path"] == .string("/p")) }
        }
    }

    @Test("The index maps each letter to the first section that has it, in the order ㄱ…ㅎ, A…Z, others, #")
    func index() throws {
        let titles = ["9", "Zoo", "한글", "apple", "가", "яблоко", "까치", "あ", "Éclair", "ㅎㅎ", "!"]
        let sections = titles.enumerated().map { number, title in
            SectionObject(
                Section(id: .category(Int64(number + 1)), title: title, count: 1, completedCount: 0), in: .english)
        }
        let reply = SectionsList.Reply(sections: sections, today: .first, revision: 1)
        var writer = JSONWriter()
        SectionsList.reply.encode(reply, &writer)
        let index = try #require(try JSONValue(parsing: writer.bytes)["index"]?.array)
        let expected: [(String, Int64)] = [
            ("ㄱ", 4), ("ㅎ", 2), ("A", 3), ("E", 8), ("Z", 1), ("я", 5), ("あ", 7), ("#", 0),
        ]
        let letters = index.map { $0["title"]?.string }
        let numbers = index.map { $0["section"]?.integer }
        #expect(letters == expected.map(\.0))
        #expect(numbers == expected.map(\.1))
    }

    @Test("A locale names a language whatever its case and region; another language none")
    func locales() {
        for locale in ["ko", "ko-KR", "ko_KR.UTF-8", "KO", "ko-Kore-KR"] {
            #expect(Language(locale: locale) == .korean)
        }
        for locale in ["en", "en-GB", "EN_us", "en_US.UTF-8@x"] { #expect(Language(locale: locale) == .english) }
        for locale in ["", "C", "POSIX", "kok", "de", "e", "-ko"] { #expect(Language(locale: locale) == nil) }
    }
}
