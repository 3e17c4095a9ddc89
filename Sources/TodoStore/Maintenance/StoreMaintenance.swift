internal import TodoCore

/// What can be done with a store other than using it: copying, checking and recovering it.
package enum StoreMaintenance {
    /// A file that may be a store, opened so that not even closing it changes it.
    static func open(_ path: String) throws(MaintenanceFailure) -> Database {
        try StoreFile.expectFile(path)
        do throws(StoreFault) {
            let database = try Database(path: path)
            database.setCheckpointOnClose(false)
            try database.execute("PRAGMA busy_timeout = 5000")
            return database
        } catch {
            throw .store(StoreFailure(error, path: path))
        }
    }

    /// The path of a store that is a file.
    static func file(_ location: StoreLocation) throws(MaintenanceFailure) -> String {
        guard case .file(let path) = location else {
            throw .store(StoreFailure(.missing, path: location.path, detail: "it is kept in memory only"))
        }
        return path
    }
}

extension Database {
    /// The first column of all rows of a query that is asked once.
    func texts(_ sql: String, limit: Int = .max) throws(StoreFault) -> [String] {
        var texts: [String] = []
        try each(sql) { row throws(StoreFault) in
            texts.append(row.text(0))
            return texts.count < limit
        }
        return texts
    }
}
