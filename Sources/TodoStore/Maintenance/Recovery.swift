package import TodoCore

/// What a recovery brought, and what it did not.
package struct Recovery: Sendable {
    package internal(set) var todos = 0
    package internal(set) var sections = 0
    /// Todos that an index of the store knows, and that are not to be found.
    package internal(set) var missing: [Todo.ID] = []
    /// Todos that have lost the end of their detail.
    package internal(set) var incomplete: [Todo.ID] = []
    /// By their own counts, sections have had so many more todos.
    package internal(set) var short: [(section: Int64, todos: Int64)] = []
    /// Sections whose titles are lost.
    package internal(set) var untitled: [Int64] = []
    /// The id after which the new store counts on, where the last one given is not known.
    package internal(set) var guessedLast: Todo.ID?
    /// Whether changes in the store's log could not be looked at.
    package internal(set) var isWithoutLog = false
    /// Whether todos that were deleted may have come back, for the list of unused pages is damaged.
    package internal(set) var mayHaveDeleted = false

    package var isComplete: Bool {
        missing.isEmpty && incomplete.isEmpty && short.isEmpty && untitled.isEmpty && !isWithoutLog
    }

    /// Lines for whoever asked.
    package var text: String {
        var lines = ["\(todos) todos in \(sections) sections were found"]
        if !missing.isEmpty { lines.append("missing todos: \(Self.ranges(missing))") }
        for (section, todos) in short { lines.append("section c\(section) had \(todos) more by its own count") }
        if !incomplete.isEmpty { lines.append("without the end of their detail: todos \(Self.ranges(incomplete))") }
        if !untitled.isEmpty { lines.append("sections whose title is lost: c\(Self.ranges(untitled))") }
        if let guessedLast { lines.append("the last id given is not known: new todos count on from \(guessedLast)") }
        if isWithoutLog { lines.append("changes in the log beside the store could not be read") }
        if mayHaveDeleted { lines.append("todos that were deleted may be among them") }
        if isComplete { lines.append("no todo is missing") }
        lines.append("what undo and keys of requests remember does not come along; followers list anew")
        return lines.map { $0 + "\n" }.joined()
    }

    /// "3, 17–20", not more than a few.
    private static func ranges(_ ids: [Todo.ID]) -> String {
        var ranges: [ClosedRange<Todo.ID>] = []
        for id in ids.sorted() {
            if let last = ranges.last, last.upperBound == id - 1 {
                ranges[ranges.count - 1] = last.lowerBound...id
            } else {
                ranges.append(id...id)
            }
        }
        let shown = ranges.prefix(20).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
        return shown.joined(separator: ", ") + (ranges.count > 20 ? ", … (\(ids.count) in all)" : "")
    }
}

extension StoreMaintenance {
    /// Brings what can be read of a store, however damaged, into a new one. The store itself stays as it is.
    ///
    /// Todos keep their ids, times and revisions, sections their ids and their order. The new store has an identity of
    /// its own, so that whoever follows the changes of the old one starts anew.
    package static func recover(_ location: StoreLocation, to path: String) throws(MaintenanceFailure) -> Recovery {
        let store = try file(location)
        try StoreFile.expectFile(store)
        for suffix in [""] + StoreFile.companions where StoreFile.isTaken(path + suffix) {
            throw .occupied(path: path + suffix, why: "is there already")
        }
        let image = try NewFile(for: path)
        defer { withExtendedLifetime(image) {} }
        let isWithoutLog = try !copyPages(of: store, into: image)
        let source = isWithoutLog ? store : image.partial
        let salvage = try salvage(source)
        if salvage.todos.isEmpty && salvage.sections.isEmpty { throw .nothingFound(path: store) }
        let new = try NewFile(for: path)
        var recovery = try build(new, from: salvage)
        recovery.isWithoutLog = isWithoutLog && StoreFile.bytes(of: store + "-wal", at: 0, count: 1)?.isEmpty == false
        recovery.mayHaveDeleted = salvage.mayHaveDeleted
        guard try verify(.file(new.partial)).isHealthy else {
            throw .store(StoreFailure(.damaged, path: new.partial, detail: "what was put together is not consistent"))
        }
        try new.publish(isReplacing: false)
        return recovery
    }

    /// Copies the pages as SQLite sees them, with those in the log. False where it does not see any.
    private static func copyPages(of store: String, into image: NewFile) throws(MaintenanceFailure) -> Bool {
        do throws(StoreFault) {
            let source = try Database(path: store)
            source.setCheckpointOnClose(false)
            // A file that is shorter than it says is read as far as it goes.
            try source.execute("PRAGMA busy_timeout = 5000; PRAGMA writable_schema = ON")
            if try source.value("PRAGMA application_id") == Schema.applicationID,
                case let version = try source.value("PRAGMA user_version"), version > Schema.version
            {
                throw .refused(.unavailable(StoreFailure(.newerVersion, path: store, detail: "version \(version)")))
            }
            let target = try Database(path: image.partial)
            try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try source.copy(into: target)
            return true
        } catch {
            let failure = StoreFailure(error, path: store)
            if [.damaged, .notAStore, .readOnly].contains(failure.reason) { return false }
            throw .store(failure)
        }
    }

    /// Reads the pages; where the file does not say how large they are, those of the size with which most is found.
    private static func salvage(_ path: String) throws(MaintenanceFailure) -> Salvage {
        var best: Salvage?
        for size in PageFile.pageSizes {
            guard let pages = PageFile(path, guess: size) else {
                throw .store(StoreFailure(.missing, path: path, detail: "it cannot be read"))
            }
            let found = Salvage(pages)
            if best.map({ $0.todos.count < found.todos.count }) ?? true { best = found }
            if pages.isPageSizeKnown { break }
        }
        guard let best else { throw .nothingFound(path: path) }
        return best
    }

    private static func build(_ new: NewFile, from salvage: Salvage) throws(MaintenanceFailure) -> Recovery {
        do throws(StoreFailure) {
            let store = try OpenStore(.file(new.partial), session: "", historyLimit: 1)
            do throws(StoreFault) {
                try store.begin(writing: true)
                let recovery = try store.fill(from: salvage)
                try store.commit()
                return recovery
            } catch {
                throw StoreFailure(error, path: new.path)
            }
        } catch {
            throw .store(error)
        }
    }
}

extension OpenStore {
    /// Fills a new store with what was found of another one.
    fileprivate func fill(from salvage: Salvage) throws(StoreFault) -> Recovery {
        var recovery = Recovery()
        let revision = max(salvage.meta?.revision ?? 0, salvage.highestRevision)
        try fillSections(from: salvage, &recovery)
        var counts: [Int64: Int64] = [:]
        var places: [Int64: Int64] = [:]
        let order = salvage.todos.sorted {
            ($0.value.section, $0.value.place, $0.key) < ($1.value.section, $1.value.place, $1.key)
        }
        for (id, found) in order {
            guard var row = salvage.todo(id) else { continue }
            if row.todo.revision < 1 || row.todo.revision > revision { row.todo.revision = max(1, revision) }
            places[found.section, default: 0] += Self.step
            try insert(
                row.todo, section: found.section, place: places[found.section] ?? Self.step, state: row.todo.revision)
            counts[found.section, default: 0] += 1
            recovery.todos += 1
            if row.isIncomplete { recovery.incomplete.append(id) }
        }
        recovery.missing = salvage.known.filter { salvage.todos[$0] == nil }.sorted()
        for (number, section) in salvage.sections.sorted(by: { $0.key < $1.key }) {
            let lost = section.count - (counts[number] ?? 0)
            if lost > 0 { recovery.short.append((number, lost)) }
        }
        // An id is not given twice; where the last one is not known, some are left out to be sure.
        let last = max(salvage.meta?.lastTodo ?? salvage.highestTodo + 1000, salvage.highestTodo)
        if salvage.meta == nil { recovery.guessedLast = last }
        let now = max(1, revision)
        try database.execute(
            """
            UPDATE meta SET revision = \(now), lastTodo = \(last), sectionsRevision = \(now), forgotten = \(now),
                filed = \(last);
            UPDATE sqlite_sequence SET seq = max(seq, \(salvage.lastSection)) WHERE name = 'sections'
            """)
        try fileWaiting()
        return recovery
    }

    private func fillSections(from salvage: Salvage, _ recovery: inout Recovery) throws(StoreFault) {
        let insert = try database.statement(.restoreSection)
        var keys: Set<String> = []
        var place: Int64 = 0
        func add(_ number: Int64, _ title: String) throws(StoreFault) {
            place += Self.step
            // A section that lies on a page which is not in use any more may have the same title.
            var title = title
            while keys.contains(title.canonicalForm) { title += "'" }
            keys.insert(title.canonicalForm)
            insert.bind(number, at: 1)
            insert.bind(title, at: 2)
            insert.bind(title.canonicalForm, at: 3)
            insert.bind(place, at: 4)
            insert.bind(0, at: 5)
            try insert.run()
            recovery.sections += 1
        }
        for (number, section) in salvage.sections.sorted(by: { ($0.value.place, $0.key) < ($1.value.place, $1.key) }) {
            try add(number, section.title)
        }
        for number in Set(salvage.todos.values.map(\.section)).subtracting(salvage.sections.keys).sorted() {
            try add(number, "c\(number)")
            recovery.untitled.append(number)
        }
    }
}
