import JSONRPC
import TestSupport
import Testing

/// The rules as somebody would write them down who has all the time in the world: a list of everything that happened.
private struct Model {
    struct Work {
        let ticket: Connection.Ticket
        let key: RequestKey?
        var isCancelled = false
    }

    var work: [Work] = []
    var isShutDown = false
    /// In the order in which the ends were asked for: the status, and whether what is under way is waited for.
    var ends: [(status: Int32, waits: Bool)] = []

    var decidingEnd: (status: Int32, waits: Bool)? { ends.first { !$0.waits } ?? ends.first }

    var exitStatus: Int32? {
        guard let end = decidingEnd else { return nil }
        return end.waits && !work.isEmpty ? nil : end.status
    }

    mutating func cancel(_ key: RequestKey) -> [Connection.Ticket] {
        let hit = work.indices.filter { work[$0].key == key && !work[$0].isCancelled }
        for index in hit { work[index].isCancelled = true }
        return hit.map { work[$0].ticket }
    }
}

@Suite("The state of a connection")
struct ConnectionTests {
    @Test("A new one is open and has nothing under way")
    func new() {
        let connection = Connection()
        #expect(connection.isOpen && !connection.isShutDown && !connection.isAbandoned)
        #expect(connection.exitStatus == nil && connection.tickets.isEmpty)
    }

    @Test("exit ends what is under way, with 0 after shutdown and with 1 otherwise; the replies are waited for")
    func exit() {
        var connection = Connection()
        let started = [connection.start(key: RequestKey(number: "1")), connection.start(key: nil)]
        let ended = connection.exit()
        #expect(ended == started && connection.tickets.isEmpty)
        #expect(connection.exitStatus == 1 && !connection.isOpen && !connection.isAbandoned)
        let isFirst = connection.finish(started[0])
        #expect(!isFirst)
        connection = Connection()
        connection.shutDown()
        #expect(connection.isShutDown && connection.isOpen)
        let none = connection.exit()
        #expect(none.isEmpty && connection.exitStatus == 0)
    }

    @Test("The end of the input waits for what is under way")
    func endOfInput() {
        var connection = Connection()
        let ticket = connection.start(key: RequestKey(number: "1"))
        connection.endOfInput()
        #expect(!connection.isOpen && !connection.isAbandoned)
        #expect(connection.exitStatus == nil)
        let isFirst = connection.finish(ticket)
        #expect(isFirst)
        #expect(connection.exitStatus == 0)
    }

    @Test("A stream that is lost ends with 1, also when its end comes afterwards")
    func lost() {
        var connection = Connection()
        connection.loseInput()
        connection.endOfInput()
        #expect(connection.exitStatus == 1)
    }

    @Test("A request is over once: only the first finish may write its reply")
    func finishedOnce() {
        var connection = Connection()
        let ticket = connection.start(key: RequestKey(number: "1"))
        let results = [connection.finish(ticket), connection.finish(ticket)]
        #expect(results == [true, false])
    }

    @Test("The ids 1, 1.0, \"1\" and texts that are only canonically equivalent are different requests")
    func keys() {
        let keys = [
            RequestKey(number: "1"), RequestKey(number: "1.0"), RequestKey(string: "1"),
            RequestKey(string: ""),
            RequestKey(string: "\u{E9}"), RequestKey(string: "e\u{301}"), RequestKey(string: "n1"),
        ]
        var connection = Connection()
        let tickets = keys.map { connection.start(key: $0) }
        for (key, ticket) in zip(keys, tickets) {
            let cancelled = connection.cancel(key: key)
            #expect(cancelled == [ticket], "\(key)")
        }
    }

    @Test("A cancelled request is named once, and is still under way until it is finished")
    func cancelledOnce() {
        var connection = Connection()
        let key = RequestKey(number: "1")
        let (first, second) = (connection.start(key: key), connection.start(key: key))
        let cancelled = [connection.cancel(key: key), connection.cancel(key: key)]
        #expect(cancelled == [[first, second], []])
        #expect(connection.tickets == [first, second])
        let isFirst = connection.finish(first)
        #expect(isFirst)
    }

    @Test("Thousands of random events end as they end in the model")
    func model() {
        var chance = SeededGenerator.printed(for: "connection")
        for _ in 0..<400 {
            var (connection, model, past) = (Connection(), Model(), [Connection.Ticket]())
            for _ in 0..<Int.random(in: 1...40, using: &chance) {
                Self.step(&connection, &model, &past, &chance)
                #expect(connection.tickets == model.work.map(\.ticket), "seed \(chance.seed)")
                #expect(connection.exitStatus == model.exitStatus, "seed \(chance.seed)")
                #expect(connection.isOpen == model.ends.isEmpty, "seed \(chance.seed)")
                #expect(connection.isAbandoned == (model.decidingEnd?.waits == false), "seed \(chance.seed)")
                #expect(connection.isShutDown == model.isShutDown, "seed \(chance.seed)")
            }
        }
    }

    private static func step(
        _ connection: inout Connection, _ model: inout Model, _ past: inout [Connection.Ticket],
        _ chance: inout SeededGenerator
    ) {
        let key = chance.pick([RequestKey(number: "1"), RequestKey(number: "2"), RequestKey(string: "1"), nil])
        switch Int.random(in: 0..<22, using: &chance) {
        case 0..<8:
            let ticket = connection.start(key: key)
            #expect(!past.contains(ticket), "a ticket is never given twice")
            past.append(ticket)
            model.work.append(Model.Work(ticket: ticket, key: key))
        case 8..<14 where !past.isEmpty:
            let ticket = chance.pick(past)
            let isFirst = connection.finish(ticket)
            #expect(isFirst == model.work.contains { $0.ticket == ticket })
            model.work.removeAll { $0.ticket == ticket }
        case 14..<17:
            let wanted = key ?? RequestKey(number: "1")
            let (cancelled, expected) = (connection.cancel(key: wanted), model.cancel(wanted))
            #expect(cancelled == expected)
        case 17:
            connection.shutDown()
            model.isShutDown = true
        case 18:
            let (ended, expected) = (connection.exit(), model.work.map(\.ticket))
            #expect(ended == expected)
            model.work = []
            model.ends.append((model.isShutDown ? 0 : 1, true))
        case 19:
            connection.endOfInput()
            model.ends.append((0, true))
        case 20:
            connection.loseInput()
            model.ends.append((1, true))
        case 21:
            connection.abandon()
            model.ends.append((0, false))
        default: break
        }
    }
}
