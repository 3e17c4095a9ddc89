internal import TodoCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Where a store is.
package enum StoreLocation: Sendable, Equatable {
    /// In memory only: gone with the process.
    case memory
    case file(String)

    /// As `--store` and `TODO_SERVER_STORE` name it.
    package init(_ name: String) { self = name == ":memory:" ? .memory : .file(name) }

    /// What failures name.
    package var path: String {
        switch self {
        case .memory: ":memory:"
        case .file(let path): path
        }
    }
}

/// Which file a path leads to: two are the same only for the same file.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let inode: UInt64

    /// nil when there is nothing at the path.
    init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

/// Prepares the place of a store in the file system, so that only its owner can read it.
enum StoreFile {
    /// Makes the file and its folders where they are missing, and refuses what cannot be a store.
    static func prepare(_ path: String) throws(StoreFailure) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw StoreFailure(.notAStore, path: path, detail: "not a regular file")
            }
            freeCompanions(of: path)
            return
        }
        try makeFolder(of: path, for: path)
        // A dangling link is filled at its target, as opening a file does.
        let descriptor = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno, path) }
        // Whatever the umask took away or left: the owner, and nobody else.
        fchmod(descriptor, 0o600)
        close(descriptor)
        syncFolder(of: path)
    }

    /// Where SQLite keeps the write-ahead log of a store.
    static func log(of path: String) -> String { path + "-wal" }

    /// Renames a log that was left behind by another file of that path, so that it is not taken for the present file's.
    static func setAside(_ log: FileIdentity, of path: String) {
        guard FileIdentity(of: self.log(of: path)) == log else { return }
        unsafe rename(self.log(of: path), self.log(of: path) + ".replaced")
        unsafe unlink(path + "-shm")
    }

    private static func makeFolder(of path: String, for store: String) throws(StoreFailure) {
        guard let folder = parent(of: path) else { return }
        var status = stat()
        if unsafe stat(folder, &status) == 0 { return }
        try makeFolder(of: folder, for: store)
        // Another process may have been first.
        if unsafe mkdir(folder, 0o700) == 0 {
            // Whatever the umask took away.
            _ = unsafe chmod(folder, 0o700)
        } else if errno != EEXIST {
            throw failure(errno, store)
        }
    }

    /// A file is there after a power cut only when its folder says so.
    static func syncFolder(of path: String) {
        let descriptor = unsafe open(parent(of: path) ?? ".", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    static func parent(of path: String) -> String? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func failure(_ number: Int32, _ path: String) -> StoreFailure {
        let detail = unsafe String(cString: strerror(number))
        let reason: StoreFailure.Reason =
            switch number {
            case EACCES, EPERM, EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            default: .missing
            }
        return StoreFailure(reason, path: reason == .readOnly ? obstacle(to: path) ?? path : path, detail: detail)
    }
}

extension StoreFailure {
    /// What an answer of SQLite means for whoever uses the store.
    init(_ error: SQLiteError, path: String) {
        let detail = "\(error.message) (SQLite \(error.code), errno \(error.systemError))"
        let reason = Self.reason(error)
        self.init(reason, path: reason == .readOnly ? StoreFile.obstacle(to: path) ?? path : path, detail: detail)
    }

    private static func reason(_ error: SQLiteError) -> Reason {
        // A disk or a quota that is full, and a file that may not grow, come as write errors too.
        if [ENOSPC, EDQUOT, EFBIG].contains(error.systemError), [Code.full, Code.ioError].contains(error.primaryCode) {
            return .full
        }
        switch error.primaryCode {
        case Code.busy, Code.locked, Code.lockingProtocol: return .locked
        case Code.full: return .full
        case Code.readOnly, Code.permission: return .readOnly
        case Code.notADatabase: return .notAStore
        case Code.cannotOpen: return [EACCES, EPERM, EROFS].contains(error.systemError) ? .readOnly : .missing
        default: return .damaged
        }
    }
}
