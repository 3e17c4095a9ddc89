/// Why a request to a store was not carried out. Nothing of it has happened then.
package enum StoreError: Error, Sendable {
    /// There is no todo of that id.
    case noSuchTodo(Todo.ID)
    /// There is no section of that id.
    case noSuchSection(String)
    /// The store is not in the state that the request asked for.
    case conflict(ConflictReason, current: Todo? = nil)
    /// A neighbour and a category were named that do not belong together.
    case placeOutsideCategory
    /// A cursor that this store did not give for this filter.
    case foreignCursor
    /// A cursor or a revision of a time that is not remembered any longer, or of another store.
    case forgotten
    /// A revision that never was.
    case noSuchRevision(Revision)
    case unavailable(StoreFailure)
}

/// Why a request is refused with 409.
package enum ConflictReason: String, Sendable, CaseIterable {
    /// The todo has another revision than the request named.
    case revision
    /// Another section has that title.
    case titleTaken
    /// The section still has todos.
    case notEmpty
    /// The section of the todos without a category stays as it is.
    case builtIn
    /// Something that the request touched has been changed since.
    case changedSince
    /// The request has been taken back already.
    case takenBack
    /// There is no change that could be taken back.
    case nothingToUndo
    /// The key was used for another request.
    case key
}

/// Why a store cannot be used.
package struct StoreFailure: Error, Sendable, Equatable {
    /// The words of the contract for `data.reason`.
    package enum Reason: String, Sendable, CaseIterable {
        /// Another process holds it.
        case locked
        /// The disk, or what may be used of it, is full.
        case full
        /// The file or its folder cannot be written.
        case readOnly
        /// It is, or was, a store, and cannot be read.
        case damaged
        /// It is something else.
        case notAStore
        /// A newer version of the server wrote it.
        case newerVersion
        /// It was here and is gone, or its folder cannot be made.
        case missing
    }

    package let reason: Reason
    /// Where the store is, or should be; for `readOnly` whatever may not be written: it, a file beside it, or the folder.
    package let path: String
    /// What the system said, for the log.
    package let detail: String

    /// - Parameters:
    ///   - reason: why.
    ///   - path: the file or folder that is concerned.
    ///   - detail: for the log; no text of a todo.
    package init(_ reason: Reason, path: String, detail: String) {
        self.reason = reason
        self.path = path
        self.detail = detail
    }
}
