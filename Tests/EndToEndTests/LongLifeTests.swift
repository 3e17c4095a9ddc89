import JSON
import TestSupport
import Testing

#if os(Linux)
    import Glibc

    /// What a process and its store hold.
    private struct Footprint: CustomStringConvertible {
        let kilobytes: Int
        let descriptors: Int
        /// The store and its log.
        let bytes: Int

        init(_ server: ServerProcess, _ folder: TemporaryFolder) throws {
            kilobytes = try server.kilobytes("VmRSS")
            descriptors = Files.names(in: "/proc/\(server.id)/fd").count
            bytes = ["s.sqlite", "s.sqlite-wal"].reduce(0) { $0 + Self.size(folder.file($1)) }
        }

        private static func size(_ path: String) -> Int {
            var status = stat()
            return unsafe stat(path, &status) == 0 ? status.st_size : 0
        }

        var description: String { "\(kilobytes) kB, \(descriptors) descriptors, \(bytes) bytes in files" }
    }

    /// A client that changes, looks and takes back, and leaves as many todos as there were.
    private struct Visitor {
        let server: ServerProcess
        var dice: SeededGenerator

        mutating func visit() throws {
            var ids: [Int64] = []
            for number in 0..<40 {
                let category = dice.pick(["", "A", "B", "한글"])
                ids.append(
                    try id(of: server.result("todo.create", #"{"title":"visit \#(number)","category":"\#(category)"}"#))
                )
            }
            for _ in 0..<40 { try change(dice.pick(ids)) }
            for text in ["visit", "nowhere", "ㅎㄱ"] {
                _ = try server.result("todo.list", #"{"filter":{"text":"\#(text)"},"limit":20}"#)
            }
            _ = try server.result("sections.list", #"{"includeEmpty":true}"#)
            _ = try server.result("changes.since", #"{"limit":10}"#)
            #expect(try server.call("pet.random", #"{"kind":"dog"}"#).errorCode == 502)
            // An answer to nonsense costs no more than another.
            #expect(try server.call("todo.nothing").errorCode == -32601)
            let list = ids.map(String.init).joined(separator: ",")
            _ = try server.result("todo.deleteMany", #"{"ids":[\#(list)]}"#)
        }

        private mutating func change(_ id: Int64) throws {
            switch Int.random(in: 0..<4, using: &dice) {
            case 0:
                _ = try server.result(
                    "todo.update", #"{"id":\#(id),"detail":"\#(UInt32.random(in: 0...9, using: &dice))"}"#)
            case 1:
                _ = try server.result("todo.move", #"{"id":\#(id),"index":\#(Int.random(in: 0...50, using: &dice))}"#)
            case 2: _ = try server.result("todo.update", #"{"id":\#(id),"isCompleted":true}"#)
            default:
                _ = try server.result("todo.update", #"{"id":\#(id),"title":"taken back"}"#)
                // The other visitor may have been there since: then it is refused, which is well too.
                _ = try server.call("todo.undo")
            }
        }

        private func id(of todo: JSONValue) throws -> Int64 { try #require(todo["id"]?.integer) }
    }

    extension EndToEnd {
        /// With `SOAK_SECONDS` it goes on for so long.
        @Suite("A long life")
        struct LongLifeTests {
            @Test(
                "Memory, descriptors and files are what they were, however many requests two servers have carried out")
            func steady() throws {
                try withFolder { folder in
                    var visitors = try (0..<2).map { _ in
                        Visitor(server: try folder.server(["--history", "200"]), dice: .printed(for: "a long life"))
                    }
                    let footprints = { try visitors.map { try Footprint($0.server, folder) } }
                    /// Forty visits by each at least, however short the time.
                    func visit(until end: Int) throws -> Int {
                        var visits = 0
                        while visits < 40 || time(nil) < end {
                            for index in visitors.indices { try visitors[index].visit() }
                            visits += 1
                        }
                        return visits
                    }
                    let (start, seconds) = (time(nil), SharedStoreTests.soakSeconds ?? 0)
                    // The caches of SQLite fill up first, and the log grows to what a checkpoint leaves of it.
                    let warming = try visit(until: start + seconds / 10)
                    let before = try footprints()
                    let visits = try visit(until: start + seconds)
                    let after = try footprints()
                    print("\(warming) visits by each: \(before); \(visits) more: \(after)")
                    for (before, after) in zip(before, after) {
                        #expect(after.descriptors == before.descriptors)
                        #expect(after.bytes <= before.bytes * 11 / 10)
                        if !Sanitizer.isAtWork { #expect(after.kilobytes <= before.kilobytes * 11 / 10) }
                    }
                    for visitor in visitors { try visitor.server.expectQuietEnd() }
                }
            }
        }
    }
#endif
