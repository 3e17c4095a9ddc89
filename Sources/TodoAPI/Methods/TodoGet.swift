package import JSON
package import TodoCore

/// `todo.get`
package enum TodoGet: Method {
    package static let name = "todo.get"
    package static let title = "Show a todo"
    package static let summary = "Gives one todo."
    package static let effect = Effect.readsStore
    package static let reply = OutputSchema.todo
    package static let failures: [ErrorKind] = [.notFound, .storeUnavailable]
    package static let examples = [Example("One todo", params: #"{"id":1}"#)]

    /// The todo. Any whole number is taken: an id that no todo can have is not found.
    package struct Params: Parameters {
        package var id: Todo.ID = 0

        package static let objectName = "TodoGetParams"
        package static let parameters: ParameterList<Params> = [.required("id", \.id, .todoID, "The todo.")]

        /// As if the request named none of them.
        package init() {}
    }
}
