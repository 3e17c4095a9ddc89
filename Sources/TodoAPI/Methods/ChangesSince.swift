package import JSON
package import TodoCore

/// `changes.since`
package enum ChangesSince: Method {
    package static let name = "changes.since"
    package static let title = "List changes"
    package static let summary = """
        Gives what has changed since a cursor, so that a client can keep a copy. Each todo comes at most once, as it is \
        now, in the order of its last change; deleted ones as null. Without a cursor: one that means "from now on".
        """
    package static let effect = Effect.readsStore
    package static let reply = OutputSchema<Reply>.object()
    package static let failures: [ErrorKind] = [.gone, .storeUnavailable]
    package static let examples = [Example("From now on")]

    package static let toolDefaults = [Todo.briefFields, ToolDefault("limit", "20")]

    /// From where on, and how much at once.
    package struct Params: Parameters {
        package var cursor: String?
        package var fields = MemberSelection.all
        package var limit: Int64 = 100

        package static let objectName = "ChangesSinceParams"

        package static let parameters: ParameterList<Params> = [
            .optional("cursor", \.cursor, .cursor, "The cursor of the time before."),
            .optional(
                "fields", \.fields, .todoFields, default: Todo.allFields,
                "The members of a todo that are wanted; id always comes."),
            .optional(
                "limit", \.limit, .pageLimit, default: "100", "How many changes come at most. \(TodoPage.byteLimitRule)"
            ),
        ]

        /// As if the request named none of them.
        package init() {}
    }

    /// A page of changes, with the members of todos that are wanted.
    package struct Reply: Members {
        let page: ChangePage
        let fields: MemberSelection

        package static let objectName = "Changes"

        package static let members: [Member<Reply>] = [
            .always("changes", .array(of: .object()), "The todos that changed.") { reply in
                reply.page.changes.map { SelectedChange(change: $0, fields: reply.fields) }
            },
            .always(
                "sectionsChanged", .boolean,
                "Whether sections were made, renamed, moved or deleted: titles and order are to be listed anew."
            ) { $0.page.sectionsChanged },
            .always("cursor", .string, "For the next time.") { $0.page.cursor },
            .always("hasMore", .boolean, "Whether there is more now already.") { $0.page.hasMore },
        ]

        /// - Parameter fields: of each todo.
        package init(_ page: ChangePage, _ fields: MemberSelection) {
            self.page = page
            self.fields = fields
        }
    }
}

/// A change as it is written.
private struct SelectedChange: Members {
    let change: TodoChange
    let fields: MemberSelection

    static let objectName = "Change"

    static let members: [Member<SelectedChange>] = [
        .always("id", .integer(from: 1), "The todo.") { $0.change.id },
        .always("kind", .choice, "What happened to it: created, if it is new since the cursor.") { $0.change.kind },
        .always("todo", .selectedTodo, "As it is now; null when it is gone.") {
            SelectedTodo($0.change.todo, $0.fields)
        },
    ]
}

/// `todo.didChange`, which the server sends.
package enum TodoDidChange: Announcement {
    package static let name = "todo.didChange"
    package static let summary = """
        Tells a client that has sent initialize that todos or sections have changed, by whatever process, within 100 ms. \
        One notification may join several changes. It never comes before the reply to the request that caused it.
        """
    package static let examples = [Example("Of this session", params: #"{"revision":7,"ids":[3],"origin":"self"}"#)]

    /// Who made the changes that are told of.
    package enum Origin: String, Sendable, CaseIterable {
        /// This session.
        case own = "self"
        case other
    }

    /// What is told: the newest revision, and the todos of all changes that are joined.
    package struct Params: Members {
        package let revision: Revision
        /// nil for too many.
        package let ids: [Todo.ID]?
        package let origin: Origin

        package static let objectName = "DidChangeParams"

        package static let members: [Member<Params>] = [
            .always("revision", .integer(from: 1), "The store's revision.") { $0.revision },
            .sometimes("ids", .array(of: .integer(from: 1)), "The todos; absent for more than \(idLimit).") { $0.ids },
            .always("origin", .choice, "Whether this session made the change.") { $0.origin },
        ]

        /// - Parameters:
        ///   - revision: the store's after the last change.
        ///   - ids: at most `idLimit`; nil for more.
        ///   - origin: `own` when this session made all of these changes.
        package init(revision: Revision, ids: [Todo.ID]?, origin: Origin) {
            self.revision = revision
            self.ids = ids
            self.origin = origin
        }
    }

    /// So many ids are named at most.
    package static let idLimit = 100
}
