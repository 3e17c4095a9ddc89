package import TodoCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Why a store was not copied, checked or recovered. Nothing was changed then.
package enum MaintenanceFailure: Error, Sendable {
    case store(StoreFailure)
    /// Something stands where the new file is to be, and stays.
    case occupied(path: String, why: String)
    /// There is not one todo or section in the file.
    case nothingFound(path: String)

    /// For whoever typed the command.
    package var text: String {
        switch self {
        case .store(let failure): "\(failure.path): \(failure.reason.rawValue): \(failure.detail)"
        case .occupied(let path, let why): "\(path) \(why), and was left as it is"
        case .nothingFound(let path): "\(path): no todos and no sections were found in it"
        }
    }
}

/// A file that is put together under another name beside its place, for its owner only, and stands in its place when it
/// is finished, or not at all.
final class NewFile {
    /// Where it is to be.
    let path: String
    /// Where it is meanwhile.
    let partial: String
    private var isPublished = false

    init(for path: String) throws(MaintenanceFailure) {
        self.path = path
        partial = path + ".partial-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let descriptor = unsafe open(partial, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .store(StoreFile.failure(errno, path)) }
        // Whatever the umask took away.
        fchmod(descriptor, 0o600)
        close(descriptor)
    }

    deinit {
        if isPublished { return }
        for suffix in [""] + StoreFile.companions { _ = unsafe unlink(partial + suffix) }
    }

    /// Puts it in its place, for good: no connection to it may be open.
    /// - Parameter isReplacing: whether a file that stands there goes.
    func publish(isReplacing: Bool) throws(MaintenanceFailure) {
        let descriptor = unsafe open(partial, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .store(StoreFile.failure(errno, path)) }
        let isSynced = fsync(descriptor) == 0
        let number = errno
        close(descriptor)
        guard isSynced else { throw .store(StoreFile.failure(number, path)) }
        if isReplacing {
            guard unsafe rename(partial, path) == 0 else { throw .store(StoreFile.failure(errno, path)) }
        } else {
            try appear()
        }
        isPublished = true
        StoreFile.syncFolder(of: path)
    }

    /// A second name is refused where there is one already; renaming would replace it. Where the file system has no
    /// second names, a look before has to do.
    private func appear() throws(MaintenanceFailure) {
        if unsafe link(partial, path) == 0 {
            _ = unsafe unlink(partial)
            return
        }
        let number = errno
        if number == EEXIST || StoreFile.isTaken(path) { throw .occupied(path: path, why: "is there already") }
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(number) else { throw .store(StoreFile.failure(number, path)) }
        guard unsafe rename(partial, path) == 0 else { throw .store(StoreFile.failure(errno, path)) }
    }
}

extension StoreFile {
    /// What SQLite keeps beside a database while it is in use.
    static let companions = ["-wal", "-shm", "-journal"]

    /// Refuses what is no file, or not there: unlike a server, nothing that looks at a store makes one.
    static func expectFile(_ path: String) throws(MaintenanceFailure) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .store(failure(errno, path)) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .store(StoreFailure(.notAStore, path: path, detail: "not a regular file"))
        }
    }

    /// Whether two paths name the same entry of the same folder, whether or not anything is there.
    static func isSamePlace(_ path: String, _ other: String) -> Bool {
        guard name(of: path) == name(of: other),
            let folder = FileIdentity(of: parent(of: path) ?? ".")
        else { return false }
        return folder == FileIdentity(of: parent(of: other) ?? ".")
    }

    /// Of names that are equal in Unicode, some systems make the same one; so they are taken for that.
    private static func name(of path: String) -> Substring? {
        path.utf8.split(separator: UInt8(ascii: "/")).last.map(Substring.init)
    }

    /// Whether anything has that name, be it a link that leads nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Up to `count` bytes of a file; nil when it cannot be read. Never of a database that this process has open:
    /// closing a file gives up the locks on it.
    static func bytes(of path: String, at offset: Int, count: Int) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = Array(repeating: 0, count: count)
        let found = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, count, off_t(offset))
        }
        return found < 0 ? nil : Array(bytes.prefix(found))
    }
}
