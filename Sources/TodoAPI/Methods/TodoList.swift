package import JSON
package import TodoCore

/// `todo.list`
package enum TodoList: Method {
    package static let name = "todo.list"
    package static let title = "List todos"
    package static let summary = """
        Gives todos page by page: sections in their order, todos in theirs. A todo that is there all the time and is not \
        moved comes exactly once, whatever happens around it between the pages.
        """
    package static let effect = Effect.readsStore
    package static let reply = OutputSchema<Reply>.object()
    package static let failures: [ErrorKind] = [.storeUnavailable]
    package static let examples = [
        Example("The first page", params: #"{"limit":2}"#),
        Example(
            "Open todos of a category, titles only",
            params: #"{"filter":{"category":"Work","isCompleted":false},"fields":["title"]}"#),
        Example("By initial consonants", params: #"{"filter":{"text":"ㅎㅇ"}}"#),
    ]

    package static let toolDefaults = [Todo.briefFields]

    /// Which todos, which of their members, and which page.
    package struct Params: Parameters {
        package var filter = TodoFilter()
        package var fields = MemberSelection.all
        /// Todos of a page; see `pageLimit`.
        package var limit: Int64 = 100
        package var cursor: String?

        package static let objectName = "TodoListParams"

        package static let parameters: ParameterList<Params> = [
            .optional("filter", \.filter, .object(), default: "{}", "Which todos; all that is given must hold."),
            .optional(
                "fields", \.fields, .todoFields, default: Todo.allFields,
                "The members of a todo that are wanted; id always comes."),
            .optional(
                "limit", \.limit, .pageLimit, default: "100",
                "How many todos a page has at most. \(TodoPage.byteLimitRule)"),
            .optional("cursor", \.cursor, .cursor, "The nextCursor of the page before, with the same filter."),
        ]

        /// As if the request named none of them.
        package init() {}
    }

    /// A page, and how to get the next one.
    package struct Reply: Members {
        package let todos: SelectedTodos
        package let nextCursor: String?

        package static let objectName = "TodoPage"

        package static let members: [Member<Reply>] = [
            .always("todos", .todos, "The todos of this page.") { $0.todos },
            .always("nextCursor", .nullable(.string), "For the next page; null when there is none.") { $0.nextCursor },
        ]

        /// - Parameters:
        ///   - todos: in the order of the list.
        ///   - nextCursor: nil when no todo comes behind them.
        package init(todos: SelectedTodos, nextCursor: String?) {
            self.todos = todos
            self.nextCursor = nextCursor
        }
    }
}
