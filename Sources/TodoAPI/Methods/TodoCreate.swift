package import JSON
package import TodoCore

/// `todo.create`
package enum TodoCreate: Method {
    package static let name = "todo.create"
    package static let title = "Add a todo"
    package static let summary = "Adds a todo, at the end of its section unless a place is given."
    package static let effect = Effect.changesStore(isDestructive: false, isIdempotent: false)
    package static let reply = OutputSchema.todo
    package static let failures: [ErrorKind] = [.notFound, .storeUnavailable]
    package static let examples = [
        Example("Only a title", params: #"{"title":"Buy milk"}"#),
        Example(
            "Everything",
            params: #"{"title":"회의 준비","detail":"Slides, room","category":"Work","isToday":true,"dueOn":"2030-02-28"}"#),
        Example("Before another todo, in its section", params: #"{"title":"First things first","before":1}"#),
    ]

    /// What the todo starts with, and at most one way of naming its place.
    package struct Params: KeyedParameters {
        package var title = ""
        package var detail = ""
        /// nil: the section of the neighbour, else the one without a category.
        package var category: String?
        package var isCompleted = false
        package var isToday = false
        /// nil when it is left out, `.some(nil)` for null. Both mean no day.
        package var dueOn: DueDate??
        package var before: Todo.ID?
        package var after: Todo.ID?
        package var index: Int64?
        package var key: String?

        package static let objectName = "TodoCreateParams"

        package static let parameters: ParameterList<Params> = [
            .required("title", \.title, .title, "One line; blanks at both ends are removed."),
            .optional("detail", \.detail, .detail, default: "\"\"", "Free text."),
            .optional(
                "category", \.category, .category,
                "The section; made if it is not there. Left out: that of `before` or `after`, else none."),
            .optional("isCompleted", \.isCompleted, .boolean, default: "false", "Whether it is done already."),
            .optional("isToday", \.isToday, .boolean, default: "false", "Puts it on today's list."),
            .optional("dueOn", \.dueOn, .nullable(.date), "The day by which it should be done; null for none."),
            .optional("before", \.before, .todoID, "The todo that it goes before, in that one's section."),
            .optional("after", \.after, .todoID, "The todo that it goes behind, in that one's section."),
            .optional("index", \.index, .index, "Its place in the section, from 0; past the end means the end."),
            .key,
        ]

        package static let rules = [Rule.atMostOne(of: "before", "after", "index")]

        /// As if the request named none of them.
        package init() {}

        /// The same as the store takes it.
        package var new: NewTodo {
            NewTodo(
                title: title, detail: detail, isCompleted: isCompleted, isToday: isToday, dueOn: dueOn ?? nil,
                category: category, place: Place(before: before, after: after, index: index) ?? .end)
        }
    }

    /// A todo without a title has a sentence of its own; for what else is wrong the general ones are said.
    package static func sentence(for problem: ParamProblem) -> Sentence? {
        guard problem.path == ["title"], problem.reason == .missing || problem.reason == .empty else { return nil }
        return Sentence("Something is missing: a todo needs a title.", "내용이 모두 입력되지 않았습니다.")
    }
}

extension Place {
    /// The place that params name, if they do.
    package init?(before: Todo.ID?, after: Todo.ID?, index: Int64?) {
        if let before {
            self = .before(before)
        } else if let after {
            self = .after(after)
        } else if let index {
            self = .index(index)
        } else {
            return nil
        }
    }
}
