import TestSupport
import Testing

@testable import TodoStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Several processes share a store, are killed and come again, and every one of their clients has the same list.
///
/// `TODO_TEST_SEED=<seed>` repeats a run; with `SOAK_SECONDS` it goes on for so long, from seed to seed.
@Suite("A shared store, against a model", .serialized, .blocking)
struct SharedStoreTests {
    private static func variable(_ name: String) -> UInt64? {
        guard let text = unsafe getenv(name) else { return nil }
        return UInt64(unsafe String(cString: text))
    }

    /// For how long the tests of a soak go on; nil outside of one.
    static let soakSeconds: Int? = variable("SOAK_SECONDS").map { Int(clamping: $0) }

    /// How many rounds a store goes through.
    private static let rounds = 100

    @Test("Copies, undo, and every acknowledged request exactly once")
    func shared() throws {
        let seed = Self.variable("TODO_TEST_SEED") ?? UInt64.random(in: 0...UInt64(UInt32.max))
        let seconds = Self.soakSeconds
        let start = time(nil)
        var (number, totals) = (UInt64(0), [0, 0, 0])
        while seconds.map({ time(nil) - start < $0 }) ?? (number < 3) {
            let run = try Self.run(seed: seed &+ number)
            number += 1
            for (place, count) in [run.acknowledged, run.kills, run.undone].enumerated() { totals[place] += count }
            if seconds != nil { print("seed \(seed &+ number &- 1) is done, \(time(nil) - start) s") }
        }
        print(
            "seed \(seed), \(number) stores, \(Int(number) * Self.rounds) rounds: "
                + "\(totals[0]) acknowledged, \(totals[1]) kills, \(totals[2]) undone")
        #expect(totals[0] > 100 && totals[1] > 10 && totals[2] > 10, "seed \(seed)")
    }

    private static func run(seed: UInt64) throws -> ModelRun {
        try ModelFolder.with { store in try run(seed: seed, store) }
    }

    /// An empty store as the first version of this server left it.
    private static func makeVersionOne(_ path: String) throws {
        try StoreFile.prepare(path)
        try SQLiteFile(path).makeStore(
            of: Schema.migrations[..<1], applicationID: Schema.applicationID, rows: "")
    }

    private static func run(seed: UInt64, _ store: String) throws -> ModelRun {
        let limit: Int64 = seed % 3 == 1 ? 40 : 1000
        if seed % 4 == 0 { try makeVersionOne(store) }
        let run = try ModelRun(store: store, seed: seed, servers: 2 + Int(seed % 7), historyLimit: limit)
        for round in 1...rounds {
            do { try run.round() } catch {
                let log = run.log.suffix(40).joined(separator: "\n")
                throw ModelFailure("TODO_TEST_SEED=\(seed), round \(round) of \(store): \(error)\n\(log)")
            }
        }
        try run.end()
        let checks = [
            "pragma_integrity_check WHERE integrity_check <> 'ok'", "pragma_foreign_key_check",
            """
            sections AS s WHERE count <> (SELECT count(*) FROM todos WHERE section = s.id) OR \
            completedCount <> (SELECT count(*) FROM todos WHERE section = s.id AND isCompleted = 1)
            """,
            "requests WHERE revision < (SELECT revision FROM meta) - \(limit) - 40",
        ]
        for check in checks {
            let found = try Database(path: store).value("SELECT count(*) FROM \(check)")
            #expect(found == 0, "seed \(seed): \(check)")
        }
        return run
    }
}

/// A folder for a store, which stays only when the test fails.
enum ModelFolder {
    static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
        var template = TemporaryFolder.template("todo-model")
        let made = unsafe mkdtemp(&template)
        try #require(unsafe made != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let result = try body(folder + "/store")
        for name in ["/store", "/store-wal", "/store-shm", ""] { unsafe remove(folder + name) }
        return result
    }
}
