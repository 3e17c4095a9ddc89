internal import TodoCore

/// A store that is open: the connection and the transaction on it.
///
/// What reads or changes todos is an extension of this type, in the files beside it, and runs inside a transaction that
/// `TodoStore` began.
final class OpenStore {
    var database: Database
    /// The file that was opened; nil in memory.
    let file: FileIdentity?
    /// Its write-ahead log, which belongs to this file and to no other.
    private(set) var log: FileIdentity?
    /// Counts the requests that have changed the store: read at the start of a transaction, written at its end.
    private(set) var revision: Revision = 0
    /// The revision that the transaction started from.
    private(set) var revisionBefore: Revision = 0
    /// The last revision that changed a section itself.
    private(set) var sectionsRevision: Revision = 0
    /// Up to here, some deletions are no longer known.
    private(set) var forgotten: Revision = 0
    private var lastTodo: Todo.ID = 0
    /// Of the todos up to here, but for those that are misfiled, `initials` has the order by initial.
    private(set) var filed: Todo.ID = 0
    /// How many are misfiled.
    var misfiled: Int64 = 0
    private var isMetaChanged = false
    /// What is known of sections in the present transaction.
    var memory = SectionMemory()
    /// The last text that was looked for in all todos.
    var lastSearch: TextSearch?
    /// How many todos this connection has written into the history since it last cleared some away.
    var remembered: Int64 = 0
    /// Whose changes these are.
    let session: String
    /// How many requests can be undone.
    let historyLimit: Int64
    /// How many todos may wait for being filed by initial.
    let filingLimit: Int64

    /// Opens the store at the location, makes it if nothing is there, and brings an older one up to date.
    init(
        _ location: StoreLocation, session: String, historyLimit: Int64, filingLimit: Int64 = TodoStore.filingLimit
    ) throws(StoreFailure) {
        self.session = session
        self.historyLimit = historyLimit
        self.filingLimit = filingLimit
        let path = location.path
        if case .file = location {
            try StoreFile.prepare(path)
            file = FileIdentity(of: path)
        } else {
            file = nil
        }
        do throws(StoreFault) {
            database = try Database(path: path)
            // Until it is known to be a store of this version, not even the end of the connection may change the file.
            database.setCheckpointOnClose(false)
            do throws(StoreFault) {
                try Self.bringUpToDate(&database, path)
            } catch {
                // With an empty log there is nothing that closing could change in the file, and it takes away what
                // looking at the file has left beside it.
                if file != nil && StoreFile.isLogEmpty(of: path) { database.setCheckpointOnClose(true) }
                throw error
            }
            database.setCheckpointOnClose(true)
        } catch {
            throw StoreFailure(error, path: path)
        }
        if case .file = location {
            StoreFile.keepPrivate(path)
            log = FileIdentity(of: StoreFile.log(of: path))
        }
    }

    // MARK: The transaction

    /// Starts a transaction that sees the store as it is now, and, for writing, that no other process can change it in.
    func begin(writing: Bool) throws(StoreFault) {
        try database.statement(writing ? .beginWrite : .beginRead).run()
        isMetaChanged = false
        let meta = try database.statement(.meta)
        defer { meta.reset() }
        guard try meta.step() else { throw .sqlite(.damaged("the row of meta is missing")) }
        revision = meta.integer(0)
        revisionBefore = revision
        lastTodo = meta.integer(1)
        sectionsRevision = meta.integer(2)
        forgotten = meta.integer(3)
        filed = meta.integer(4)
        misfiled = meta.integer(5)
        memory.begin(at: revision)
    }

    /// Makes everything since `begin` durable, as a whole.
    func commit() throws(StoreFault) {
        try memory.forEachPending { (section, counts) throws(StoreFault) in
            let statement = try database.statement(.countSection)
            statement.bind(section, at: 1)
            statement.bind(counts.todos, at: 2)
            statement.bind(counts.completed, at: 3)
            try statement.run()
        }
        if isMetaChanged {
            if lastTodo - filed + misfiled * Self.weightOfMisfiled >= filingLimit {
                try fileWaiting()
                filed = lastTodo
            }
            let save = try database.statement(.saveMeta)
            save.bind(revision, at: 1)
            save.bind(lastTodo, at: 2)
            save.bind(sectionsRevision, at: 3)
            save.bind(forgotten, at: 4)
            save.bind(filed, at: 5)
            save.bind(misfiled, at: 6)
            try save.run()
        }
        try database.statement(.commit).run()
        memory.commit(at: revision)
    }

    /// Takes back everything since `begin`. What cannot be taken back has been by SQLite already.
    func rollback() {
        if database.isInTransaction { try? database.statement(.rollback).run() }
        if revision == revisionBefore { return }
        memory.rollback()
        // The next one that makes this revision makes something else.
        lastSearch = nil
    }

    /// The revision of a request that is about to change something.
    /// - Parameters:
    ///   - undoes: the one that it takes back.
    ///   - created: the new todo that is all that it changes.
    func nextRevision(undoes: Revision? = nil, created: Todo.ID? = nil) throws(StoreFault) -> Revision {
        revision += 1
        isMetaChanged = true
        try remember(request: revision, undoes: undoes, created: created)
        return revision
    }

    /// The request at hand changes sections themselves.
    func noteSectionChange() {
        sectionsRevision = revision
        isMetaChanged = true
    }

    /// Deletions up to that revision are not kept any longer.
    func noteForgotten(_ revision: Revision) {
        forgotten = max(forgotten, revision)
        isMetaChanged = true
    }

    /// An id that no todo of this store has had.
    func nextTodo() -> Todo.ID {
        lastTodo += 1
        isMetaChanged = true
        return lastTodo
    }

    // MARK: Opening

    private static func bringUpToDate(_ database: inout Database, _ path: String) throws(StoreFault) {
        // In one transaction, so that what another process is making just now is seen wholly or not at all.
        try database.execute("BEGIN")
        let found = try version(of: database, path)
        try database.execute("COMMIT")
        // A write-ahead log has to be readable by all, so the mode comes before the first table; 4 MiB of an emptied
        // log are kept for the next writes, and not more.
        if !database.isReadOnly {
            // Of a new file only: half of the usual size, since a request touches several pages and writes each whole.
            try database.execute(
                "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 4194304")
        }
        try database.execute("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 2000")
        if found == Schema.version { return }
        try database.execute("BEGIN IMMEDIATE")
        do throws(StoreFault) {
            // Another process may have been first.
            for migration in Schema.migrations[Int(try version(of: database, path))...] {
                try database.execute(migration)
            }
            try database.execute(
                "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
            try database.execute("COMMIT")
        } catch {
            try? database.execute("ROLLBACK")
            throw error
        }
    }

    /// The version of the store's tables; 0 for an empty file. Anything else than a store of this server is refused.
    static func version(of database: borrowing Database, _ path: String) throws(StoreFault) -> Int64 {
        do throws(StoreFault) {
            let version = try database.value("PRAGMA user_version")
            let application = try database.value("PRAGMA application_id")
            if application == Schema.applicationID && 1...Schema.version ~= version { return version }
            if application == Schema.applicationID && version > Schema.version {
                throw .refused(.unavailable(StoreFailure(.newerVersion, path: path, detail: "version \(version)")))
            }
            if application == 0, version == 0, try database.value("SELECT count(*) FROM sqlite_master") == 0 {
                return 0
            }
            throw .refused(
                .unavailable(
                    StoreFailure(.notAStore, path: path, detail: "application \(application), version \(version)")))
        } catch .sqlite(let error) where database.isReadOnly && error.primaryCode == Code.cannotOpen {
            // Readers share memory through a file that a read-only folder cannot get.
            let obstacle = StoreFile.obstacle(to: path) ?? path
            throw .refused(.unavailable(StoreFailure(.readOnly, path: obstacle, detail: error.message)))
        }
    }
}

extension SQLiteError {
    /// What SQLite did not notice, but cannot be.
    static func damaged(_ message: String) -> SQLiteError {
        SQLiteError(code: Code.corrupt, systemError: 0, message: message)
    }
}
