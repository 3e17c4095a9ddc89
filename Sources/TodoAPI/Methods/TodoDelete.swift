package import JSON
package import TodoCore

/// `todo.delete`
package enum TodoDelete: Method {
    package static let name = "todo.delete"
    package static let title = "Delete a todo"
    package static let summary = "Deletes a todo, and gives it as it was. Its id is never given again."
    package static let effect = Effect.changesStore(isDestructive: true, isIdempotent: false)
    package static let reply = OutputSchema.todo
    package static let failures: [ErrorKind] = [.notFound, .conflict, .storeUnavailable]
    package static let examples = [Example("One todo", params: #"{"id":3}"#)]

    /// The todo, and the revision that it must still have.
    package struct Params: KeyedParameters {
        package var id: Todo.ID = 0
        package var ifRevision: Revision?
        package var key: String?

        package static let objectName = "TodoDeleteParams"

        package static let parameters: ParameterList<Params> = [
            .required("id", \.id, .todoID, "The todo."),
            .optional("ifRevision", \.ifRevision, .revision, "Only if the todo still has that revision."),
            .key,
        ]

        /// As if the request named none of them.
        package init() {}
    }
}
