package import JSON
package import TodoCore

/// `todo.undo`
package enum TodoUndo: Method {
    package static let name = "todo.undo"
    package static let summary = """
        Takes back one request as a whole: without params this session's newest change that is not taken back, with \
        scope `store` anyone's, with `revision` the one that made it. It is itself a change, so undoing it is redo. If \
        anything that it touches has been changed since, it is refused and nothing is done. The last 1,000 changes can \
        be undone, after a restart too.
        """
    package static let effect = Effect.changesStore(isDestructive: false, isIdempotent: false)
    package static let reply = OutputSchema<UndoResult>.object()
    package static let failures: [ErrorKind] = [.notFound, .conflict, .gone, .storeUnavailable]
    package static let examples = [Example("My last change")]

    /// Which change is taken back.
    package struct Params: Parameters {
        /// The one that the change made; nil: the newest of `scope` that is not taken back.
        package var revision: Revision?
        package var scope = UndoScope.session

        package static let objectName = "TodoUndoParams"

        package static let parameters: [Parameter<Params>] = [
            .optional("revision", \.revision, .revision, "The revision that the change made."),
            .optional("scope", \.scope, .choice, default: "\"session\"", "Whose newest change, where none is named."),
        ]

        /// As if the request named none of them.
        package init() {}
    }
}

extension UndoResult: Members {
    package static let objectName = "UndoResult"

    package static let members: [Member<UndoResult>] = [
        .always("revision", .integer(from: 1), "Of this change, with which it can be undone in turn.") { $0.revision },
        .always("todos", .array(of: .nullable(.todo)), "What it touched, as it is now; null for what is gone again.") {
            $0.todos
        },
        .always("undone", .integer(from: 1), "The revision that was taken back.") { $0.undone },
    ]
}
