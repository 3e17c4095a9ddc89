import JSON
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension EndToEnd {
    @Suite("Clients and files that mean no good", .serialized)
    struct HostileTests {
        private static let long = 1 << 20

        /// A request whose one text is very long, and what its error says of it.
        struct LongName: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let request: @Sendable (String) -> String

            static let all = [
                LongName(testDescription: "a method") { EndToEndTests.request(1, $0) },
                LongName(testDescription: "a param") {
                    EndToEndTests.request(1, "todo.create", #"{"title":"t","\#($0)":1}"#)
                },
                LongName(testDescription: "a section") {
                    EndToEndTests.request(1, "sections.rename", #"{"id":"\#($0)","title":"t"}"#)
                },
                LongName(testDescription: "a word") {
                    EndToEndTests.request(1, "sections.list", #"{"groupBy":"\#($0)"}"#)
                },
                LongName(testDescription: "a pet") {
                    EndToEndTests.request(1, "pet.image", #"{"kind":"cat","id":"\#($0)"}"#)
                },
                LongName(testDescription: "a notification") { EndToEndTests.request(1, "$/" + $0) },
            ]
        }

        @Test(
            "A very long name is refused in few words: it does not come back again and again", arguments: LongName.all)
        func longNames(name: LongName) throws {
            try withFolder { folder in
                let server = try folder.server()
                try server.send(name.request(String(repeating: "x", count: Self.long)) + "\n")
                let reply = try server.next()
                #expect(reply.errorCode != nil && reply.text.utf8.count < 8192, "\(reply.text.prefix(300))")
                try server.expectQuietEnd()
            }
        }

        @Test(
            "One character of 600,000 code points is too long for a line",
            arguments: [
                ("todo.create", #"{"title":"a§"}"#), ("todo.create", #"{"title":"a","category":"b§"}"#),
                ("todo.create", #"{"title":"a","key":"b§"}"#), ("todo.list", #"{"filter":{"text":"a§"}}"#),
            ])
        func longCharacters(method: String, params: String) throws {
            try withFolder { folder in
                let server = try folder.server()
                let text = params.replacing("§", with: String(repeating: "\u{301}", count: 600_000))
                let reply = try server.call(method, text)
                #expect(reply.errorCode == -32602 && reply.reason == "tooLong", "\(reply.text.prefix(300))")
                #expect(try server.titles() == [])
                try server.expectQuietEnd()
            }
        }

        @Test("What is no regular file is refused as a store at once, and nothing is written to where a link leads")
        func places() throws {
            try withFolder { folder in
                let fifo = folder.file("fifo")
                #expect(unsafe mkfifo(fifo, 0o600) == 0)
                for path in [fifo, "/dev/null", "/dev/zero", folder.path] {
                    let server = try ServerProcess(["--store", path])
                    let reply = try server.call("todo.create", #"{"title":"t"}"#)
                    #expect(reply.errorCode == 503 && reply.reason == "notAStore", "\(path): \(reply.text)")
                    try server.expectQuietEnd()
                }
                try Files.write(Array("mine".utf8), to: folder.file("other"))
                let first = try folder.server()
                _ = try first.result("todo.create", #"{"title":"t"}"#)
                try first.expectQuietEnd()
                for suffix in ["-wal", "-shm", "-journal"] {
                    let link = folder.file("s.sqlite" + suffix)
                    #expect(unsafe symlink(folder.file("other"), link) == 0)
                    let server = try folder.server()
                    #expect(try server.call("todo.create", #"{"title":"t"}"#).errorCode == 503)
                    try server.expectQuietEnd()
                    #expect(try Files.text(of: folder.file("other")) == "mine")
                    try Files.remove(link)
                }
            }
        }

        @Test(
            "With an umask that takes everything away, what is made is for its owner", arguments: ["0", "0777", "0277"])
        func umasks(mask: String) throws {
            try withFolder { folder in
                let path = folder.file("a/b/s.sqlite")
                let server = try ServerProcess(
                    ["--store", path, "--cache", folder.file("c/d")],
                    wrapper: ["sh", "-c", "umask \(mask); exec \"$0\" \"$@\""])
                _ = try server.result("todo.create", #"{"title":"t"}"#)
                _ = try server.result("pet.image", #"{"kind":"dog","id":"bundled-dog-1"}"#)
                for made in ["a", "a/b", "c", "c/d"] { #expect(Files.mode(of: folder.file(made)) == 0o700, "\(made)") }
                for made in ["s.sqlite", "s.sqlite-wal", "s.sqlite-shm"] {
                    #expect(Files.mode(of: folder.file("a/b/" + made)) == 0o600, "\(made)")
                }
                try server.expectQuietEnd()
            }
        }

        @Test("The services' keys are in nothing that the server writes, whatever goes wrong")
        func keys() throws {
            try withFolder { folder in
                let (cat, dog) = ("c4t-s3cret", "d0g-s3cret")
                let wrapper = ["env", "CAT_API_KEY=" + cat, "DOG_API_KEY=" + dog]
                // A store that cannot be used, so that something is logged.
                try Files.makeFolder(folder.file("s.sqlite"))
                let server = try folder.server(["--log", "debug", "--sample"], wrapper: wrapper)
                for params in [#"{"kind":"cat"}"#, #"{"kind":"dog"}"#, #"{"kind":"cat","allowOffline":true}"#] {
                    try server.request("pet.random", params)
                }
                try server.request("pet.image", #"{"kind":"cat","id":"never-seen"}"#)
                server.closeInput()
                let replies = try server.rest().map(\.text).joined()
                #expect(try server.exitStatus() == 0)
                #expect(replies.contains("offline") && server.errorText.contains("no sample"))
                for text in [replies, server.errorText] { #expect(!text.contains(cat) && !text.contains(dog)) }
            }
        }
    }
}
