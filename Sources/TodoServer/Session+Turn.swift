internal import EventLoop
internal import JSON
internal import JSONRPC
internal import TodoAPI
internal import TodoCore
internal import TodoStore

/// Turns: what has arrived together is carried out in one transaction and answered in one write, after the commit.
extension Session {
    /// A turn ends after so long, so that other processes get the store and the first reply is not late.
    private static let turnTime: UInt64 = 20_000_000
    /// Between tries while another process holds the store, and for how long it is tried.
    private static let retryTime: UInt64 = 2_000_000
    private static let patience: UInt64 = 5_000_000_000

    /// What became of one message in a turn.
    enum Outcome {
        case done
        /// It needs to be carried out on its own, after what came before is committed.
        case apart
        /// Another process holds the store.
        case locked
        /// It failed after it had changed something, or lost the transaction, which is of no use any more.
        case failed
    }

    /// The messages that are carried out together.
    struct Turn {
        var messages: [Range<Int>] = []
        /// Where their replies start.
        var replies: Int
    }

    /// Carries out what has arrived, for as long as a turn may last.
    func takeTurn() {
        isTurnDue = false
        guard !isWaiting, output.waiting <= Self.waitingLimit else { return settle() }
        ahead.lookedAt = MonotonicClock.now
        let end = ahead.lookedAt + Self.turnTime
        var turn = Turn(replies: output.writer.count)
        var hasMore = false
        repeat {
            let isInterrupted = input.withBytes { carryOut($0, &turn, until: end) }
            hasMore = takeArrivals()
            if isInterrupted {
                isTurnDue = !isWaiting && connection.isOpen
                break
            }
            // What is on its way already may join a turn that will wait for the disk, but no reply waits for what is not there.
        } while connection.isOpen && (hasMore || isWriting && inputIsThere && readMore())
        input.withBytes { endTurn($0, &turn) }
        if takeArrivals() { isTurnDue = !isWaiting && connection.isOpen }
        input.consume(offset)
        ahead.consume(offset)
        offset = 0
        if isWaiting { lookAhead() }
        settle()
        if isTurnDue { loop.nextTurn { [unowned self] in self.assumeIsolated { $0.takeTurn() } } }
    }

    private var isWriting: Bool { manager.assumeIsolated { $0.store.isWriting } }

    /// Takes messages until there are no more, or the turn has to end: then true.
    private func carryOut(_ bytes: Span<UInt8>, _ turn: inout Turn, until end: UInt64) -> Bool {
        while connection.isOpen {
            switch splitter.next(in: bytes, from: offset, isLast: inputHasEnded) {
            case .more(let count):
                wanted = count
                waitingSince = nil
                if inputHasEnded { connection.endOfInput() }
                return false
            case .nothing(let next): offset = next
            case .tooLong(let next):
                refuse(bytes, &turn, .messageTooLong(limit: options.messageLimit))
                offset = next
            case .lost(let reason):
                refuse(bytes, &turn, .lost(reason))
                connection.loseInput()
            case .cut:
                refuse(bytes, &turn, .cut)
                connection.endOfInput()
            case .message(let place, let next):
                ahead.behind = next
                guard carryOut(bytes, place, &turn) else { return true }
                offset = next
                ahead.lookedAt = MonotonicClock.now
                if ahead.lookedAt > end || output.waiting > Self.waitingLimit { return true }
            }
        }
        return false
    }

    /// Carries out one message; false when it has to wait.
    private func carryOut(_ bytes: Span<UInt8>, _ place: Range<Int>, _ turn: inout Turn) -> Bool {
        let start = output.writer.count
        switch perform(bytes, place) {
        case .done:
            turn.messages.append(place)
            return true
        case .apart:
            output.writer.truncate(to: start)
            endTurn(bytes, &turn)
            performAlone(bytes, place)
            turn.replies = output.writer.count
            return true
        case .locked:
            output.writer.truncate(to: start)
            waitForStore()
            return false
        case .failed:
            output.writer.truncate(to: start)
            repeatAlone(bytes, turn)
            performAlone(bytes, place)
            turn = Turn(replies: output.writer.count)
            return true
        }
    }

    /// Answers what is no message. The turn ends before: were it repeated later, this answer would be lost.
    private func refuse(_ bytes: Span<UInt8>, _ turn: inout Turn, _ failure: Failure) {
        endTurn(bytes, &turn)
        reply(nil, failure)
        turn.replies = output.writer.count
    }

    /// Makes durable what the turn has done; only then may its replies go out.
    private func endTurn(_ bytes: Span<UInt8>, _ turn: inout Turn) {
        do throws(StoreFailure) {
            let revisions = try onManager { (manager) throws(StoreFailure) in try manager.commit() }
            if let revisions { made.append(revisions) }
            tellMade()
        } catch {
            log.write(.warning, "\(error.path): \(error.reason.rawValue): \(error.detail)")
            repeatAlone(bytes, turn)
        }
        turn = Turn(replies: output.writer.count)
    }

    /// The transaction came to nothing, so none of its requests has happened: each gets another try of its own, and the
    /// ones that cannot be are answered so.
    private func repeatAlone(_ bytes: Span<UInt8>, _ turn: Turn) {
        manager.assumeIsolated { $0.rollback() }
        output.writer.truncate(to: turn.replies)
        for place in turn.messages { performAlone(bytes, place) }
    }

    /// Carries out a message apart from others, and tells what it has changed once its reply is written.
    private func performAlone(_ bytes: Span<UInt8>, _ place: Range<Int>) {
        performApart(bytes, place)
        tellMade()
    }

    // MARK: Waiting for other processes

    private func waitForStore() {
        waitingSince = waitingSince ?? MonotonicClock.now
        isWaiting = true
        loop.after(nanoseconds: Self.retryTime) { [unowned self] in self.assumeIsolated { $0.tryAgain() } }
    }

    private func tryAgain() {
        isWaiting = false
        takeTurn()
    }

    /// The store was to be had. Once patience is over, it stays so for all that waited, until one of them can write:
    /// not each of them waits anew.
    func noteAccess(_ access: TodoStore.Access) {
        if access == .writing || !isPatienceOver(since: waitingSince) { waitingSince = nil }
    }

    /// Whether the message at hand has waited for another process long enough.
    func isPatienceOver(since: UInt64?) -> Bool {
        guard let since else { return false }
        return MonotonicClock.now - since > Self.patience
    }

    /// Runs on the manager, which lives on the same thread.
    func onManager<Result: Sendable>(
        _ body: @Sendable (isolated TodoManager) throws(StoreFailure) -> Result
    ) throws(StoreFailure) -> Result {
        let outcome: Swift.Result<Result, StoreFailure> = manager.assumeIsolated { manager in
            do throws(StoreFailure) { return .success(try body(manager)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }
}
