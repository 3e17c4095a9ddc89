/// One thing to do.
package struct Todo: Sendable, Equatable {
    /// Counted up from 1, and never given again in the same store.
    package typealias ID = Int64

    package let id: ID
    /// One line, 1…1,000 characters, without blanks at its ends.
    package var title: String
    /// Free text; "" when there is none.
    package var detail: String
    /// The title of its section; "" when it has none. As it was spelt by whoever was first.
    package var category: String
    package var isCompleted: Bool
    /// Put on today's list by hand; nothing clears it but the user.
    package var isToday: Bool
    /// The day by which it should be done; nil for none.
    package var dueOn: DueDate?
    package let createdAt: Timestamp
    /// When it last changed; a move counts.
    package var modifiedAt: Timestamp
    /// Set when it is completed, kept by other edits, cleared when it is reopened.
    package var completedAt: Timestamp?
    /// The store's revision when this todo last changed.
    package var revision: Revision

    /// A todo as it is in the store. Nothing is checked: see `TextRules`.
    package init(
        id: ID, title: String, detail: String, category: String, isCompleted: Bool, isToday: Bool, dueOn: DueDate?,
        createdAt: Timestamp, modifiedAt: Timestamp, completedAt: Timestamp?, revision: Revision
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.category = category
        self.isCompleted = isCompleted
        self.isToday = isToday
        self.dueOn = dueOn
        self.createdAt = createdAt
        self.modifiedAt = modifiedAt
        self.completedAt = completedAt
        self.revision = revision
    }
}

extension Todo {
    /// Of its title and detail, in UTF-8: nearly all that a todo takes.
    package var textBytes: Int { title.utf8.count + detail.utf8.count }
}

/// Counts the requests that have changed a store, from 0.
package typealias Revision = Int64

/// What a new todo starts with.
package struct NewTodo: Sendable {
    package var title: String
    package var detail: String
    package var isCompleted: Bool
    package var isToday: Bool
    package var dueOn: DueDate?
    /// nil: the section of the neighbour that its place names, else the one without a category.
    package var category: String?
    package var place: Place

    /// Without a place, at the end of its section. Nothing is checked: see `TextRules`.
    package init(
        title: String, detail: String = "", isCompleted: Bool = false, isToday: Bool = false, dueOn: DueDate? = nil,
        category: String? = nil, place: Place = .end
    ) {
        self.title = title
        self.detail = detail
        self.isCompleted = isCompleted
        self.isToday = isToday
        self.dueOn = dueOn
        self.category = category
        self.place = place
    }
}

/// What an update changes; nil leaves a member as it is.
package struct TodoChanges: Sendable {
    package var title: String?
    package var detail: String?
    package var category: String?
    package var isCompleted: Bool?
    package var isToday: Bool?
    /// `.some(nil)` clears the day.
    package var dueOn: DueDate??

    /// Without arguments, nothing changes.
    package init(
        title: String? = nil, detail: String? = nil, category: String? = nil, isCompleted: Bool? = nil,
        isToday: Bool? = nil, dueOn: DueDate?? = nil
    ) {
        self.title = title
        self.detail = detail
        self.category = category
        self.isCompleted = isCompleted
        self.isToday = isToday
        self.dueOn = dueOn
    }

    /// The todo after the change, apart from its category, revision and place. `now` is when it happens.
    package func applied(to todo: Todo, at now: Timestamp) -> Todo {
        var changed = todo
        if let title { changed.title = title }
        if let detail { changed.detail = detail }
        if let isToday { changed.isToday = isToday }
        if let dueOn { changed.dueOn = dueOn }
        if let isCompleted, isCompleted != todo.isCompleted {
            changed.isCompleted = isCompleted
            changed.completedAt = isCompleted ? now : nil
        }
        return changed
    }
}

/// Where something is put within its order.
package enum Place: Sendable, Equatable {
    case end
    case before(Todo.ID)
    case after(Todo.ID)
    /// Counted from 0, as it is afterwards; past the end means the end.
    case index(Int64)
}
