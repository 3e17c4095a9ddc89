package import JSON
package import TodoCore

/// `todo.undo`
package enum TodoUndo: Method {
    package static let name = "todo.undo"
    package static let title = "Undo a change"
    package static let summary = """
        Takes back one request as a whole: without params this session's newest change that is not taken back, with \
        scope `store` anyone's, with `revision` the one that made it. It is itself a change, so undoing it is redo. If \
        anything that it touches has been changed since, it is refused and nothing is done. The last 1,000 changes can \
        be undone, after a restart too.
        """
    package static let effect = Effect.changesStore(isDestructive: true, isIdempotent: false)
    package static let reply = OutputSchema<Reply>.object()
    package static let failures: [ErrorKind] = [.notFound, .conflict, .gone, .storeUnavailable]
    package static let examples = [Example("My last change")]

    package static let toolDefaults = [Todo.briefFields, ToolDefault("limit", "20")]

    /// Which change is taken back.
    package struct Params: Parameters {
        /// The one that the change made; nil: the newest of `scope` that is not taken back.
        package var revision: Revision?
        package var scope = UndoScope.session
        package var fields = MemberSelection.all
        package var limit: Int64?

        package static let objectName = "TodoUndoParams"

        package static let parameters: ParameterList<Params> = [
            .optional("revision", \.revision, .revision, "The revision that the change made."),
            .optional("scope", \.scope, .choice, default: "\"session\"", "Whose newest change, where none is named."),
            .optional(
                "fields", \.fields, .todoFields, default: Todo.allFields,
                "The members of a todo that are wanted; id always comes."),
            .optional("limit", \.limit, .pageLimit, "How many todos come at most. Left out: all that it touched."),
        ]

        /// As if the request named none of them.
        package init() {}
    }

    /// What an undo has done, as much of it as is wanted.
    package struct Reply: Members {
        let result: UndoResult
        let fields: MemberSelection
        let limit: Int

        package static let objectName = "UndoResult"

        package static let members: [Member<Reply>] = [
            .always("revision", .integer(from: 1), "Of this change, with which it can be undone in turn.") {
                $0.result.revision
            },
            .always("todos", .array(of: .selectedTodo), "What it touched, as it is now; null for what is gone again.") {
                reply in
                reply.result.todos.prefix(reply.limit).map { SelectedTodo($0, reply.fields) }
            },
            .always("undone", .integer(from: 1), "The revision that was taken back.") { $0.result.undone },
            .sometimes("omitted", .count(from: 1), "How many more it touched, where `limit` leaves some out.") {
                reply in
                reply.result.todos.count > reply.limit ? reply.result.todos.count - reply.limit : nil
            },
        ]

        /// - Parameter params: they say what of it is wanted.
        package init(_ result: UndoResult, _ params: Params) {
            self.result = result
            fields = params.fields
            limit = params.limit.map { Int($0) } ?? .max
        }
    }
}
