/// One todo that has changed, as it is now.
package struct TodoChange: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case created, updated, moved, deleted
    }

    package let id: Todo.ID
    /// What happened to it, seen from the cursor: one that is new since is created, whatever else happened.
    package let kind: Kind
    /// nil for one that is gone.
    package let todo: Todo?

    package init(id: Todo.ID, kind: Kind, todo: Todo?) {
        self.id = id
        self.kind = kind
        self.todo = todo
    }
}

/// A page of what has changed since a cursor. Each todo comes once, in the order of its last change.
package struct ChangePage: Sendable {
    package let changes: [TodoChange]
    /// Whether a section was made, renamed, moved or deleted.
    package let sectionsChanged: Bool
    /// For the next time.
    package let cursor: String
    package let hasMore: Bool

    package init(changes: [TodoChange], sectionsChanged: Bool, cursor: String, hasMore: Bool) {
        self.changes = changes
        self.sectionsChanged = sectionsChanged
        self.cursor = cursor
        self.hasMore = hasMore
    }
}

/// Whose newest change is taken back.
package enum UndoScope: String, Sendable, CaseIterable {
    case session, store
}

/// What an undo has done.
package struct UndoResult: Sendable {
    /// Of the undo itself, with which it can be taken back.
    package let revision: Revision
    /// What it touched, as it is now, in the order of ids; nil for what is gone again.
    package let todos: [Todo?]
    /// The revision that was taken back.
    package let undone: Revision

    package init(revision: Revision, todos: [Todo?], undone: Revision) {
        self.revision = revision
        self.todos = todos
        self.undone = undone
    }
}

/// The todos that a request for many means.
package enum TodoSelection: Sendable {
    /// These, and all of them must be there.
    case ids([Todo.ID])
    /// All that match.
    case filter(TodoFilter, LocalCalendar)
}

/// A request that its client may send again, not knowing whether it was carried out.
package struct KeyedRequest: Sendable {
    package let key: String
    package let method: String
    /// Tells its params apart from others.
    package let params: String

    package init(key: String, method: String, params: String) {
        self.key = key
        self.method = method
        self.params = params
    }
}
