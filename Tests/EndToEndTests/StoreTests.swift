import JSON
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension EndToEnd {
    @Suite("The store, under processes that are killed and that compete", .serialized)
    struct StoreTests {
        @Test("What was acknowledged before a kill -9 is there afterwards, and no id is given twice")
        func durability() throws {
            try withFolder { folder in
                var acknowledged: [Int64: String] = [:]
                for round in 0..<6 {
                    let server = try folder.server(framing: round % 2 == 0 ? .lines : .headers)
                    var titles: [Int64: String] = [:]
                    for number in 0..<300 {
                        titles[try server.request("todo.create", #"{"title":"r\#(round)-\#(number)"}"#)] =
                            "r\(round)-\(number)"
                    }
                    for _ in 0..<(round * 17 + 1) {
                        let reply = try server.next()
                        let request = try #require(reply["id"]?.integer)
                        let id = try #require(reply["result"]?["id"]?.integer)
                        #expect(acknowledged.updateValue(try #require(titles[request]), forKey: id) == nil)
                    }
                    server.signal(SIGKILL)
                    #expect(try server.exitStatus() == 128 + SIGKILL)
                    let later = try server.rest(mayBeCut: true)
                    for reply in later {
                        let id = try #require(reply["result"]?["id"]?.integer)
                        acknowledged[id] = try #require(titles[reply["id"]?.integer ?? 0])
                    }
                }
                let server = try folder.server()
                var kept: [Int64: String] = [:]
                var cursor = "null"
                repeat {
                    let params = cursor == "null" ? "{}" : #"{"cursor":\#(cursor)}"#
                    let page = try server.result("todo.list", params)
                    for todo in page["todos"]?.array ?? [] { kept[todo["id"]?.integer ?? 0] = todo["title"]?.string }
                    cursor = page["nextCursor"]?.text ?? "null"
                } while cursor != "null"
                for (id, title) in acknowledged { #expect(kept[id] == title) }
                #expect(acknowledged.count > 250)
                try server.expectQuietEnd()
                #expect(try SQLiteFile(folder.file("s.sqlite")).rows("PRAGMA integrity_check") == [["ok"]])
            }
        }

        @Test(
            "A name that SQLite might take for a URL is the name of a file",
            arguments: ["file:todos.sqlite", "file:todos.sqlite?mode=memory", "file::memory:"])
        func urlName(name: String) throws {
            try withFolder { folder in
                let wrapper = ["env", "-C", folder.path]
                let first = try ServerProcess(["--store", name, "--cache", "cache"], wrapper: wrapper)
                _ = try first.result("todo.create", #"{"title":"here"}"#)
                try first.expectQuietEnd()
                let second = try ServerProcess(["--store", name, "--cache", "cache"], wrapper: wrapper)
                #expect(try second.titles() == ["here"])
                try second.expectQuietEnd()
                #expect(try SQLiteFile(folder.file(name)).rows("SELECT title FROM todos") == [["here"]])
            }
        }

        @Test(
            "A slash, a colon or an equals sign with a combining mark behind it is one all the same",
            arguments: ["folder/\u{300}name", "file:\u{300}name", "\u{300}name", nil])
        func combiningMark(name: String?) throws {
            try withFolder { folder in
                let place = folder.path + "/" + (name ?? "\u{300}name/store")
                let store = name ?? place
                let wrapper = ["env", "-C", folder.path, "TODO_SERVER_STORE=" + store]
                // By the environment first, which the others go before.
                for options in [[], ["--store=" + store], ["--store", store]] {
                    let server = try ServerProcess(options + ["--cache", "cache"], wrapper: wrapper)
                    _ = try server.result("todo.create", #"{"title":"here"}"#)
                    try server.expectQuietEnd()
                }
                #expect(try SQLiteFile(place).rows("SELECT count(*) FROM todos") == [["3"]])
            }
        }

        @Test("Two processes write at once: no reply is an error, no id comes twice, and each sees all")
        func twoProcesses() throws {
            try withFolder { folder in
                let servers = [try folder.server(), try folder.server(framing: .headers)]
                for number in 0..<200 {
                    for server in servers {
                        try server.request("todo.create", #"{"title":"t","category":"c\#(number % 3)"}"#)
                    }
                }
                var ids: [Int64] = []
                for server in servers {
                    for _ in 0..<200 { ids.append(try #require(try server.next()["result"]?["id"]?.integer)) }
                }
                #expect(ids.sorted() == Array(1...400))
                for server in servers { #expect(try server.titles().count == 400) }
                _ = try servers[0].result("todo.update", #"{"id":7,"title":"seen at once"}"#)
                #expect(try servers[1].result("todo.get", #"{"id":7}"#)["title"] == .string("seen at once"))
                for server in servers { try server.expectQuietEnd() }
            }
        }

        @Test("Many processes make the same store at once, and each change is there")
        func startRace() throws {
            try withFolder { folder in
                let servers = try (0..<8).map { _ in try folder.server() }
                for server in servers { try server.request("todo.create", #"{"title":"t"}"#) }
                for server in servers {
                    #expect(try server.next()["result"] != nil)
                    try server.expectQuietEnd()
                }
                #expect(try folder.server().titles().count == 8)
            }
        }

        @Test(
            "A store that cannot be used is 503 with the reason and the path, in each way of not being usable",
            arguments: [
                ("notAStore", "text"), ("notAStore", "folder"), ("newerVersion", "newer"), ("notAStore", "foreign"),
                ("missing", "parent"),
            ])
        func unusable(reason: String, how: String) throws {
            try withFolder { folder in
                let path = folder.file("s.sqlite")
                var store = path
                switch how {
                case "text": try Files.write(Array("- buy milk\n".utf8), to: path)
                case "folder": try Files.makeFolder(path)
                case "newer":
                    try SQLiteFile(path).run(
                        "PRAGMA application_id = 0x746F646F; PRAGMA user_version = 77; CREATE TABLE t(x)")
                case "foreign": try SQLiteFile(path).run("CREATE TABLE notes(x)")
                default:
                    try Files.write([], to: folder.file("f"))
                    store = folder.file("f") + "/s.sqlite"
                }
                let before = how == "folder" ? [] : try Files.contents(of: how == "parent" ? folder.file("f") : path)
                let server = try ServerProcess(["--store", store])
                for (method, params) in [
                    ("todo.list", "{}"), ("todo.create", #"{"title":"t"}"#), ("sections.list", "{}"),
                ] {
                    let error = try server.call(method, params)
                    #expect(
                        error.errorCode == 503 && error.reason == reason && error.errorData?["path"] == .string(store))
                }
                #expect(try server.result("initialize")["session"] != nil)
                try server.expectQuietEnd()
                let after = how == "folder" ? [] : try Files.contents(of: how == "parent" ? folder.file("f") : path)
                #expect(before == after && (folder.names == ["s.sqlite"] || folder.names == ["f"]))
            }
        }

        @Test("A turn that fails as a whole answers each of its messages once, those that are no requests too")
        func fullPipelined() throws {
            try withFolder { folder in
                let server = try folder.server(
                    ["--max-message-bytes", "100000"], wrapper: ["sh", "-c", "ulimit -f 1024; exec \"$0\" \"$@\""])
                let detail = String(repeating: "d", count: 30_000)
                let long = String(repeating: " ", count: 100_100) + "{}\n"
                for number in 1...40 {
                    try server.request("todo.create", #"{"title":"\#(number)","detail":"\#(detail)"}"#)
                    try server.send(long + "nonsense\n")
                }
                server.closeInput()
                let replies = try server.rest()
                let kinds = replies.map { reply in
                    reply["result"] != nil ? "done" : reply.reason == "full" ? "full" : "\(reply.errorCode ?? 0)"
                }
                #expect(kinds.count == 120)
                for number in 0..<40 {
                    #expect(replies[number * 3]["id"]?.integer == Int64(number + 1))
                    #expect(Array(kinds[(number * 3 + 1)..<(number * 3 + 3)]) == ["-32600", "-32700"])
                }
                let done = kinds.filter { $0 == "done" }.count
                let full = kinds.filter { $0 == "full" }.count
                #expect(done > 0 && full > 0 && done + full == 40)
                #expect(try folder.server().titles().count == done)
            }
        }

        @Test("When SQLite gives up a whole transaction, each request in it is done once, or answered with an error")
        func lostTransaction() throws {
            try withFolder { folder in
                let server = try folder.server()
                _ = try server.result("todo.create", #"{"title":"first"}"#)
                // As a full disk or a broken one may: everything since the start of the transaction is taken back.
                let other = try SQLiteFile(folder.file("s.sqlite"))
                try other.run(
                    """
                    CREATE TRIGGER boom BEFORE INSERT ON todos WHEN new.title = 'boom'
                    BEGIN SELECT RAISE(ROLLBACK, 'boom'); END
                    """)
                let titles = ["a", "boom", "b", "c"]
                let requests = titles.enumerated().map { request($0, "todo.create", #"{"title":"\#($1)"}"#) + "\n" }
                try server.send(requests.joined())
                var ids: [Int64] = []
                for title in titles {
                    let reply = try server.next()
                    if title == "boom" { #expect(reply.errorCode == 503) } else { #expect(reply["result"] != nil) }
                    if let id = reply["result"]?["id"]?.integer { ids.append(id) }
                }
                #expect(Set(ids).count == 3)
                #expect(try server.titles() == ["first", "a", "b", "c"])
                try server.expectQuietEnd()
            }
        }

        @Test("A store that may only be read is read, and a change is 503 readOnly")
        func readOnly() throws {
            try withFolder { folder in
                let server = try folder.server()
                _ = try server.result("todo.create", #"{"title":"kept"}"#)
                try server.expectQuietEnd()
                let path = folder.file("s.sqlite")
                try Files.setMode(0o444, of: path)
                try Files.setMode(0o555, of: folder.path)
                let bytes = try Files.contents(of: path)
                // Root may write everything, so it becomes nobody.
                let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
                let reader = try folder.server(wrapper: geteuid() == 0 ? nobody : [])
                let list = try reader.call("todo.list")
                #expect(list["result"] != nil || list.reason == "readOnly", "\(list.text)")
                let change = try reader.call("todo.create", #"{"title":"no"}"#)
                #expect(change.errorCode == 503 && change.reason == "readOnly", "\(change.text)")
                try reader.expectQuietEnd()
                #expect(try Files.contents(of: path) == bytes && folder.names == ["s.sqlite"])
                try Files.setMode(0o755, of: folder.path)
            }
        }

        @Test("A full file: 503 full, nothing of the request has happened, and reading goes on")
        func full() throws {
            try withFolder { folder in
                // A limit on the size of files is a full disk, as far as a write can tell.
                let server = try folder.server(wrapper: ["sh", "-c", "ulimit -f 1024; exec \"$0\" \"$@\""])
                let detail = String(repeating: "d", count: 50_000)
                var kept: [Int64] = []
                var failure: JSONValue?
                while failure == nil && kept.count < 100 {
                    let reply = try server.call("todo.create", #"{"title":"t","detail":"\#(detail)"}"#)
                    if let id = reply["result"]?["id"]?.integer { kept.append(id) } else { failure = reply }
                }
                #expect(failure?.errorCode == 503 && failure?.reason == "full", "\(failure?.text ?? "")")
                #expect(kept.count > 2)
                #expect(try server.titles().count == kept.count)
                try server.expectQuietEnd()
                #expect(try folder.server().titles().count == kept.count)
            }
        }
    }
}
