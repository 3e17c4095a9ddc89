package import TodoCore

extension StoreMaintenance {
    /// What a copy holds.
    package struct Copy: Sendable {
        package let todos: Int64
        package let revision: Revision
    }

    /// Copies a store as it is at one moment, while others go on reading and writing it. The copy is one file, complete
    /// without a log beside it, and has been read through once before it appears.
    ///
    /// An earlier copy of the same store is replaced; whatever else stands at the path stays, and nothing is copied.
    package static func backUp(_ location: StoreLocation, to path: String) throws(MaintenanceFailure) -> Copy {
        let store = try file(location)
        let source = try open(store)
        let identity = try asking(store) { () throws(StoreFault) in
            guard try OpenStore.version(of: source, store) > 0 else {
                throw .refused(.unavailable(StoreFailure(.notAStore, path: store, detail: "it is empty")))
            }
            return try source.texts("SELECT identity FROM meta").first ?? ""
        }
        // It is a store that can be read, so it is left as a server leaves it.
        source.setCheckpointOnClose(true)
        let isReplacing = try isEarlierCopy(path, of: store, identity)
        let new = try NewFile(for: path)
        try fill(new, from: source, store)
        let copy = try readThrough(new, store)
        try new.publish(isReplacing: isReplacing)
        return copy
    }

    private static func fill(
        _ new: NewFile, from source: borrowing Database, _ store: String
    ) throws(MaintenanceFailure) {
        do throws(StoreFault) {
            let target = try Database(path: new.partial)
            // If this fails, the file goes: there is nothing to be rolled back, and it is synchronised once at the end.
            try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try source.copy(into: target)
        } catch {
            throw .store(StoreFailure(error, path: error.isOfReading ? store : new.path))
        }
    }

    /// A copy of a damaged page is a damaged page, and must not take the place of an earlier copy.
    private static func readThrough(_ new: NewFile, _ store: String) throws(MaintenanceFailure) -> Copy {
        try asking(store) { () throws(StoreFault) in
            let copy = try Database(path: new.partial)
            // Without a log it can be read on its own, also where nothing can be written.
            try copy.execute("PRAGMA journal_mode = DELETE")
            let faults = try copy.texts("PRAGMA integrity_check(1)")
            guard faults == ["ok"] else { throw .sqlite(.damaged(faults.first ?? "")) }
            return Copy(
                todos: try copy.value("SELECT coalesce(sum(count), 0) FROM sections"),
                revision: try copy.value("SELECT revision FROM meta"))
        }
    }

    /// Whether a copy of that store stands at the path already; false when nothing does.
    private static func isEarlierCopy(
        _ path: String, of store: String, _ identity: String
    ) throws(MaintenanceFailure) -> Bool {
        if FileIdentity(of: path) == FileIdentity(of: store) { throw .occupied(path: path, why: "is the store itself") }
        if StoreFile.companions.contains(where: { StoreFile.isSamePlace(path, store + $0) }) {
            throw .occupied(path: path, why: "belongs to the store")
        }
        // A log beside the new file would be taken for its own.
        if let companion = StoreFile.companions.first(where: { StoreFile.isTaken(path + $0) }) {
            throw .occupied(path: path + companion, why: "is there: \(path) is in use")
        }
        guard StoreFile.isTaken(path) else { return false }
        guard StoreFile.isRegularFile(path) else { throw .occupied(path: path, why: "is no regular file") }
        guard isCopy(path, of: identity) else { throw .occupied(path: path, why: "is no earlier copy of this store") }
        return true
    }

    private static func isCopy(_ path: String, of identity: String) -> Bool {
        // A file that says of itself that it has a log is a store, not a copy, and must not even be opened
        // (https://www.sqlite.org/fileformat2.html#file_format_version_numbers).
        guard StoreFile.bytes(of: path, at: 18, count: 2) == [1, 1], let found = try? open(path) else { return false }
        return (try? found.texts("SELECT identity FROM meta")) == [identity]
    }

    private static func asking<Result>(
        _ path: String, _ body: () throws(StoreFault) -> Result
    ) throws(MaintenanceFailure) -> Result {
        do throws(StoreFault) { return try body() } catch { throw .store(StoreFailure(error, path: path)) }
    }
}

extension StoreFault {
    /// Whether it is the fault of what was read, and not of what was written.
    fileprivate var isOfReading: Bool {
        guard case .sqlite(let error) = self else { return true }
        return ![Code.full, Code.ioError, Code.readOnly, Code.permission, Code.cannotOpen].contains(error.primaryCode)
    }
}
