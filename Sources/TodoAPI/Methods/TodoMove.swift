package import JSON
package import TodoCore

/// `todo.move`
package enum TodoMove: Method {
    package static let name = "todo.move"
    package static let title = "Move a todo"
    package static let summary = """
        Takes a todo out and puts it in elsewhere, in its section or in another one. Only its own revision rises; a move \
        to where it stands changes nothing.
        """
    package static let effect = Effect.changesStore(isDestructive: false, isIdempotent: true)
    package static let reply = OutputSchema.todo
    package static let failures: [ErrorKind] = [.notFound, .conflict, .storeUnavailable]
    package static let examples = [
        Example("To the front of its section", params: #"{"id":1,"index":0}"#),
        Example("Behind another todo", params: #"{"id":1,"after":2}"#),
        Example("To the end of a section", params: #"{"id":1,"category":"Home"}"#),
    ]

    /// The todo, and its new place in exactly one of the ways that `rules` allows.
    package struct Params: KeyedParameters {
        package var id: Todo.ID = 0
        package var before: Todo.ID?
        package var after: Todo.ID?
        /// From 0, as it is afterwards.
        package var index: Int64?
        /// Of `index`, or alone; nil: its own section, or its neighbour's.
        package var category: String?
        package var ifRevision: Revision?
        package var key: String?

        package static let objectName = "TodoMoveParams"

        package static let parameters: ParameterList<Params> = [
            .required("id", \.id, .todoID, "The todo."),
            .optional("before", \.before, .todoID, "The todo that it goes before, in that one's section."),
            .optional("after", \.after, .todoID, "The todo that it goes behind, in that one's section."),
            .optional(
                "index", \.index, .index,
                "Its place afterwards among all todos of the section, from 0; past the end means the end."),
            .optional("category", \.category, .category, "The section: of `index`, or alone for its end."),
            .optional("ifRevision", \.ifRevision, .revision, "Only if the todo still has that revision."),
            .key,
        ]

        package static let rules = [
            Rule.exactlyOne(of: "before", "after", "index", "category", except: ["index", "category"])
        ]

        /// As if the request named none of them.
        package init() {}

        /// The same as the store takes it; the end of the section where only a category is named.
        package var place: Place { Place(before: before, after: after, index: index) ?? .end }
    }
}
