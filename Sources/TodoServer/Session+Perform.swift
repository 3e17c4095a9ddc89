internal import EventLoop
internal import JSON
internal import JSONRPC
internal import PetService
internal import TodoAPI
internal import TodoCore
internal import TodoStore

/// Carrying out one message: in the transaction of the turn, or apart from it.
extension Session {
    // MARK: In the transaction of a turn

    func perform(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Outcome {
        switch Message(bytes, at: place) {
        case .unreadable(let error):
            reply(nil, .parseError(error))
            return .done
        case .single(let call):
            let start = output.begin(splitter.framing)
            let outcome = perform(bytes, call)
            output.end(start, splitter.framing)
            return outcome
        case .batch(let calls): return perform(bytes, calls)
        }
    }

    private func perform(_ bytes: Span<UInt8>, _ calls: [Call]) -> Outcome {
        if let failure = Failure.refusal(of: calls) {
            reply(nil, failure)
            return .done
        }
        // Before any of it is done: a batch that is carried out apart starts from its beginning.
        if calls.contains(where: { isApart(bytes, $0) }) { return .apart }
        let start = output.begin(splitter.framing)
        output.writer.raw(UInt8(ascii: "["))
        for call in calls {
            let before = output.writer.count
            if before > start + 1 { output.writer.raw(UInt8(ascii: ",")) }
            let member = output.writer.count
            if output.writer.count - start > options.messageLimit {
                respond(bytes, call, .failure(.invalidRequest("the replies of the batch are too long")))
            } else {
                let outcome = perform(bytes, call)
                if case .done = outcome {} else { return outcome }
            }
            if output.writer.count == member { output.writer.truncate(to: before) }
        }
        if output.writer.count == start + 1 {
            output.writer.truncate(to: start)
        } else {
            output.writer.raw(UInt8(ascii: "]"))
        }
        output.end(start, splitter.framing)
        return .done
    }

    private func isApart(_ bytes: Span<UInt8>, _ call: Call) -> Bool {
        guard case .call(let action, _) = resolve(bytes, call) else { return false }
        if case .ordered = action { return false }
        return true
    }

    /// Carries out one call, with its reply but without framing.
    private func perform(_ bytes: Span<UInt8>, _ call: Call) -> Outcome {
        switch resolve(bytes, call) {
        case .ignored: return .done
        case .refused(let failure):
            respond(bytes, call, .failure(failure))
            return .done
        case .call(let action, let asked):
            guard case .ordered(let access, let run) = action else { return .apart }
            ahead.begin(call)
            let failure = respond(bytes, call, asked) { (view, writer) throws(Failure) in
                try run(view, manager, language, &writer)
            }
            ahead.finish()
            guard let failure else {
                noteAccess(access)
                return .done
            }
            if ahead.isCalledOff { return .failed }
            if failure.isLocked && !isPatienceOver(since: waitingSince) { return .locked }
            return manager.assumeIsolated { $0.isTransactionLost || $0.requestHasChanged } ? .failed : .done
        }
    }

    // MARK: Apart

    /// Carries out a message on its own: each of its calls in a transaction of its own, or on the session, or on its way
    /// for longer.
    func performApart(_ bytes: Span<UInt8>, _ place: Range<Int>) {
        switch Message(bytes, at: place) {
        case .unreadable(let error): reply(nil, .parseError(error))
        case .single(let call): performApart(bytes, call, .client)
        case .batch(let calls):
            if let failure = Failure.refusal(of: calls) { return reply(nil, failure) }
            let number = batches.add(calls.count)
            for (index, call) in calls.enumerated() { performApart(bytes, call, .batch(number, index: index)) }
            if !made.isEmpty { batches.noteChanges(number) }
        }
    }

    private func performApart(_ bytes: Span<UInt8>, _ call: Call, _ destination: Destination) {
        switch resolve(bytes, call) {
        case .ignored: answer([], to: destination)
        case .refused(let failure): answer(text(bytes, call, .failure(failure)), to: destination)
        case .call(.ordered(let access, let run), let asked):
            let reply = commit(bytes, call, asked, access) { (view, writer) throws(Failure) in
                try run(view, manager, language, &writer)
            }
            // Taken back while it ran: now that this is known, it is refused.
            guard let reply else { return performApart(bytes, call, destination) }
            answer(reply, to: destination)
        case .call(.session(let run), let asked):
            let reply = text(bytes, call, asked) { (view, writer) throws(Failure) in try run(view, self, &writer) }
            answer(reply, to: destination)
        case .call(.notification(let run), let asked):
            run(Self.params(bytes, asked.params), self)
            answer([], to: destination)
        case .call(.concurrent(let prepare), let asked):
            do throws(Failure) {
                let work = try asked.withParams(bytes) { (view) throws(Failure) in try prepare(view) }
                start(work, id: idText(bytes, call), key: key(bytes, call), asked.form, destination)
            } catch {
                answer(text(bytes, call, .failure(error), to: asked), to: destination)
            }
        }
    }

    /// Passes on the reply to a call, without framing; an empty one for a notification.
    private func answer(_ reply: [UInt8], to destination: Destination) {
        switch destination {
        case .client: send(reply)
        case .batch(let number, let index):
            if let whole = batches.fill(number, index, with: reply) { send(whole) }
        }
    }

    /// Carries out a call in a transaction of its own. Here the store is waited for by asking again: this way is taken
    /// only where a transaction has just failed, or where a batch holds other calls than those to the store. Many calls
    /// wait together, not one after the other.
    /// - Returns: the reply; nil when the call was called off, and nothing of it has happened.
    private func commit(
        _ bytes: Span<UInt8>, _ call: Call, _ asked: Asked, _ access: TodoStore.Access,
        _ run: (JSONView?, inout JSONWriter) throws(Failure) -> Void
    ) -> [UInt8]? {
        while true {
            ahead.begin(call)
            var failure: Failure?
            let reply = text(bytes, call, asked) { (view, writer) throws(Failure) in
                do throws(Failure) { try run(view, &writer) } catch {
                    failure = error
                    throw error
                }
            }
            // What is done is not called off any more while it is made durable.
            ahead.finish()
            guard let failure else {
                noteAccess(access)
                return committed(reply, bytes, call, asked)
            }
            manager.assumeIsolated { $0.rollback() }
            if ahead.isCalledOff { return nil }
            guard failure.isLocked, !isPatienceOver(since: waitingSince) else { return reply }
            waitingSince = waitingSince ?? MonotonicClock.now
            MonotonicClock.pause(nanoseconds: 2_000_000)
        }
    }

    private func committed(_ reply: [UInt8], _ bytes: Span<UInt8>, _ call: Call, _ asked: Asked) -> [UInt8] {
        do throws(StoreFailure) {
            let revisions = try onManager { (manager) throws(StoreFailure) in try manager.commit() }
            if let revisions { made.append(revisions) }
            return reply
        } catch {
            log.write(.warning, "\(error.path): \(error.reason.rawValue): \(error.detail)")
            return text(bytes, call, .failure(.storeUnavailable(error)), to: asked)
        }
    }

    // MARK: On its way for longer

    private func start(
        _ work: @escaping Handler.Work, id: [UInt8]?, key: RequestKey?, _ form: ReplyForm, _ destination: Destination
    ) {
        let ticket = connection.start(key: key)
        let pets = pets
        let task = Task {
            let result: Result<[UInt8], PetFailure>
            do throws(PetFailure) { result = .success(try await work(pets)) } catch { result = .failure(error) }
            running[ticket] = nil
            guard connection.finish(ticket) else { return }
            answer(Self.text(id, form, result, language), to: destination)
            tellMade()
            tellOthers()
            settle()
        }
        running[ticket] = Running(task: task, id: id, form: form, destination: destination)
    }

    /// Answers a request that is under way no more as cancelled.
    func callOff(_ ticket: Connection.Ticket) {
        guard let work = running.removeValue(forKey: ticket) else { return }
        work.task.cancel()
        answer(Self.text(work.id, work.form, .failure(.cancelled), language), to: work.destination)
    }
}

/// A request that is under way.
struct Running {
    let task: Task<Void, Never>
    /// As it was written; nil for a notification.
    let id: [UInt8]?
    let form: ReplyForm
    let destination: Destination
}

/// Where a reply goes.
enum Destination: Sendable {
    case client
    /// Into the array of a batch, at the place of its call.
    case batch(Int, index: Int)
}

/// The replies of batches with calls that are answered later: each goes out as a whole, in the order of its calls.
struct PendingBatches {
    private struct Batch {
        var replies: [[UInt8]?]
        var missing: Int
        var hasChanges = false
    }

    private var batches: [Int: Batch] = [:]
    private var counter = 0

    /// A batch of so many calls; gives the number under which it is filled.
    mutating func add(_ count: Int) -> Int {
        counter += 1
        batches[counter] = Batch(replies: Array(repeating: nil, count: count), missing: count)
        return counter
    }

    /// Whether one waits that has changed something, which nobody may be told of before it is answered.
    var holdChanges: Bool { batches.values.contains { $0.hasChanges } }

    /// The batch has changed something. Nothing to note for one that is answered already.
    mutating func noteChanges(_ number: Int) { batches[number]?.hasChanges = true }

    /// Takes the reply of one call, empty for a notification; gives the whole once all are there.
    mutating func fill(_ number: Int, _ index: Int, with reply: [UInt8]) -> [UInt8]? {
        guard var batch = batches[number], batch.replies[index] == nil else { return nil }
        batch.replies[index] = reply
        batch.missing -= 1
        batches[number] = batch.missing == 0 ? nil : batch
        guard batch.missing == 0 else { return nil }
        let texts = batch.replies.compactMap { $0 }.filter { !$0.isEmpty }
        if texts.isEmpty { return [] }
        return [UInt8(ascii: "[")] + texts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    }
}
