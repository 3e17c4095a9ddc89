import TestSupport
import Testing
import TodoCore

@testable import TodoStore

/// Requests, and the store that they are made to.
struct Workload: Sendable, CustomTestStringConvertible {
    /// What is there before.
    enum Start: Sendable { case nothing, versionOne, todos, long, fullLog }

    let name: String
    let start: Start
    /// Each group arrives at once and is one turn, so one transaction.
    let turns: [[String]]
    /// How many of the reached points a quick run passes over, for each one that it tries.
    var stride = 1

    var testDescription: String { name }

    /// A notification ends the turn before it.
    private static let turnEnd = #"{"jsonrpc":"2.0","method":"initialized"}"#

    var requestCount: Int { turns.joined().count }

    /// All lines, without the requests whose numbers, from 0, are named.
    func lines(without left: Set<Int> = []) -> [String] {
        linesOfTurns(without: left).flatMap { $0.split(separator: "\n").map(String.init) }
    }

    /// The same, turn by turn.
    func linesOfTurns(without left: Set<Int> = []) -> [String] {
        var number = 0
        return turns.map { turn in
            var lines = ""
            for request in turn {
                if !left.contains(number) {
                    lines += #"{"jsonrpc":"2.0","id":\#(number),"# + request.dropFirst() + "\n"
                }
                number += 1
            }
            return lines + Self.turnEnd + "\n"
        }
    }

    private static func call(_ method: String, _ params: String) -> String {
        #"{"method":"\#(method)","params":\#(params)}"#
    }

    private static func create(_ title: String, _ category: String, _ more: String = "") -> String {
        call("todo.create", #"{"title":"\#(title)","category":"\#(category)"\#(more)}"#)
    }

    // MARK: The workloads

    static let firstStart = Workload(
        name: "first start", start: .nothing,
        turns: [[create("one", "A"), create("two", "B")], [call("todo.update", #"{"id":1,"isToday":true}"#)]],
        stride: 37)

    static let migration = Workload(
        name: "migration", start: .versionOne,
        turns: [
            [call("todo.list", #"{"fields":["title"],"filter":{"isCompleted":false}}"#)],
            [create("new", "A"), call("todo.move", #"{"id":5,"category":"A"}"#)],
            [call("todo.undo", "{}")],
        ], stride: 37)

    /// Every method that changes something, alone and together with others, with requests among them that are refused.
    static let everything = Workload(
        name: "every change", start: .todos,
        turns: [
            [create("a", "Home"), create("b", "Home", #","detail":"\#(String(repeating: "d", count: 6000))""#)],
            [create("keyed", "Work", #","key":"k1""#)],
            [create("keyed", "Work", #","key":"k1""#), call("todo.get", #"{"id":3}"#)],
            [
                call("todo.update", #"{"id":3,"title":"changed","dueOn":"2030-01-01","ifRevision":3}"#),
                call("todo.update", #"{"id":3,"title":"too late","ifRevision":1}"#),
                call("todo.update", #"{"id":9999,"title":"nobody"}"#),
            ],
            [call("todo.move", #"{"id":3,"before":1}"#), call("todo.move", #"{"id":7,"category":"New"}"#)],
            [call("todo.updateMany", #"{"filter":{"category":"Home"},"set":{"isCompleted":true}}"#)],
            [call("todo.undo", "{}")],
            [call("todo.deleteMany", #"{"ids":[8,9,10,11],"key":"k2"}"#)],
            [call("todo.delete", #"{"id":12}"#), call("todo.undo", "{}"), call("todo.undo", "{}")],
            [call("sections.rename", #"{"id":"c2","title":"Office"}"#)],
            [call("sections.move", #"{"id":"c2","index":0}"#), call("sections.list", #"{"includeTodos":false}"#)],
            [call("sections.delete", #"{"id":"c1","moveTo":"c2"}"#)],
            [call("todo.list", #"{"filter":{"text":"t1"},"fields":["title"]}"#), call("todo.undo", "{}")],
        ], stride: 97)

    /// The log is full during the second turn, so that it is copied into the file while the session goes on, and the third
    /// begins it anew.
    static let checkpoint = Workload(
        name: "checkpoint", start: .fullLog,
        turns: [
            [create("small", "Home")],
            [create("big", "Big", #","detail":"\#(String(repeating: "x", count: 100_000))""#)],
            [call("todo.update", #"{"id":1,"title":"after"}"#), call("todo.delete", #"{"id":2}"#)],
            [call("todo.undo", "{}")],
        ], stride: 499)

    /// Todos with details in pages of their own, so that reads that fail come between the changes of one request.
    static let long = Workload(
        name: "long todos", start: .long,
        turns: [
            [create("first", "Home"), call("todo.updateMany", #"{"ids":[\#(longIDs)],"set":{"isToday":true}}"#)],
            [call("todo.deleteMany", #"{"ids":[\#(longIDs)]}"#)], [call("todo.undo", "{}")],
        ], stride: 31)

    private static let longIDs = (1...15).map { "\($0 * 4)" }.joined(separator: ",")

    /// Changes of one category only, and none by id, so that others may work beside it.
    static func ownCategory(_ start: Start) -> Workload {
        Workload(
            name: "one of several, \(start)", start: start,
            turns: [
                [create("T1", "T"), create("T2", "T")],
                [call("todo.updateMany", #"{"filter":{"category":"T"},"set":{"isToday":true}}"#)],
                [call("todo.undo", "{}")],
                [create("T3", "T", #","isCompleted":true"#)],
                [call("todo.deleteMany", #"{"filter":{"category":"T","isCompleted":false}}"#)],
                [call("todo.undo", "{}"), create("T4", "T", #","key":"k""#)],
                [call("todo.updateMany", #"{"filter":{"category":"T"},"set":{"isCompleted":true}}"#)],
            ], stride: 97)
    }

    static let all = [firstStart, migration, everything, long, checkpoint]

    // MARK: The store before

    private static let name = "s.sqlite"

    /// The files of the store that the requests are made to, by their names; empty for none.
    func files() throws -> [String: [UInt8]] {
        try TemporaryFolder.with { folder in
            let path = folder.file(Self.name)
            switch start {
            case .nothing: return [:]
            case .versionOne: try Self.makeVersionOne(path)
            case .todos, .fullLog: try Self.makeTodos(path, 24, detail: "")
            case .long: try Self.makeTodos(path, 60, detail: String(repeating: "d", count: 9000))
            }
            var files = [Self.name: try Files.contents(of: path)]
            if start == .fullLog { files[Self.name + "-wal"] = try Self.fillLog(of: path) }
            return files
        }
    }

    /// Changes todos until little is missing for the log to be copied into the file. Gives the log, as it is left behind by
    /// a process that is killed then; the file is still as it was.
    private static func fillLog(of path: String) throws -> [UInt8] {
        let log = path + "-wal"
        let store = TodoStore(.file(path), session: "before", filingLimit: 8)
        defer { store.close() }
        var number = 0
        // Of 2,000 pages, each behind 24 bytes of its own.
        while try (Files.isThere(log) ? Files.size(of: log) : 0) < 1970 * (2048 + 24) {
            number += 1
            let changes = TodoChanges(title: "changed \(number)")
            try store.begin(.writing, at: SessionRun.time)
            _ = try store.update(Int64(1 + number % 24), changes, ifRevision: nil, at: SessionRun.time)
            try store.commit()
        }
        return try Files.contents(of: log)
    }

    private static func makeTodos(_ path: String, _ count: Int, detail: String) throws {
        let store = TodoStore(.file(path), session: "before", filingLimit: 8)
        try store.begin(.writing, at: SessionRun.time)
        for number in 1...count {
            let new = NewTodo(
                title: "t\(number)", detail: detail, category: ["Home", "Work", "Etc"][number % 3])
            _ = try store.create(new, at: SessionRun.time)
        }
        try store.commit()
        store.close()
    }

    /// As the first version of this server left it.
    private static func makeVersionOne(_ path: String) throws {
        try StoreFile.prepare(path)
        try SQLiteFile(path).makeStore(of: Schema.migrations[..<1], applicationID: Schema.applicationID)
    }
}
