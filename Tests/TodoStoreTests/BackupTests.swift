import TestSupport
import Testing
import TodoCore

@testable import TodoStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Copies of a store", .blocking)
struct BackupTests {
    /// A store with a few todos, closed.
    private func store(_ folder: TemporaryFolder, _ name: String = "s.sqlite", todos: Int = 5) throws -> StoreLocation {
        let location = StoreLocation.file(folder.file(name))
        let user = StoreUser(location)
        for number in 0..<todos { try user.create("t\(number)", in: "c\(number % 2)") }
        user.store.close()
        return location
    }

    @Test("A copy has all that the store has just then, in one file for its owner only, and can be used as a store")
    func whole() throws {
        try TemporaryFolder.with { folder in
            let (path, target) = (folder.file("s.sqlite"), folder.file("copy"))
            let user = StoreUser(path)
            for number in 0..<50 { try user.create("t\(number)", in: "c\(number % 3)") }
            try user.delete(7)
            // The store is open: half of this is in its log alone.
            let copy = try StoreMaintenance.backUp(.file(path), to: target)
            #expect(copy.todos == 49 && copy.revision == 51)
            #expect(Files.mode(of: target) == 0o600)
            #expect(folder.names == ["copy", "s.sqlite", "s.sqlite-shm", "s.sqlite-wal"])
            let list = try user.list()
            try user.create("later")
            let other = StoreUser(target)
            #expect(try other.list() == list)
            #expect(try other.create("one more").id == 51)
            other.store.close()
            #expect(try StoreMaintenance.verify(.file(target)).isHealthy)
        }
    }

    @Test("An earlier copy of the same store is replaced")
    func again() throws {
        try TemporaryFolder.with { folder in
            let location = try store(folder)
            let target = folder.file("copy")
            _ = try StoreMaintenance.backUp(location, to: target)
            let user = StoreUser(location)
            try user.create("new")
            #expect(try StoreMaintenance.backUp(location, to: target).todos == 6)
            #expect(try StoreUser(target).list().count == 6)
        }
    }

    /// What may stand where the copy is to be.
    enum Obstacle: String, CaseIterable {
        case text, empty, folder, fifo, link, danglingLink, otherCopy, otherStore, otherDatabase
    }

    private func put(_ obstacle: Obstacle, _ target: String, _ folder: TemporaryFolder) throws {
        switch obstacle {
        case .text: try Files.write(Array("notes".utf8), to: target)
        case .empty: try Files.write([], to: target)
        case .folder: try Files.makeFolder(target)
        case .fifo: #expect(unsafe mkfifo(target, 0o600) == 0)
        case .link:
            _ = try StoreMaintenance.backUp(.file(folder.file("s.sqlite")), to: folder.file("real"))
            #expect(unsafe symlink(folder.file("real"), target) == 0)
        case .danglingLink: #expect(unsafe symlink(folder.file("nowhere"), target) == 0)
        case .otherCopy: _ = try StoreMaintenance.backUp(try store(folder, "o.sqlite"), to: target)
        case .otherStore: _ = try store(folder, "copy")
        case .otherDatabase: try SQLiteFile(target).run("CREATE TABLE notes(x)")
        }
    }

    @Test("Whatever else stands at the path stays as it is, and nothing is left behind", arguments: Obstacle.allCases)
    func obstacles(obstacle: Obstacle) throws {
        try TemporaryFolder.with { folder in
            let location = try store(folder)
            let target = folder.file("copy")
            try put(obstacle, target, folder)
            let isFile = ![.folder, .fifo, .danglingLink].contains(obstacle)
            let (names, bytes) = (folder.names, isFile ? try Files.contents(of: target) : [])
            expectOccupied { _ = try StoreMaintenance.backUp(location, to: target) }
            expectOccupied { _ = try StoreMaintenance.recover(location, to: target) }
            #expect(folder.names == names)
            #expect(try (isFile ? Files.contents(of: target) : []) == bytes)
        }
    }

    @Test("The store itself, by whatever name, and the files beside it are no place for a copy")
    func itself() throws {
        try TemporaryFolder.with { folder in
            let location = try store(folder)
            let bytes = try Files.contents(of: location.path)
            #expect(unsafe link(location.path, folder.file("second")) == 0)
            for name in ["s.sqlite", "../\(folder.path.split(separator: "/").last ?? "")/s.sqlite", "second"] {
                expectOccupied { _ = try StoreMaintenance.backUp(location, to: folder.file(name)) }
            }
            for suffix in ["-wal", "-shm", "-journal"] {
                expectOccupied { _ = try StoreMaintenance.backUp(location, to: location.path + suffix) }
            }
            #expect(try Files.contents(of: location.path) == bytes)
            #expect(folder.names == ["s.sqlite", "second"])
        }
    }

    @Test("The files beside a store are known by another path too, where a slash has a combining mark behind it")
    func besideByAnotherPath() throws {
        try TemporaryFolder.with { folder in
            let location = try store(folder, "\u{300}s.sqlite")
            for suffix in ["-wal", "-shm", "-journal"] {
                expectOccupied {
                    _ = try StoreMaintenance.backUp(location, to: folder.path + "/./\u{300}s.sqlite" + suffix)
                }
            }
            #expect(folder.names == ["\u{300}s.sqlite"])
        }
    }

    @Test("A copy that is in use as a store is not replaced under whoever uses it")
    func inUse() throws {
        try TemporaryFolder.with { folder in
            let location = try store(folder)
            let target = folder.file("copy")
            _ = try StoreMaintenance.backUp(location, to: target)
            let other = StoreUser(target)
            try other.create("of the copy")
            expectOccupied { _ = try StoreMaintenance.backUp(location, to: target) }
            #expect(try other.create("more").id == 7)
            other.store.close()
            expectOccupied { _ = try StoreMaintenance.backUp(location, to: target) }
            #expect(try StoreUser(target).list().count == 7)
        }
    }

    @Test("A damaged store is not copied, and the earlier copy stays")
    func damaged() throws {
        try TemporaryFolder.with { folder in
            let location = try store(folder, todos: 300)
            let target = folder.file("copy")
            _ = try StoreMaintenance.backUp(location, to: target)
            let copy = try Files.contents(of: target)
            var bytes = try Files.contents(of: location.path)
            bytes.replaceSubrange(bytes.count - 8192..<bytes.count - 4096, with: Array(repeating: 0xA5, count: 4096))
            try Files.write(bytes, to: location.path)
            expectStoreFailure(.damaged) { _ = try StoreMaintenance.backUp(location, to: target) }
            #expect(try Files.contents(of: target) == copy)
            #expect(try Files.contents(of: location.path) == bytes)
            #expect(!folder.names.contains { $0.contains("partial") })
        }
    }

    @Test(
        "What is no store is not copied, and none is made", arguments: ["missing", "empty", "text", "folder", "memory"])
    func noStore(kind: String) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            switch kind {
            case "empty": try Files.write([], to: path)
            case "text": try Files.write(Array(String(repeating: "- buy milk\n", count: 100).utf8), to: path)
            case "folder": try Files.makeFolder(path)
            default: break
            }
            var location = StoreLocation.file(path)
            if kind == "memory" { location = .memory }
            var reason = StoreFailure.Reason.notAStore
            if kind == "missing" || kind == "memory" { reason = .missing }
            let names = folder.names
            expectStoreFailure(reason) { _ = try StoreMaintenance.backUp(location, to: folder.file("copy")) }
            expectStoreFailure(reason) { _ = try StoreMaintenance.verify(location) }
            let recovery = try? StoreMaintenance.recover(location, to: folder.file("new"))
            #expect(recovery == nil && folder.names == names)
        }
    }
}

func expectOccupied(at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
    let error = #expect(throws: MaintenanceFailure.self, sourceLocation: location) { try body() }
    guard let error else { return }
    if case .occupied = error { return }
    Issue.record("\(error)", sourceLocation: location)
}

func expectStoreFailure(
    _ reason: StoreFailure.Reason, at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    let error = #expect(throws: MaintenanceFailure.self, sourceLocation: location) { try body() }
    guard let error else { return }
    if case .store(let failure) = error, failure.reason == reason { return }
    Issue.record("\(error)", sourceLocation: location)
}
