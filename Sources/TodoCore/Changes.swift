/// One todo that has changed, as it is now.
package struct TodoChange: Sendable {
    /// The words of the contract for what happened.
    package enum Kind: String, Sendable, CaseIterable {
        /// New since the cursor.
        case created
        /// Changed, and still in its place.
        case updated
        /// Put elsewhere, whether it was changed too or not.
        case moved
        /// Gone.
        case deleted
    }

    package let id: Todo.ID
    /// What happened to it, seen from the cursor: one that is new since is created, whatever else happened.
    package let kind: Kind
    /// nil for one that is gone.
    package let todo: Todo?

    /// - Parameter todo: as it is now; nil exactly for `deleted`.
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
    /// Whether another page is there now already.
    package let hasMore: Bool

    /// - Parameters:
    ///   - changes: in the order of the todos' last changes.
    ///   - sectionsChanged: whether titles or order of the sections are to be read anew.
    ///   - cursor: behind these changes.
    ///   - hasMore: whether another page is there now already.
    package init(changes: [TodoChange], sectionsChanged: Bool, cursor: String, hasMore: Bool) {
        self.changes = changes
        self.sectionsChanged = sectionsChanged
        self.cursor = cursor
        self.hasMore = hasMore
    }
}

/// Whose newest change is taken back.
package enum UndoScope: String, Sendable, CaseIterable {
    /// That of the session that asks.
    case session
    /// That of anybody who uses the store.
    case store
}

/// What an undo has done.
package struct UndoResult: Sendable {
    /// Of the undo itself, with which it can be taken back.
    package let revision: Revision
    /// What it touched, as it is now, in the order of ids; nil for what is gone again.
    package let todos: [Todo?]
    /// The revision that was taken back.
    package let undone: Revision

    /// - Parameters:
    ///   - revision: of the undo itself.
    ///   - todos: in the order of ids; nil for what is gone again.
    ///   - undone: the revision that was taken back.
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
    /// Of the client's choice; it tells its requests apart.
    package let key: String
    /// Its name on the wire: the same key with another method is another request.
    package let method: String
    /// Tells its params apart from others.
    package let params: String

    /// - Parameter params: equal for params that say the same; see `JSONView.fingerprint`.
    package init(key: String, method: String, params: String) {
        self.key = key
        self.method = method
        self.params = params
    }
}
