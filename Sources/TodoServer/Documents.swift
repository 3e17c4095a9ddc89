internal import EventLoop
internal import JSON
internal import TodoAPI
internal import TodoCore
internal import TodoStore

extension Handlers {
    /// The OpenRPC document of the server.
    ///
    /// The examples of the declarations are carried out, twice, in a store that exists for nothing else, so that the
    /// results shown are those that a client gets. What differs between the two is opaque to clients, and is left out.
    func document(on loop: EventLoop) -> JSONValue {
        let (once, again) = (ExampleStore(loop).results(self), ExampleStore(loop).results(self))
        return OpenRPCDocument.make(descriptions, version: Version.text) { method, place in
            guard let first = once[method]?[place], let second = again[method]?[place] else { return nil }
            return first.leavingOut(whereUnlike: second)
        }
    }
}

/// A store in memory, at a moment that never passes.
private struct ExampleStore {
    private static let now = Timestamp(milliseconds: 1_893_456_000_000)

    private let manager: TodoManager

    init(_ loop: EventLoop) {
        manager = TodoManager(
            .memory, session: "examples", loop: loop, calendar: .inUTC(at: Self.now), clock: { Self.now })
    }

    /// Carries out the examples of all methods that need nothing but a store; gives their results by method.
    func results(_ handlers: Handlers) -> [String: [Int: JSONValue]] {
        var results: [String: [Int: JSONValue]] = [:]
        for handler in handlers.all {
            guard case .ordered(_, let run) = handler.action else { continue }
            let method = handler.describe()
            for (place, example) in method.examples.enumerated() {
                results[method.name, default: [:]][place] = result(example, run)
            }
        }
        manager.assumeIsolated { $0.close() }
        return results
    }

    private func result(
        _ example: Example, _ run: Handler.StoreWork
    ) -> JSONValue? {
        let params = Array((example.params ?? "{}").utf8)
        var writer = JSONWriter()
        do {
            try run(JSONView(params.span, at: 0..<params.count), manager, .english, &writer)
            _ = try manager.assumeIsolated { manager in try manager.commit() }
            return try JSONValue(parsing: writer.bytes)
        } catch {
            manager.assumeIsolated { $0.rollback() }
            return nil
        }
    }
}

extension JSONValue {
    /// The value without the texts in it that another run gave differently.
    fileprivate func leavingOut(whereUnlike other: JSONValue) -> JSONValue {
        switch (self, other) {
        case (.string(let mine), .string(let theirs)): .string(mine == theirs ? mine : "…")
        case (.array(let mine), .array(let theirs)) where mine.count == theirs.count:
            .array(zip(mine, theirs).map { $0.leavingOut(whereUnlike: $1) })
        case (.object(let mine), .object(let theirs)) where mine.count == theirs.count:
            .object(zip(mine, theirs).map { Member($0.name, $0.value.leavingOut(whereUnlike: $1.value)) })
        default: self
        }
    }
}
