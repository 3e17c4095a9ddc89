import JSON
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension EndToEnd {
    @Suite("Copying, checking and recovering a store", .serialized)
    struct MaintenanceTests {
        /// Runs the executable on the store of the folder until it ends.
        private func run(
            _ folder: TemporaryFolder, _ options: [String], store: String = "s.sqlite", wrapper: [String] = []
        ) throws -> (status: Int32, output: String, errors: String) {
            let process = try ServerProcess(["--store", folder.file(store)] + options, wrapper: wrapper)
            let output = try process.restOfBytes()
            return (try process.exitStatus(), output, process.errorText)
        }

        /// A store of some size, which no server has open.
        private func fill(_ folder: TemporaryFolder, todos: Int) throws {
            let server = try folder.server()
            let detail = String(repeating: "d", count: 3000)
            for number in 0..<todos {
                try server.request(
                    "todo.create", #"{"title":"t\#(number)","detail":"\#(detail)","category":"c\#(number % 3)"}"#)
            }
            for _ in 0..<todos { #expect(try server.next()["result"] != nil) }
            try server.expectQuietEnd()
        }

        private func overwrite(_ path: String, from start: Int, _ count: Int) throws {
            var bytes = try Files.contents(of: path)
            bytes.replaceSubrange(start..<start + count, with: Array(repeating: 0xA5, count: count))
            try Files.write(bytes, to: path)
        }

        @Test("Copies that are made while servers write are whole, each as of one moment, and no writer notices")
        func copiesWhileWriting() throws {
            try withFolder { folder in
                let writers = [try folder.server(), try folder.server(framing: .headers)]
                for writer in writers { _ = try writer.result("todo.create", #"{"title":"t"}"#) }
                var before = 2
                for round in 1...6 {
                    for writer in writers {
                        for _ in 0..<60 { try writer.request("todo.create", #"{"title":"t","category":"c\#(round)"}"#) }
                    }
                    // Meanwhile they write.
                    let copy = try run(folder, ["--backup", folder.file("copy")])
                    #expect(copy.status == 0, "\(copy.errors)")
                    for writer in writers {
                        for _ in 0..<60 { #expect(try writer.next()["result"] != nil) }
                    }
                    let report = try run(folder, ["--verify"], store: "copy")
                    #expect(report.status == 0, "\(report.output)")
                    // Every request makes one todo and one revision, and none is there without those before it.
                    let count = try #require(copy.output.firstMatch(of: /: (\d+) todos, revision (\d+)\n/))
                    let todos = try #require(Int(count.1))
                    #expect(count.1 == count.2 && before...(2 + 120 * round) ~= todos)
                    before = 2 + 120 * round
                }
                for writer in writers { try writer.expectQuietEnd() }
                #expect(try run(folder, ["--verify"]).status == 0)
                #expect(folder.names == ["copy", "s.sqlite"])
            }
        }

        @Test("A copy that is put back is the store as it was")
        func putBack() throws {
            try withFolder { folder in
                try fill(folder, todos: 20)
                #expect(try run(folder, ["--backup", folder.file("copy")]).status == 0)
                let server = try folder.server()
                _ = try server.result("todo.deleteMany", #"{"ids":[1,2,3]}"#)
                try server.expectQuietEnd()
                try Files.move(folder.file("copy"), to: folder.file("s.sqlite"))
                let later = try folder.server()
                #expect(try later.titles().count == 20)
                #expect(try later.result("todo.create", #"{"title":"next"}"#)["id"] == .number("21"))
                try later.expectQuietEnd()
            }
        }

        @Test(
            "What is made is for its owner only, whatever the umask",
            arguments: ["0", "0777"], ["--backup", "--recover"])
        func permissions(mask: String, option: String) throws {
            try withFolder { folder in
                try fill(folder, todos: 3)
                let made = try run(
                    folder, [option, folder.file("made")],
                    wrapper: ["sh", "-c", "umask \(mask); exec \"$0\" \"$@\""])
                #expect(made.status == 0, "\(made.errors)")
                #expect(Files.mode(of: folder.file("made")) == 0o600)
            }
        }

        @Test("A full disk: status 1 with the reason, nothing is left behind, and an earlier copy stays")
        func full() throws {
            try withFolder { folder in
                try fill(folder, todos: 4)
                #expect(try run(folder, ["--backup", folder.file("copy")]).status == 0)
                let copy = try Files.contents(of: folder.file("copy"))
                try fill(folder, todos: 300)
                for option in ["--backup", "--recover"] {
                    let target = folder.file(option == "--backup" ? "copy" : "new")
                    let tried = try run(
                        folder, [option, target], wrapper: ["sh", "-c", "ulimit -f 600; exec \"$0\" \"$@\""])
                    #expect(tried.status == 1 && tried.errors.contains(": full: "), "\(tried.errors)")
                    #expect(tried.output == "" && !folder.names.contains { $0.contains("partial") || $0 == "new" })
                }
                #expect(try Files.contents(of: folder.file("copy")) == copy)
            }
        }

        @Test("A wrong count that was planted with SQL is found, and named by its section")
        func wrongCount() throws {
            try withFolder { folder in
                try fill(folder, todos: 9)
                #expect(try run(folder, ["--verify"]).status == 0)
                try SQLiteFile(folder.file("s.sqlite")).run("UPDATE sections SET count = 7 WHERE id = 2")
                let report = try run(folder, ["--verify"])
                #expect(report.status == 1 && report.errors == "")
                #expect(report.output.contains("WRONG    the counts of every section are true\n"))
                #expect(report.output.contains("section c2: 7 todos, 0 completed; found 3, 0\n"), "\(report.output)")
                #expect(report.output.contains("--recover"))
                #expect(try run(folder, ["--recover", folder.file("new")]).status == 0)
                #expect(try run(folder, ["--verify"], store: "new").status == 0)
            }
        }

        @Test("From a store with overwritten pages comes what can be read, and the rest is named")
        func overwritten() throws {
            try withFolder { folder in
                try fill(folder, todos: 60)
                let path = folder.file("s.sqlite")
                try overwrite(path, from: 100 * 1024, 20 * 4096)
                let bytes = try Files.contents(of: path)
                let server = try folder.server()
                let refusal = try server.call("todo.list", #"{"limit":1000}"#)
                #expect(refusal.errorCode == 503 && refusal.reason == "damaged")
                #expect(refusal["error"]?["message"]?.string?.contains("--recover") == true)
                try server.expectQuietEnd()
                #expect(try run(folder, ["--verify"]).status == 1)
                let recovery = try run(folder, ["--recover", folder.file("new")])
                #expect(recovery.status == 0, "\(recovery.errors)")
                #expect(try Files.contents(of: path) == bytes)
                let found = try folder.other("new")
                let count = try found.titles().count
                #expect(20..<60 ~= count)
                #expect(recovery.output.contains(": \(count) todos in 3 sections were found\n"), "\(recovery.output)")
                #expect(recovery.output.contains("missing todos: "))
                #expect(try found.result("todo.create", #"{"title":"next"}"#)["id"] == .number("61"))
                try found.expectQuietEnd()
            }
        }

        @Test("A store that is missing, or no store, is status 1, and a recovery over something is refused")
        func refused() throws {
            try withFolder { folder in
                for options in [["--verify"], ["--backup", folder.file("x")], ["--recover", folder.file("x")]] {
                    let tried = try run(folder, options)
                    #expect(tried.status == 1 && tried.output == "" && tried.errors.contains("missing"))
                }
                #expect(folder.names == [])
                try fill(folder, todos: 1)
                let tried = try run(folder, ["--recover", folder.file("s.sqlite")])
                #expect(tried.status == 1 && tried.errors.contains("left as it is"))
            }
        }
    }
}

extension TemporaryFolder {
    /// A server on another store of this folder.
    fileprivate func other(_ name: String) throws -> ServerProcess {
        try ServerProcess(["--store", file(name), "--cache", file("cache")])
    }
}
