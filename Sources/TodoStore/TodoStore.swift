package import TodoCore

/// The todos and sections of one store, which other processes may use at the same time.
///
/// This is the seam behind which another engine could stand: it speaks in values of `TodoCore`, and no SQL leaves this
/// module. It is opened by the first transaction and lives on one thread.
///
/// All reading and changing happens between `begin` and `commit`. A request that is refused is refused before it has
/// changed anything; if one fails later (the disk is full), the transaction has to be rolled back as a whole.
package final class TodoStore {
    /// What a transaction may do. One that may write may also read, and only one at a time may write to a store.
    package enum Access: Sendable { case reading, writing }

    private let location: StoreLocation
    private let session: String
    private let historyLimit: Int64
    private let filingLimit: Int64
    private var opened: OpenStore?
    /// What was seen of a store that cannot be read: it is not written to again by this process.
    private var damage: StoreFailure?
    /// Whether a change was refused because the open store may only be read: its log may be so where its file is not.
    private var isRefusedWriting = false
    /// The file that was opened last, and its log.
    private var former: (file: FileIdentity?, log: FileIdentity?)?
    /// What the connection had changed, in rows, when the request at hand began.
    private var changesBefore: Int64 = 0
    private var checkedAt = Timestamp(milliseconds: 0)
    /// What the present transaction may do; nil outside of one.
    package private(set) var access: Access?
    /// Asked about every millisecond while a request runs: whether nobody wants it any more. The request fails then, as
    /// if the store could not be read. It must not use the store.
    package var isCalledOff: (@Sendable () -> Bool)?

    /// So many requests can be undone, unless somebody says otherwise.
    package static let historyLimit: Int64 = 1000
    /// So many new todos, or a fourth as many that have changed, may wait for being filed by initial: what that costs
    /// each of them shrinks with it, and what looking through them costs a list of an initial grows, to a millisecond or two.
    package static let filingLimit: Int64 = 4096

    /// - Parameters:
    ///   - session: names whoever makes the changes, for undo.
    ///   - historyLimit: how many requests can be undone, from 1. Deletions are remembered ten times as long.
    ///   - filingLimit: how many new todos are filed at once, from 1.
    package init(
        _ location: StoreLocation, session: String = "", historyLimit: Int64 = historyLimit,
        filingLimit: Int64 = filingLimit
    ) {
        self.location = location
        self.session = session
        self.historyLimit = historyLimit
        self.filingLimit = filingLimit
    }

    // MARK: Transactions

    /// A request starts, in a new transaction, or in the present one if that may do as much. One that only reads is ended for one
    /// that writes: a read is never turned into a write.
    /// - Throws: `StoreFailure` with reason `locked` when another process is writing just now: worth another try.
    package func begin(_ wanted: Access, at now: Timestamp) throws(StoreFailure) {
        if let opened, access == wanted || access == .writing {
            changesBefore = opened.database.totalChanges
            return
        }
        if access == .reading { rollback() }
        let store = try openedStore(wanted, at: now)
        // Another file in its place is another store, so this comes after a look at it.
        if wanted == .writing, let damage { throw damage }
        changesBefore = store.database.totalChanges
        do throws(StoreFault) {
            try store.begin(writing: wanted == .writing)
            access = wanted
        } catch {
            store.rollback()
            throw noting(error)
        }
    }

    /// Ends the transaction. When this returns, what it changed survives a power cut; when it throws, nothing of it has
    /// happened. (After a sync that failed, a crash before the next change may bring it back, as a whole.)
    /// - Returns: the revisions that it made; nil for none.
    @discardableResult
    package func commit() throws(StoreFailure) -> ClosedRange<Revision>? {
        guard let opened, access != nil else { return nil }
        access = nil
        do throws(StoreFault) {
            try opened.commit()
            return opened.revision > opened.revisionBefore ? opened.revisionBefore + 1...opened.revision : nil
        } catch {
            opened.rollback()
            throw noting(error)
        }
    }

    /// Ends the transaction and takes back what it changed.
    package func rollback() {
        opened?.rollback()
        access = nil
    }

    /// Whether a transaction is open that may change the store, so that its end will wait for the disk.
    package var isWriting: Bool { access == .writing }

    /// Whether anything has been changed since the last `begin`.
    package var requestHasChanged: Bool { opened.map { $0.database.totalChanges != changesBefore } ?? false }

    /// Whether SQLite has ended the transaction by itself, as it does when it cannot go on: all that the transaction had
    /// done is gone, and nothing may be done in it any more.
    package var isTransactionLost: Bool { access != nil && opened?.database.isInTransaction != true }

    /// Closes the file. The next transaction opens it again.
    package func close() {
        rollback()
        opened = nil
    }

    // MARK: Reading

    /// The store's, as the present transaction sees it; 0 before the first one.
    package var revision: Revision { opened?.revision ?? 0 }

    /// - Throws: `noSuchTodo`.
    package func todo(_ id: Todo.ID) throws(StoreError) -> Todo {
        try perform { store throws(StoreFault) in try store.row(id).todo }
    }

    /// One page of a list.
    /// - Throws: `foreignCursor` for what is no cursor of a list with that filter.
    package func list(_ query: TodoQuery) throws(StoreError) -> TodoPage {
        try perform { store throws(StoreFault) in try store.list(query) }
    }

    /// The category of that id, one without todos too, with its counts.
    /// - Throws: `noSuchSection`, also for sections of other groupings.
    package func section(_ id: String) throws(StoreError) -> Section {
        try perform { store throws(StoreFault) in try store.sectionRow(id).section }
    }

    /// All sections of a grouping, in order. Categories without todos come only when they are wanted.
    package func sections(_ grouping: Grouping, includeEmpty: Bool, today: Day) throws(StoreError) -> [Section] {
        try perform { store throws(StoreFault) in try store.sections(grouping, includeEmpty: includeEmpty, today: today)
        }
    }

    /// What has changed since a cursor; nil for "from now on".
    package func changes(since cursor: String?, limit: Int) throws(StoreError) -> ChangePage {
        try perform { store throws(StoreFault) in try store.changes(since: cursor, limit: limit) }
    }

    /// The ids of at most `limit` todos that changed in those revisions.
    package func idsChanged(_ revisions: ClosedRange<Revision>, limit: Int) throws(StoreError) -> [Todo.ID] {
        try perform { store throws(StoreFault) in try store.idsChanged(revisions, limit: limit) }
    }

    /// The reply that was given before to a request with that key.
    package func reply(_ request: KeyedRequest, at now: Timestamp) throws(StoreError) -> String? {
        try perform { store throws(StoreFault) in try store.reply(request, at: now) }
    }

    // MARK: Changing

    /// Remembers the reply to a request that has just been carried out, in the same transaction, for as long as `reply`
    /// gives it.
    package func keep(_ reply: String, for request: KeyedRequest, at now: Timestamp) throws(StoreError) {
        try perform { store throws(StoreFault) in try store.keep(reply, for: request, at: now) }
    }

    /// Gives the ids of the todos that are meant, also of those that were like that already.
    package func updateMany(
        _ selection: TodoSelection, _ changes: TodoChanges, at now: Timestamp
    ) throws(StoreError) -> [Todo.ID] {
        try perform { store throws(StoreFault) in try store.updateMany(selection, changes, at: now) }
    }

    /// Deletes all that are meant, or none.
    /// - Returns: their ids, each once, in the order in which they were named; for a filter, in the order of lists.
    /// - Throws: `noSuchTodo` for the first id that is not there.
    package func deleteMany(_ selection: TodoSelection) throws(StoreError) -> [Todo.ID] {
        try perform { store throws(StoreFault) in try store.deleteMany(selection) }
    }

    /// Takes back the request of a revision; for nil the newest one of the scope that is not taken back.
    package func undo(_ revision: Revision?, _ scope: UndoScope, at now: Timestamp) throws(StoreError) -> UndoResult {
        try perform { store throws(StoreFault) in try store.undo(revision, scope, at: now) }
    }

    /// Puts a new todo at its place, and makes its section if that is not there.
    /// - Throws: `noSuchTodo` for a neighbour that is not there; `placeOutsideCategory` for one in another section.
    package func create(_ new: NewTodo, at now: Timestamp) throws(StoreError) -> Todo {
        try perform { store throws(StoreFault) in try store.create(new, at: now) }
    }

    /// Changes a todo. Where nothing changes, it comes back with the revision that it had.
    /// - Throws: `noSuchTodo`; `conflict` when it does not have the revision that is named.
    package func update(
        _ id: Todo.ID, _ changes: TodoChanges, ifRevision: Revision?, at now: Timestamp
    ) throws(StoreError) -> Todo {
        try perform { store throws(StoreFault) in try store.update(id, changes, ifRevision: ifRevision, at: now) }
    }

    /// Gives the todo as it was.
    package func delete(_ id: Todo.ID, ifRevision: Revision?) throws(StoreError) -> Todo {
        try perform { store throws(StoreFault) in try store.delete(id, ifRevision: ifRevision) }
    }

    /// `category` nil: the section of the neighbour that the place names, else its own.
    package func move(
        _ id: Todo.ID, to place: Place, category: String?, ifRevision: Revision?, at now: Timestamp
    ) throws(StoreError) -> Todo {
        try perform { store throws(StoreFault) in
            try store.move(id, to: place, category: category, ifRevision: ifRevision, at: now)
        }
    }

    /// Gives a category another title; its id, its place and its todos stay.
    /// - Throws: `noSuchSection`; `conflict` when the title is taken, or for the section of the todos without a
    ///   category.
    package func renameSection(_ id: String, to title: String) throws(StoreError) -> Section {
        try perform { store throws(StoreFault) in try store.renameSection(id, to: title) }
    }

    /// Puts a category elsewhere among all of them, empty ones too.
    /// - Throws: `noSuchSection`, for it or for its neighbour.
    package func moveSection(_ id: String, to place: SectionPlace) throws(StoreError) -> Section {
        try perform { store throws(StoreFault) in try store.moveSection(id, to: place) }
    }

    /// Gives the ids of the todos that were moved or deleted with it, in their order.
    package func deleteSection(
        _ id: String, leftovers: Leftovers, at now: Timestamp
    ) throws(StoreError) -> [Todo.ID] {
        try perform { store throws(StoreFault) in try store.deleteSection(id, leftovers: leftovers, at: now) }
    }

    // MARK: Behind the seam

    private func perform<Result>(
        _ body: (OpenStore) throws(StoreFault) -> Result
    ) throws(StoreError) -> Result {
        guard let opened, access != nil else {
            throw .unavailable(StoreFailure(.missing, path: location.path, detail: "no transaction"))
        }
        do throws(StoreFault) {
            return try body(opened)
        } catch .refused(let error) {
            throw error
        } catch {
            throw .unavailable(noting(error))
        }
    }

    /// The open store; opened now if it is not, or if another file stands in its place.
    private func openedStore(_ wanted: Access, at now: Timestamp) throws(StoreFailure) -> OpenStore {
        if let opened, !isDue(wanted, at: now) || opened.file == FileIdentity(of: location.path) {
            if wanted == .reading || !isWritableByNow(opened) { return opened }
        }
        opened = nil
        if case .file(let path) = location, let former {
            guard let present = FileIdentity(of: path) else {
                // Whoever removed a store did not ask for an empty one.
                throw StoreFailure(.missing, path: path, detail: "it was here before")
            }
            // Whoever put another file in its place did not ask for the changes that were made to the former one.
            if present != former.file, let log = former.log { StoreFile.setAside(log, of: path) }
        }
        let store = try OpenStore(
            location, session: session, historyLimit: historyLimit, filingLimit: filingLimit)
        if let isCalledOff { store.database.interrupt(when: isCalledOff) }
        opened = store
        former = (store.file, store.log)
        damage = nil
        isRefusedWriting = false
        return store
    }

    /// Whether what could only be opened for reading is worth being opened anew. Not with every change: its log would be
    /// read again each time, and where it cannot be, what can still be read would be lost.
    private func isWritableByNow(_ opened: OpenStore) -> Bool {
        guard opened.database.isReadOnly || isRefusedWriting, damage == nil, case .file(let path) = location else {
            return false
        }
        StoreFile.freeCompanions(of: path)
        return StoreFile.obstacle(to: path) == nil
    }

    /// Looking at the file costs a call of the system: with every write, since it must not get lost, but with reads only
    /// five times a second.
    private func isDue(_ wanted: Access, at now: Timestamp) -> Bool {
        if location == .memory { return false }
        let isDue = wanted == .writing || abs(now.milliseconds - checkedAt.milliseconds) >= 200
        if isDue { checkedAt = now }
        return isDue
    }

    /// Remembers what was found: what is damaged is not written to, and what was opened for reading only is opened anew. An
    /// error of the disk may pass.
    private func noting(_ fault: StoreFault) -> StoreFailure {
        let failure = StoreFailure(fault, path: location.path)
        if case .sqlite(let error) = fault {
            if error.primaryCode == Code.corrupt { damage = failure }
            if error.primaryCode == Code.readOnly { isRefusedWriting = true }
        }
        return failure
    }
}

extension StoreFailure {
    init(_ fault: StoreFault, path: String) {
        switch fault {
        case .sqlite(let error): self.init(error, path: path)
        case .refused(.unavailable(let failure)): self = failure
        case .refused(let error): self.init(.damaged, path: path, detail: "\(error)")
        }
    }
}
