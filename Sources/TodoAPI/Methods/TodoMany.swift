package import JSON
package import TodoCore

/// `todo.updateMany`
package enum TodoUpdateMany: Method {
    package static let name = "todo.updateMany"
    package static let title = "Change many todos"
    package static let summary = """
        Changes many todos at once, all or none, as one change that can be undone as a whole: those with these ids, or \
        all that match a filter.
        """
    package static let effect = Effect.changesStore(isDestructive: true, isIdempotent: true)
    package static let reply = OutputSchema<ChangedTodos>.object()
    package static let failures: [ErrorKind] = [.notFound, .storeUnavailable]
    package static let examples = [
        Example("All of a category", params: #"{"filter":{"category":"Work"},"set":{"isToday":true}}"#),
        Example("Two of them", params: #"{"ids":[1,2],"set":{"isCompleted":true,"dueOn":null}}"#),
    ]

    /// Which todos, by ids or by a filter, and what becomes of them.
    package struct Params: KeyedParameters {
        package var ids: [Todo.ID]?
        package var filter: TodoFilter?
        package var set = ManyChanges()
        package var key: String?

        package static let objectName = "TodoUpdateManyParams"

        package static let parameters: ParameterList<Params> = [
            .optional("ids", \.ids, .array(of: .todoID, atMost: TodoFilter.idLimit), "These todos; all must be there."),
            .optional("filter", \.filter, .object(), "All todos that match; {} means all that there are."),
            .required("set", \.set, .object(), "What changes; what is left out stays."),
            .key,
        ]

        package static let rules = [Rule.exactlyOne(of: "ids", "filter")]

        /// As if the request named none of them.
        package init() {}

        /// The todos that are meant. Days of a filter begin and end as the calendar says.
        package func selection(_ calendar: LocalCalendar) -> TodoSelection {
            .named(ids, or: filter, calendar)
        }
    }

    /// What can be changed of many todos at once; title and detail are each todo's own.
    package struct ManyChanges: Parameters {
        package var changes = TodoChanges()

        package static let objectName = "ManyChanges"

        package static let parameters: ParameterList<ManyChanges> = [
            .optional("category", \.changes.category, .category, "The section; each goes to its end."),
            .optional("isCompleted", \.changes.isCompleted, .boolean, "Ticks them off, or opens them again."),
            .optional("isToday", \.changes.isToday, .boolean, "Puts them on today's list, or takes them off."),
            .optional(
                "dueOn", \.changes.dueOn, .nullable(.date), "The day by which they should be done; null clears it."),
        ]

        /// Changes nothing.
        package init() {}
    }
}

/// `todo.deleteMany`
package enum TodoDeleteMany: Method {
    package static let name = "todo.deleteMany"
    package static let title = "Delete many todos"
    package static let summary = """
        Deletes many todos at once, all or none, as one change that can be undone as a whole: those with these ids, or \
        all that match a filter.
        """
    package static let effect = Effect.changesStore(isDestructive: true, isIdempotent: false)
    package static let reply = OutputSchema<ChangedTodos>.object()
    package static let failures: [ErrorKind] = [.notFound, .storeUnavailable]
    package static let examples = [
        Example("All that is done", params: #"{"filter":{"isCompleted":true}}"#)
    ]

    /// Which todos, by ids or by a filter.
    package struct Params: KeyedParameters {
        package var ids: [Todo.ID]?
        package var filter: TodoFilter?
        package var key: String?

        package static let objectName = "TodoDeleteManyParams"

        package static let parameters: ParameterList<Params> = [
            .optional("ids", \.ids, .array(of: .todoID, atMost: TodoFilter.idLimit), "These todos; all must be there."),
            .optional("filter", \.filter, .object(), "All todos that match; {} means all that there are."),
            .key,
        ]

        package static let rules = [Rule.exactlyOne(of: "ids", "filter")]

        /// As if the request named none of them.
        package init() {}

        /// The todos that are meant. Days of a filter begin and end as the calendar says.
        package func selection(_ calendar: LocalCalendar) -> TodoSelection {
            .named(ids, or: filter, calendar)
        }
    }
}

extension TodoSelection {
    fileprivate static func named(
        _ ids: [Todo.ID]?, or filter: TodoFilter?, _ calendar: LocalCalendar
    ) -> TodoSelection {
        if let ids { .ids(ids) } else { .filter(filter ?? TodoFilter(), calendar) }
    }
}

/// What became of many todos.
package struct ChangedTodos: Members {
    /// All that were meant, also those that were like that already.
    package let ids: [Todo.ID]
    package let revision: Revision

    package static let objectName = "ChangedTodos"

    package static let members: [Member<ChangedTodos>] = [
        .always("ids", .array(of: .integer(from: 1)), "The todos that the request meant.") { $0.ids },
        .always("revision", .integer(from: 0), "The store's revision afterwards.") { $0.revision },
    ]

    /// - Parameters:
    ///   - ids: all that were meant.
    ///   - revision: the store's afterwards; the one before when nothing changed.
    package init(ids: [Todo.ID], revision: Revision) {
        self.ids = ids
        self.revision = revision
    }
}
