import JSON
import TestSupport
import Testing

extension EndToEnd {
    @Suite("The command line", .serialized)
    struct OptionsTests {
        @Test(
            "A wrong option is status 2, with its name on the standard error and nothing on the output",
            arguments: [
                ["--no-such"], ["--stor=x"], ["extra"], ["--store"], ["--store="], ["--max-message-bytes", "0"],
                ["--max-message-bytes", "x"], ["--log", "loud"], ["--cat-api", "ftp://x"],
                ["--cat-api", "http://example.com"],
                ["--dog-api", "https://x/?a"], ["--sample=1"], ["-x"],
            ])
        func wrong(arguments: [String]) throws {
            let server = try ServerProcess(arguments)
            #expect(try server.exitStatus() == 2)
            let name = arguments[0].prefix { $0 != "=" }
            #expect(
                server.errorText.contains(name) && server.errorText.hasPrefix("todo-server: "), "\(server.errorText)")
            #expect(try server.restOfBytes() == "")
        }

        @Test("--version and --help print to the output and do nothing else")
        func prints() throws {
            let version = try ServerProcess(["--version"])
            let line = try version.restOfBytes()
            #expect(line.hasPrefix("todo-server ") && line.hasSuffix("\n") && line.split(separator: ".").count == 3)
            #expect(try version.exitStatus() == 0)
            let help = try ServerProcess(["--help", "--store", "/nonexistent/x"])
            let text = try help.restOfBytes()
            for option in ["--store", "--cache", "--cat-api", "--dog-api", "--max-message-bytes", "--log", "--sample"] {
                #expect(text.contains(option))
            }
            #expect(try help.exitStatus() == 0)
            #expect(try ServerProcess(["-h"]).restOfBytes() == text)
            #expect(help.errorText == "" && version.errorText == "")
        }

        @Test(
            "Without --store the store is in XDG_DATA_HOME, else under HOME; a relative XDG_DATA_HOME is ignored",
            arguments: ["data", "unset", "relative"])
        func defaultStore(kind: String) throws {
            try withFolder { folder in
                let home = folder.file("home")
                var wrapper = ["env", "-u", "TODO_SERVER_STORE", "-u", "XDG_DATA_HOME", "HOME=" + home]
                if kind == "data" { wrapper.append("XDG_DATA_HOME=" + folder.file("data")) }
                if kind == "relative" { wrapper.append("XDG_DATA_HOME=rel") }
                let server = try ServerProcess([], wrapper: wrapper)
                _ = try server.result("todo.create", #"{"title":"t"}"#)
                try server.expectQuietEnd()
                #if os(macOS)
                    let ordinary = home + "/Library/Application Support"
                #else
                    let ordinary = home + "/.local/share"
                #endif
                let data = kind == "data" ? folder.file("data") : ordinary
                #expect(Files.mode(of: data + "/todo-server/todos.sqlite") == 0o600)
                let help = try ServerProcess(["--help"], wrapper: wrapper + ["XDG_CACHE_HOME=/c"]).restOfBytes()
                #expect(help.contains("the store is \(data)/todo-server/todos.sqlite\n"), "\(help)")
                #expect(help.contains("pictures are in /c/todo-server/pets\n"))
                #expect(folder.names == [kind == "data" ? "data" : "home"])
            }
        }

        @Test("TODO_SERVER_STORE names the store, and --store goes before it; :memory: leaves nothing")
        func storeVariable() throws {
            try withFolder { folder in
                let wrapper = ["env", "TODO_SERVER_STORE=" + folder.file("v.sqlite")]
                for (options, count) in [
                    ([], 1), (["--store", folder.file("o.sqlite")], 1), (["--store=:memory:"], 1), ([], 2),
                ] {
                    let server = try ServerProcess(options, wrapper: wrapper)
                    _ = try server.result("todo.create", #"{"title":"t"}"#)
                    #expect(try server.titles().count == count)
                    try server.expectQuietEnd()
                }
                #expect(folder.names == ["o.sqlite", "v.sqlite"])
            }
        }

        @Test("--sample fills an empty store once, and leaves one alone that has had todos")
        func sample() throws {
            try withFolder { folder in
                let first = try folder.server(["--sample"])
                let titles = try first.titles()
                #expect(titles.count > 5)
                for id in 1...titles.count { _ = try first.result("todo.delete", #"{"id":\#(id)}"#) }
                try first.expectQuietEnd()
                #expect(try folder.server(["--sample"]).titles() == [])
            }
        }

        @Test("With umask 0 too, files and folders are for their owner only")
        func permissions() throws {
            try withFolder { folder in
                let wrapper = ["sh", "-c", "umask 0; exec \"$0\" \"$@\""]
                let path = folder.file("a/b/s.sqlite")
                let server = try ServerProcess(["--store", path, "--cache", folder.file("cache")], wrapper: wrapper)
                _ = try server.result("todo.create", #"{"title":"private"}"#)
                _ = try server.result("pet.image", #"{"kind":"dog","id":"bundled-dog-1"}"#)
                var seen = 0
                func check(_ folder: String) {
                    #expect(Files.mode(of: folder) == 0o700, "\(folder)")
                    for name in Files.names(in: folder) {
                        let path = folder + "/" + name
                        seen += 1
                        if !Files.names(in: path).isEmpty {
                            check(path)
                        } else {
                            #expect(Files.mode(of: path) == 0o600, "\(path)")
                        }
                    }
                }
                check(folder.file("a"))
                check(folder.file("cache"))
                #expect(seen >= 5)
                try server.expectQuietEnd()
            }
        }

        @Test(
            "A closed standard input is its end, and a closed error stream does no harm",
            arguments: ["0<&-", "2>&-", "0<&- 2>&-", "0</dev/null"])
        func closedStreams(closing: String) throws {
            try withFolder { folder in
                let server = try folder.server(
                    ["--log", "debug"], wrapper: ["sh", "-c", "exec \"$0\" \"$@\" \(closing)"])
                if closing.hasPrefix("2") {
                    #expect(try server.result("todo.create", #"{"title":"t"}"#)["id"] == .number("1"))
                    server.closeInput()
                }
                #expect(try server.exitStatus(within: 10) == 0)
                #expect(try server.rest() == [])
            }
        }
    }
}
