internal import EventLoop
internal import JSON
internal import JSONRPC
internal import TodoAPI
internal import TodoCore

/// Telling the client what has changed (`todo.didChange`).
extension Session {
    /// From now on the client is told.
    func startTelling() {
        guard feed == nil else { return }
        let revision: Revision? = manager.assumeIsolated { try? $0.currentRevision() }
        feed = ChangeFeed(
            told: revision,
            watch: StoreWatch(manager.location, on: loop) { [unowned self] in self.assumeIsolated { $0.tellOthers() } })
    }

    /// Tells what this session has made, once its replies are written: a batch may be waiting for a pet.
    func tellMade() {
        guard !made.isEmpty, !batches.holdChanges else { return }
        let revisions = made
        made = []
        for range in revisions { tell(own: range) }
    }

    private func tell(own revisions: ClosedRange<Revision>) {
        guard let told = feed?.told else { return }
        if told + 1 < revisions.lowerBound { tell(told + 1...revisions.lowerBound - 1, .other) }
        tell(revisions, .own)
    }

    /// Looks whether other processes have changed something. Never within a transaction.
    func tellOthers() {
        guard feed != nil, made.isEmpty, output.waiting <= Self.waitingLimit else { return }
        let revision: Revision? = manager.assumeIsolated { try? $0.currentRevision() }
        guard let revision else { return }
        if let told = feed?.told, told < revision {
            tell(told + 1...revision, .other)
            settle()
        }
        feed?.told = revision
    }

    private func tell(_ revisions: ClosedRange<Revision>, _ origin: TodoDidChange.Origin) {
        feed?.told = revisions.upperBound
        let ids: [Todo.ID]? = manager.assumeIsolated {
            (try? $0.idsChanged(revisions, limit: TodoDidChange.idLimit)) ?? nil
        }
        let start = output.begin(splitter.framing)
        output.writer.raw("{\"jsonrpc\":\"2.0\",\"method\":")
        output.writer.string(TodoDidChange.name)
        output.writer.raw(",\"params\":")
        output.writer.object(TodoDidChange.Params(revision: revisions.upperBound, ids: ids, origin: origin))
        output.writer.raw(UInt8(ascii: "}"))
        output.end(start, splitter.framing)
    }
}

/// What the client knows.
struct ChangeFeed {
    /// The last revision that it was told; nil while the store could not be read.
    var told: Revision?
    let watch: StoreWatch
}
