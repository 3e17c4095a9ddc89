import JSON
import TestSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Several servers on one store, killed and started anew at random, beside the model of what they do.
final class ModelRun {
    private struct Slot {
        var server: ModelServer
        var session: String
        var client: ModelClient?
        /// From which revision on it tells of changes; nil when it does not.
        var tellsFrom: Int64?
    }

    /// An answered request, with the order of everything right behind it.
    private struct Answer {
        let call: ModelCall
        let session: String
        let reply: JSONValue
        let list: JSONValue
        /// Whether it made the revision that it was answered at.
        let isChange: Bool

        var revision: Int64 { list["revision"]?.integer ?? -1 }
    }

    private static let wholeOrder: [JSONValue.Member] = [
        .init("includeEmpty", .bool(true)), .init("fields", .array([.string("id")])), .init("limit", .number("1000")),
    ]

    private let arguments: [String]
    private var random: SeededGenerator
    private var model: ModelStore
    private var requests = ModelRequests()
    private var slots: [Slot] = []
    private var sessions = 0
    /// What was done lately, for whoever has to find out what went wrong.
    private(set) var log: [String] = []
    private(set) var acknowledged = 0
    private(set) var kills = 0
    private(set) var undone = 0

    init(store: String, seed: UInt64, servers: Int, historyLimit: Int64) throws {
        arguments = ["--store", store, "--history", "\(historyLimit)"]
        random = SeededGenerator(seed: seed)
        model = ModelStore(historyLimit: historyLimit)
        if random.percent(70) { try killWhileTheyStart(servers) }
        for _ in 0..<servers { slots.append(try start(nil)) }
    }

    /// Several make the store, or bring it up to date, and none of them lives to see it.
    private func killWhileTheyStart(_ count: Int) throws {
        let servers = try (0..<count).map { _ in try ModelServer(arguments) }
        for server in servers { try server.send(#"{"jsonrpc":"2.0","id":0,"method":"sections.list"}"#) }
        for server in servers { try server.kill(afterMicroseconds: random.below(10_000)) }
        kills += count
    }

    private func start(_ client: ModelClient?) throws -> Slot {
        sessions += 1
        let server = try ModelServer(arguments)
        var tellsFrom: Int64?
        if random.percent(50) {
            _ = try server.result("initialize")
            tellsFrom = try server.result("sections.list", .object(Self.wholeOrder))["revision"]?.integer
        }
        return Slot(
            server: server, session: "session \(sessions)", client: try client ?? ModelClient(server),
            tellsFrom: tellsFrom)
    }

    private func note(_ text: String) { log = log.suffix(200) + [text] }

    // MARK: Rounds

    func round() throws {
        switch random.below(10) {
        case ..<4: try takeTurns()
        case ..<9: try burst()
        default: try restart(random.below(slots.count))
        }
        try lookAtEverything()
    }

    private func restart(_ index: Int) throws {
        note("restart of \(index)")
        if random.percent(50) { try slots[index].server.kill() } else { try slots[index].server.terminate() }
        try startAnew(index)
    }

    private func startAnew(_ index: Int) throws {
        let client = slots[index].client
        slots[index] = try start(client)
    }

    /// One request after the other, each seen at once by whatever server is asked.
    private func takeTurns() throws {
        for _ in 0..<(1 + random.below(8)) {
            let slot = random.pick(slots)
            let call = requests.make(model, &random)
            note("\(slot.session): \(call.text(id: 0))")
            let reply = try slot.server.call(call.request.method, call.params)
            try carryOut(call, slot.session, reply)
            try model.look(at: random.pick(slots).server.result("sections.list", .object(Self.wholeOrder)))
        }
        if random.percent(40) { try killOneWithRequest(random.below(slots.count)) }
    }

    private func carryOut(_ call: ModelCall, _ session: String, _ reply: JSONValue) throws {
        let expected = model.apply(call, session: session)
        try model.match(reply, expected, call)
        acknowledged += 1
        if case .undone = expected { undone += 1 }
        requests.settle(call)
    }

    /// A request whose server is killed at about that time has happened as a whole, or not at all.
    private func killOneWithRequest(_ index: Int) throws {
        let slot = slots[index]
        let call = requests.make(model, &random)
        note("\(slot.session), killed: \(call.text(id: 0))")
        try slot.server.send(call.text(id: 0))
        try slot.server.kill(afterMicroseconds: random.below(4000))
        kills += 1
        let reply = try slot.server.next()
        try startAnew(index)
        let list = try slots[index].server.result("sections.list", .object(Self.wholeOrder))
        if let reply {
            try carryOut(call, slot.session, reply)
        } else {
            var happened = model
            _ = happened.apply(call, session: slot.session)
            let isChange = happened.revision > model.revision
            if isChange, list["revision"]?.integer == happened.revision { model = happened }
            if isChange { requests.retry(call) }
        }
        try model.look(at: list)
    }

    /// Several requests of each server at the same time, and perhaps the end of one.
    private func burst() throws {
        let victim = random.percent(40) ? random.below(slots.count) : nil
        var calls: [[ModelCall]] = []
        for index in slots.indices {
            // Where an undo that nobody has seen puts things is open, and what follows would depend on it.
            calls.append(
                (0..<(1 + random.below(4))).map { _ in requests.make(model, &random, withUndo: index != victim) })
            if index == victim { calls[index].removeAll { $0.request.isUndo } }
        }
        for (slot, calls) in zip(slots, calls) {
            for call in calls {
                note("\(slot.session), at once: \(call.text(id: 0))")
                try slot.server.send(Self.batch(around: call))
            }
        }
        if let victim {
            try slots[victim].server.kill(afterMicroseconds: random.below(random.percent(50) ? 3000 : 12_000))
            kills += 1
            note("killed: \(slots[victim].session)")
        }
        var answers: [Answer] = []
        var open: [ModelCall] = []
        for (index, slot) in slots.enumerated() {
            for (place, call) in calls[index].enumerated() {
                guard let batch = try slot.server.next() else {
                    guard index == victim else { throw ModelFailure("a server is gone") }
                    open = Array(calls[index][place...])
                    break
                }
                answers.append(try answer(to: call, slot.session, batch))
            }
        }
        let session = victim.map { slots[$0].session } ?? ""
        if let victim { try startAnew(victim) }
        let last = try slots[0].server.result("sections.list", .object(Self.wholeOrder))
        try explain(Explanation(answers: answers, session: session, last: last), open)
        acknowledged += answers.count
        for answer in answers { requests.settle(answer.call) }
    }

    /// The request with the revision before and everything behind it, in one transaction. What comes first wants to write
    /// and is refused, so that nobody else writes before the end. Of two requests that would lead to the same order the
    /// model could not tell which one did, and an undo can.
    private static func batch(around call: ModelCall) -> String {
        func text(_ id: Int, _ method: String, _ members: [JSONValue.Member]) -> String {
            let request: JSONValue = .object([
                .init("jsonrpc", .string("2.0")), .init("id", .number(String(id))), .init("method", .string(method)),
                .init("params", .object(members)),
            ])
            return request.text
        }
        let nobody = text(2, "todo.delete", [.init("id", .number("9007199254740991"))])
        let before = text(3, "sections.list", [.init("includeTodos", .bool(false))])
        return "[\(nobody),\(before),\(call.text(id: 0)),\(text(1, "sections.list", wholeOrder))]"
    }

    private func answer(to call: ModelCall, _ session: String, _ batch: JSONValue) throws -> Answer {
        guard let before = batch[1]?["result"]?["revision"]?.integer, let reply = batch[2],
            let list = batch[3]?["result"], let revision = list["revision"]?.integer
        else { throw ModelFailure("not the reply to a batch: \(batch.text)") }
        note("\(session) answers: \(reply.text.prefix(300)) from \(before) to \(revision)")
        guard revision - before == 0 || revision - before == 1 else {
            throw ModelFailure("a batch with one change went from \(before) to \(revision)")
        }
        return Answer(call: call, session: session, reply: reply, list: list, isChange: revision > before)
    }

    // MARK: Explaining a burst

    /// What was seen of requests that were carried out at the same time.
    private struct Explanation {
        let answers: [Answer]
        /// Of those that were not answered.
        let session: String
        let last: JSONValue
        var problem = "nothing explains it"
        var reached: Int64 = -1

        func at(_ revision: Int64) -> [Answer] { answers.filter { $0.revision == revision } }

        mutating func fail(_ problem: String, at revision: Int64) {
            if revision > reached { (self.problem, reached) = (problem, revision) }
        }
    }

    /// Finds an order in which the model gives all the answers that came, with those requests that nobody answered in
    /// it that must have happened.
    private func explain(_ seen: Explanation, _ open: [ModelCall]) throws {
        var seen = seen
        guard let start = stay(model, seen.at(model.revision), &seen),
            let (end, happened) = follow(start, open[...], [], &seen)
        else { throw ModelFailure("revision \(seen.reached): \(seen.problem)") }
        model = end
        for (index, call) in open.enumerated() where happened.contains(index) || call.request.isCertain {
            requests.retry(call)
        }
        for answer in seen.answers { if answer.reply["result"]?["undone"] != nil { undone += 1 } }
    }

    private func follow(
        _ model: ModelStore, _ open: ArraySlice<ModelCall>, _ happened: [Int], _ seen: inout Explanation
    ) -> (ModelStore, [Int])? {
        if model.revision == seen.last["revision"]?.integer {
            var end = model
            do { try end.look(at: seen.last) } catch {
                seen.fail("\(error)", at: model.revision)
                return nil
            }
            return (end, happened)
        }
        let group = seen.at(model.revision + 1)
        for (index, answer) in group.enumerated() where answer.isChange {
            var next = model
            let expected = next.apply(answer.call, session: answer.session)
            guard next.revision == model.revision + 1 else { continue }
            do {
                try next.match(answer.reply, expected, answer.call)
                try next.look(at: answer.list)
            } catch {
                seen.fail("\(error)", at: model.revision)
                continue
            }
            var others = group
            others.remove(at: index)
            if let next = stay(next, others, &seen), let end = follow(next, open, happened, &seen) { return end }
        }
        for index in open.indices {
            var next = model
            _ = next.apply(open[index], session: seen.session)
            guard next.revision == model.revision + 1, let settled = stay(next, group, &seen) else { continue }
            if let end = follow(settled, open[(index + 1)...], happened + [index], &seen) { return end }
        }
        seen.fail("nobody made the next revision", at: model.revision)
        return nil
    }

    /// Those that were answered at this revision and did not make it.
    private func stay(_ model: ModelStore, _ answers: [Answer], _ seen: inout Explanation) -> ModelStore? {
        var model = model
        let revision = model.revision
        for answer in answers {
            if answer.isChange { return nil }
            do {
                let expected = model.apply(answer.call, session: answer.session)
                guard model.revision == revision else {
                    throw ModelFailure("\(answer.call.text(id: 0)) should have changed something: \(answer.reply.text)")
                }
                try model.match(answer.reply, expected, answer.call)
                try model.look(at: answer.list)
            } catch {
                seen.fail("\(error)", at: revision)
                return nil
            }
        }
        return model
    }

    // MARK: After each round

    private func lookAtEverything() throws {
        for index in slots.indices {
            let server = slots[index].server
            try model.look(at: server.result("sections.list", .object(Self.wholeOrder)))
            let todos = try ModelClient.list(server, limit: random.pick([3, 11, 100, 1000]))
            try model.look(atTodos: todos)
            if let from = slots[index].tellsFrom, model.revision > from { try server.waitToBeTold(model.revision) }
            // Now and then a client is away for a while.
            if random.percent(15) { continue }
            try slots[index].client?.follow(server, limit: random.pick([1, 2, 5, 100, 1000]))
            let ids = todos.compactMap { $0["id"]?.integer }
            let listed = Dictionary(uniqueKeysWithValues: zip(ids, todos))
            if let copy = slots[index].client?.copy, copy != listed {
                let differing = Set(copy.keys).union(listed.keys).filter { copy[$0] != listed[$0] }.sorted()
                let first = differing.first ?? 0
                throw ModelFailure(
                    "the copy of \(index) differs in \(differing): \(copy[first]?.text ?? "-") instead of \(listed[first]?.text ?? "-")"
                )
            }
        }
    }

    func end() throws {
        for slot in slots { try slot.server.terminate() }
    }
}
