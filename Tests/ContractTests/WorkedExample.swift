package import JSON
package import TodoAPI
package import TodoCore

/// `todo.duplicate`
package enum TodoDuplicate: Method {
    package static let name = "todo.duplicate"
    package static let summary = "Adds a copy of a todo behind it, in the same section. The copy is open."
    package static let effect = Effect.changesStore(isDestructive: false, isIdempotent: false)
    package static let reply = OutputSchema.todo
    package static let failures: [ErrorKind] = [.notFound, .storeUnavailable]
    package static let examples = [Example("Once more", params: #"{"id":1,"title":"Buy milk again"}"#)]

    package struct Params: Parameters {
        package var id: Todo.ID = 0
        package var title: String?

        package static let objectName = "TodoDuplicateParams"

        package static let parameters: ParameterList<Params> = [
            .required("id", \.id, .todoID, "The todo."),
            .optional("title", \.title, .title, "The title of the copy. Left out: that of the todo."),
        ]

        package init() {}
    }
}
