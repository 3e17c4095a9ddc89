package import JSON
package import TodoCore

/// `todo.update`
package enum TodoUpdate: Method {
    package static let name = "todo.update"
    package static let title = "Change a todo"
    package static let summary = """
        Changes what is named and leaves the rest. Another category puts the todo at the end of that section. Where \
        nothing changes, the same todo comes back with the same revision.
        """
    package static let effect = Effect.changesStore(isDestructive: true, isIdempotent: true)
    package static let reply = OutputSchema.todo
    package static let failures: [ErrorKind] = [.notFound, .conflict, .storeUnavailable]
    package static let examples = [
        Example("Ticked off", params: #"{"id":1,"isCompleted":true}"#),
        Example("No day any more", params: #"{"id":2,"dueOn":null}"#),
    ]

    /// The todo, what changes of it, and the revision that it must still have.
    package struct Params: KeyedParameters {
        package var id: Todo.ID = 0
        package var changes = TodoChanges()
        package var ifRevision: Revision?
        package var key: String?

        package static let objectName = "TodoUpdateParams"

        package static let parameters: ParameterList<Params> = [
            .required("id", \.id, .todoID, "The todo."),
            .optional("title", \.changes.title, .title, "One line; blanks at both ends are removed."),
            .optional("detail", \.changes.detail, .detail, "Free text."),
            .optional("category", \.changes.category, .category, "The section; made if it is not there."),
            .optional("isCompleted", \.changes.isCompleted, .boolean, "Ticks it off, or opens it again."),
            .optional("isToday", \.changes.isToday, .boolean, "Puts it on today's list, or takes it off."),
            .optional(
                "dueOn", \.changes.dueOn, .nullable(.date), "The day by which it should be done; null clears it."),
            .optional("ifRevision", \.ifRevision, .revision, "Only if the todo still has that revision."),
            .key,
        ]

        /// As if the request named none of them.
        package init() {}
    }

    /// An empty title has a sentence of its own; for what else is wrong the general ones are said.
    package static func sentence(for problem: ParamProblem) -> Sentence? {
        guard problem == ParamProblem(.empty, at: ["title"]) else { return nil }
        return Sentence("This cannot be changed: a todo needs a title.", "수정할 수 없습니다.")
    }
}
