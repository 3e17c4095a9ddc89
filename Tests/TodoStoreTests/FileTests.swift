import TestSupport
import Testing
import TodoCore
import TodoStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("The store's file", .blocking)
struct FileTests {
    /// The bytes of a healthy store with 300 todos in it.
    static func healthy() throws -> [UInt8] {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            try user.write { store in
                for number in 0..<300 {
                    let detail = String(repeating: "d", count: 200)
                    _ = try store.create(NewTodo(title: "t\(number)", detail: detail), at: user.now)
                }
            }
            user.store.close()
            return try Files.contents(of: path)
        }
    }

    /// A file that no store can be read from, and why.
    struct Wreck: Sendable, CustomTestStringConvertible {
        let name: String
        let reasons: Set<StoreFailure.Reason>
        /// Whether some todos can be read all the same.
        var isReadable = false
        let make: @Sendable ([UInt8]) -> [UInt8]

        var testDescription: String { name }

        static let all = [
            Wreck(name: "random bytes", reasons: [.notAStore]) { _ in
                var dice = SeededGenerator.printed(for: "random bytes")
                return (0..<16384).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
            },
            Wreck(name: "a text", reasons: [.notAStore]) { _ in
                Array(String(repeating: "- buy milk\n", count: 400).utf8)
            },
            Wreck(name: "a short text", reasons: [.notAStore]) { _ in Array("- buy milk\n".utf8) },
            Wreck(name: "nothing but zeros", reasons: [.notAStore]) { _ in Array(repeating: 0, count: 8192) },
            Wreck(name: "another first line", reasons: [.notAStore]) { Array("not a database!!".utf8) + $0[16...] },
            Wreck(name: "pages overwritten", reasons: [.damaged], isReadable: true) {
                Array($0[..<4096]) + Array(repeating: 0xA5, count: $0.count - 4096)
            },
            Wreck(name: "pages zeroed", reasons: [.damaged], isReadable: true) {
                Array($0[..<4096]) + Array(repeating: 0, count: $0.count - 4096)
            },
            Wreck(name: "cut in half", reasons: [.damaged], isReadable: true) { Array($0[..<($0.count / 2 + 123)]) },
            Wreck(name: "only its first page", reasons: [.damaged], isReadable: true) { Array($0[..<4096]) },
        ]
    }

    @Test("What cannot be read is refused with its reason, and not a byte of it changes", arguments: Wreck.all)
    func wrecks(wreck: Wreck) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let bytes = wreck.make(try Self.healthy())
            try Files.write(bytes, to: path)
            let user = StoreUser(path)
            for _ in 0..<2 {
                for write in [false, true] {
                    do {
                        if write { try user.create("new", in: "N") } else { _ = try user.list() }
                        Issue.record("a wreck was \(write ? "written" : "read")")
                    } catch let failure as StoreFailure {
                        #expect(wreck.reasons.contains(failure.reason), "\(failure)")
                    } catch StoreError.unavailable(let failure) {
                        #expect(wreck.isReadable && wreck.reasons.contains(failure.reason), "\(failure)")
                    }
                }
            }
            user.store.close()
            #expect(try Files.contents(of: path) == bytes)
        }
    }

    @Test("A store that a newer version wrote is refused and stays as it is")
    func newer() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            try user.create()
            user.store.close()
            try SQLiteFile(path).run("PRAGMA user_version = 99")
            let bytes = try Files.contents(of: path)
            let later = StoreUser(path)
            expectFailure(.newerVersion) { _ = try later.list() }
            expectFailure(.newerVersion) { try later.create() }
            later.store.close()
            #expect(try Files.contents(of: path) == bytes)
            // Looking at it leaves nothing beside it.
            #expect(folder.names == ["s.sqlite"])
        }
    }

    @Test(
        "Another program's database is refused and stays as it is",
        arguments: ["", "PRAGMA user_version = 1;", "PRAGMA application_id = 7;"])
    func foreign(pragma: String) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            try SQLiteFile(path).run("CREATE TABLE notes(x); INSERT INTO notes VALUES ('n');" + pragma)
            let bytes = try Files.contents(of: path)
            let user = StoreUser(path)
            expectFailure(.notAStore) { _ = try user.list() }
            expectFailure(.notAStore) { try user.create() }
            user.store.close()
            #expect(try Files.contents(of: path) == bytes)
        }
    }

    @Test("Another program's database that was left with a log is refused, and not even the log changes")
    func foreignLog() throws {
        try TemporaryFolder.with { folder in
            let (path, living) = (folder.file("s.sqlite"), folder.file("living.sqlite"))
            do {
                let program = try SQLiteFile(living)
                try program.run("PRAGMA journal_mode = WAL; CREATE TABLE notes(x); INSERT INTO notes VALUES ('n')")
                // It closes its file without a name, and so leaves the log as a crash would.
                for end in ["", "-wal"] { try Files.move(living + end, to: path + end) }
            }
            let (file, log) = (try Files.contents(of: path), try Files.contents(of: path + "-wal"))
            #expect(log.count > 4096)
            let user = StoreUser(path)
            expectFailure(.notAStore) { _ = try user.list() }
            expectFailure(.notAStore) { try user.create() }
            user.store.close()
            #expect(try Files.contents(of: path) == file && Files.contents(of: path + "-wal") == log)
        }
    }

    @Test(
        "A store that others may read is the owner's alone once it is opened; another program's database stays as it is"
    )
    func madePrivate() throws {
        try TemporaryFolder.with { folder in
            let (path, foreign) = (folder.file("s.sqlite"), folder.file("notes.sqlite"))
            let user = StoreUser(path)
            try user.create()
            user.store.close()
            try SQLiteFile(foreign).run("CREATE TABLE notes(x)")
            for file in [path, foreign] { try Files.setMode(0o644, of: file) }
            let later = StoreUser(path)
            try later.create()
            #expect(folder.names == ["notes.sqlite", "s.sqlite", "s.sqlite-shm", "s.sqlite-wal"])
            for name in folder.names where name.hasPrefix("s.") {
                #expect(Files.mode(of: folder.file(name)) == 0o600, "\(name)")
            }
            expectFailure(.notAStore) { try StoreUser(foreign).create() }
            #expect(Files.mode(of: foreign) == 0o644)
        }
    }

    @Test("A folder, and what is no regular file, is refused")
    func notRegular() throws {
        try TemporaryFolder.with { folder in
            try Files.makeFolder(folder.file("d"))
            expectFailure(.notAStore) { _ = try StoreUser(folder.file("d")).list() }
            expectFailure(.notAStore) { try StoreUser("/dev/null").create() }
            #expect(folder.names == ["d"])
        }
    }

    @Test("A file in the place of the folder gives a reason, and stays")
    func fileAsFolder() throws {
        try TemporaryFolder.with { folder in
            try Files.write([1], to: folder.file("f"))
            expectFailure(.missing) { try StoreUser(folder.file("f/s.sqlite")).create() }
            #expect(try Files.contents(of: folder.file("f")) == [1])
        }
    }

    @Test(
        "A store that was there and is gone is missing: no empty one takes its place, and it is used again when it is back"
    )
    func gone() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            let todo = try user.create()
            for name in folder.names { try Files.move(folder.file(name), to: folder.path + "/away-" + name) }
            expectFailure(.missing) { try user.create() }
            user.now = Timestamp(milliseconds: user.now.milliseconds + 1000)
            expectFailure(.missing) { _ = try user.list() }
            #expect(!Files.isThere(path))
            for name in folder.names { try Files.move(folder.file(name), to: folder.file(String(name.dropFirst(5)))) }
            #expect(try user.todo(todo.id) == todo)
            #expect(try user.create().id == 2)
        }
    }

    @Test("A store that another file replaces is let go of, and the new one is used; neither gets what is the other's")
    func replaced() throws {
        try TemporaryFolder.with { folder in
            let (path, second) = (folder.file("s.sqlite"), folder.file("other.sqlite"))
            let user = StoreUser(path)
            try user.create("old")
            let other = StoreUser(second)
            for title in ["one", "two"] { try other.create(title) }
            other.store.close()
            // As somebody does who puts back a copy: the log of the old file goes with it.
            for name in folder.names where name.hasPrefix("s.sqlite") {
                try Files.move(folder.file(name), to: folder.file("away-" + name))
            }
            try Files.move(second, to: path)
            #expect(try user.create("three").id == 3)
            #expect(try user.list().map(\.title) == ["one", "two", "three"])
            #expect(try StoreUser(folder.file("away-s.sqlite")).list().map(\.title) == ["old"])
        }
    }

    @Test("A copy that is put in the place of a store that is in use stays as it is: the former one's log is set aside")
    func copyPutBack() throws {
        try TemporaryFolder.with { folder in
            let (path, copy) = (folder.file("s.sqlite"), folder.file("copy.sqlite"))
            let saved = StoreUser(copy)
            try saved.create("saved")
            saved.store.close()
            let user = StoreUser(path)
            for title in ["a", "b", "c"] { try user.create(title) }
            try Files.move(copy, to: path)
            #expect(try user.create("later").id == 2)
            #expect(try user.list().map(\.title) == ["saved", "later"])
            #expect(folder.names.contains("s.sqlite-wal.replaced"))
            user.store.close()
            #expect(try StoreUser(path).list().map(\.title) == ["saved", "later"])
        }
    }

    @Test("What is damaged in one place is not written to in another one either, and is read where it can be")
    func damagedInPart() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            try Files.write(try Self.healthy(), to: path)
            let leaves = "SELECT pageno FROM dbstat WHERE name = 'todos' AND pagetype = 'leaf' ORDER BY path"
            let page = try #require(try SQLiteFile(path).numbers(leaves).dropFirst(3).first)
            var bytes = try Files.contents(of: path)
            let size = Int(try #require(try SQLiteFile(path).numbers("PRAGMA page_size").first))
            bytes.replaceSubrange(Int(page - 1) * size..<Int(page) * size, with: Array(repeating: 0xA5, count: size))
            try Files.write(bytes, to: path)
            // Without having met the damage, nothing keeps a todo from being made.
            #expect(try StoreUser(path).create().id == 301)
            let user = StoreUser(path)
            #expect(throws: StoreError.self) { _ = try user.list() }
            expectFailure(.damaged) { try user.create() }
            #expect(try user.todo(1).title == "t0")
        }
    }

    @Test("A store that was damaged and is put back is written to again, without a restart")
    func repaired() throws {
        try TemporaryFolder.with { folder in
            let (path, copy) = (folder.file("s.sqlite"), folder.file("copy"))
            let bytes = try Self.healthy()
            try Files.write(Array(bytes[..<4096]), to: path)
            let user = StoreUser(path)
            #expect(throws: (any Error).self) { try user.create() }
            expectFailure(.damaged) { try user.create() }
            try Files.write(bytes, to: copy)
            try Files.move(copy, to: path)
            #expect(try user.create().id == 301)
        }
    }

    @Test("An empty file becomes a store, and so does what a link without a target points at")
    func emptyFile() throws {
        try TemporaryFolder.with { folder in
            try Files.write([], to: folder.file("empty"))
            #expect(try StoreUser(folder.file("empty")).create().id == 1)
            #expect(unsafe symlink(folder.file("target"), folder.file("link")) == 0)
            #expect(try StoreUser(folder.file("link")).create().id == 1)
            #expect(Files.isThere(folder.file("target")))
        }
    }

    @Test("Folders and files that are made are for their owner only")
    func permissions() throws {
        try TemporaryFolder.with { folder in
            let user = StoreUser(folder.file("a/b/s.sqlite"))
            try user.create()
            #expect(Files.mode(of: folder.file("a")) == 0o700 && Files.mode(of: folder.file("a/b")) == 0o700)
            #expect(Files.names(in: folder.file("a/b")) == ["s.sqlite", "s.sqlite-shm", "s.sqlite-wal"])
            for name in Files.names(in: folder.file("a/b")) {
                #expect(Files.mode(of: folder.file("a/b/" + name)) == 0o600, "\(name)")
            }
        }
    }

    @Test(
        "A store that may only be read is read and not written",
        .enabled(if: geteuid() != 0, "root may write everything"))
    func readOnly() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            try user.create("kept")
            user.store.close()
            try Files.setMode(0o400, of: path)
            let bytes = try Files.contents(of: path)
            let reader = StoreUser(path)
            #expect(try reader.list().map(\.title) == ["kept"])
            expectFailure(.readOnly) { try reader.create() }
            reader.store.close()
            #expect(try Files.contents(of: path) == bytes)
        }
    }
}
