import TestSupport
import Testing
import TodoAPI
import TodoCore
import TodoStore

@testable import TodoServer

@Suite("Options and environment")
struct OptionsTests {
    private func options(_ arguments: [String], _ variables: [String: String] = [:]) throws -> Options {
        guard case .serve(let options) = Options.parse(arguments, Environment(variables)) else {
            throw SystemFailure("refused: \(arguments)")
        }
        return options
    }

    @Test("Values come behind the name or after an equals sign; of two the last one counts")
    func values() throws {
        for arguments in [["--store", "/a"], ["--store=/a"], ["--store=/b", "--store", "/a"]] {
            #expect(try options(arguments).store == .file("/a"))
        }
        #expect(try options(["--store", ":memory:"]).store == .memory)
        #expect(try options(["--store=a=b"]).store == .file("a=b"))
        #expect(try options(["--max-message-bytes=1"]).messageLimit == 1)
        #expect(try options([]).messageLimit == 64 << 20)
        #expect(try options(["--sample"]).isSample && !options([]).isSample)
    }

    @Test(
        "What is wrong is refused with the option's name in the reason",
        arguments: [
            ["--no"], ["--store"], ["--store="], ["--max-message-bytes", "-1"], ["--max-message-bytes", "2147483648"],
            ["--log", ""], ["--sample=yes"], ["--cat-api", "nowhere"], [""], ["--"],
        ])
    func wrong(arguments: [String]) {
        guard case .refuse(let reason) = Options.parse(arguments, Environment([:])) else {
            Issue.record("\(arguments) passed")
            return
        }
        let name = arguments[0].split(separator: "=").first ?? ""
        #expect(reason.contains(name))
    }

    @Test("Help lists every option that is understood, and nothing else comes with it")
    func help() {
        guard case .print(let help) = Options.parse(["--help", "--no-such"], Environment([:])) else {
            Issue.record("no help")
            return
        }
        let listed = help.split(separator: "\n").filter { $0.hasPrefix("  --") }
        #expect(listed.count == 15)
        for line in listed {
            let name = String(line.split(separator: " ")[0])
            let value = [
                "--log": "info", "--max-message-bytes": "7", "--history": "5", "--cat-api": "https://x.y",
                "--dog-api": "https://x.y",
            ][name]
            let takesNone = ["--sample", "--verify", "--describe", "--help", "--version"].contains(name)
            let request = Options.parse(takesNone ? [name] : [name, value ?? "x"], Environment([:]))
            if case .refuse(let reason) = request { Issue.record("\(reason)") }
        }
    }

    @Test("One thing is done with the store, whichever store is named before or behind it")
    func tasks() {
        for arguments in [["--store", "/a", "--backup", "b"], ["--backup=b", "--store=/a"]] {
            guard case .maintain(.backUp("b"), .file("/a")) = Options.parse(arguments, Environment([:])) else {
                Issue.record("\(arguments)")
                continue
            }
        }
        guard case .maintain(.verify, _) = Options.parse(["--verify"], Environment([:])) else {
            Issue.record("--verify")
            return
        }
        for other in [["--backup", "b"], ["--recover", "r"]] {
            guard case .refuse(let reason) = Options.parse(["--verify"] + other, Environment([:])) else {
                Issue.record("--verify and \(other)")
                continue
            }
            #expect(reason.contains(other[0]))
        }
    }

    @Test("What is said of a damaged store names options that there are", arguments: Language.allCases)
    func namedOptions(language: Language) {
        let failure = Failure.storeUnavailable(StoreFailure(.damaged, path: "/s", detail: ""))
        let named = failure.sentence.text(in: language).matches(of: /--[a-z]+/).map { String($0.output) }
        #expect(named == ["--verify", "--recover"])
        for option in named {
            if case .refuse(let reason) = Options.parse([option, "x"], Environment([:])) {
                #expect(!reason.contains("unknown option --"), "\(reason)")
            }
        }
    }

    @Test("Folders follow the XDG Base Directory Specification; a relative or empty variable is as if unset")
    func folders() {
        let home = ["HOME": "/h"]
        for (variable, path) in [("/d", "/d"), ("", nil), ("d", nil), ("./d", nil)] as [(String, String?)] {
            let environment = Environment(home.merging(["XDG_DATA_HOME": variable, "XDG_CACHE_HOME": variable]) { $1 })
            #if os(macOS)
                let (data, cache) = (path ?? "/h/Library/Application Support", path ?? "/h/Library/Caches")
            #else
                let (data, cache) = (path ?? "/h/.local/share", path ?? "/h/.cache")
            #endif
            #expect(environment.defaultStore == data + "/todo-server/todos.sqlite")
            #expect(environment.defaultCache == cache + "/todo-server/pets")
        }
    }

    @Test(
        "LC_ALL goes before LC_MESSAGES before LANG; empty ones do not count",
        arguments: [
            (["LC_ALL": "ko_KR.UTF-8", "LANG": "en"], Language.korean), (["LC_ALL": "", "LC_MESSAGES": "ko"], .korean),
            (["LC_MESSAGES": "en", "LANG": "ko"], .english), (["LANG": "ko"], .korean),
            (["LC_ALL": "C", "LANG": "ko"], .english),
            ([:], .english),
        ])
    func language(variables: [String: String], expected: Language) {
        #expect(Environment(variables).language == expected)
    }
}
