internal import TodoCore

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Who may do what with a store and with the two files that SQLite keeps beside it while it is used.
extension StoreFile {
    private static func companions(of path: String) -> [String] { [log(of: path), path + "-shm"] }

    /// Lets the owner of a store that may be written write what is beside it too.
    ///
    /// SQLite gives log and shared memory the mode that the store has when they are made. Those that were made while it
    /// could only be read stay behind, since nobody who only reads can remove them, and would keep a store from being
    /// written whose own mode has been put right.
    static func freeCompanions(of path: String) {
        guard let store = ownedFile(path, followingLink: true), store.st_mode & S_IWUSR != 0 else { return }
        for companion in companions(of: path) {
            guard let status = ownedFile(companion, followingLink: false), status.st_mode & S_IWUSR == 0 else {
                continue
            }
            _ = unsafe chmod(companion, store.st_mode & 0o600)
        }
    }

    /// Takes away what others than the owner may do with a store, which a copy that was put back may have allowed. Only
    /// of what is known as a store of ours, and is this user's.
    static func keepPrivate(_ path: String) {
        for file in [path] + companions(of: path) {
            guard let status = ownedFile(file, followingLink: file == path), status.st_mode & 0o077 != 0 else {
                continue
            }
            _ = unsafe chmod(file, status.st_mode & 0o700)
        }
    }

    /// What is seen to stand in the way of writing a store: itself, what is beside it, or the folder that something is
    /// missing in, in this order.
    static func obstacle(to path: String) -> String? {
        let files = [path] + companions(of: path)
        if let file = files.first(where: { isThere($0) && !mayBeWritten($0) }) { return file }
        if files.allSatisfy(isThere) { return nil }
        var folder = parent(of: path) ?? "."
        while !isThere(folder), let outer = parent(of: folder) { folder = outer }
        return isThere(folder) && !mayBeWritten(folder) ? folder : nil
    }

    /// Whether there is a log, and nothing in it.
    static func isLogEmpty(of path: String) -> Bool {
        var status = stat()
        return unsafe stat(log(of: path), &status) == 0 && status.st_size == 0
    }

    /// nil for what is no regular file, or not this user's.
    private static func ownedFile(_ path: String, followingLink: Bool) -> stat? {
        var status = stat()
        guard unsafe fstatat(AT_FDCWD, path, &status, followingLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
        else { return nil }
        return status
    }

    private static func isThere(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, path, F_OK, AT_EACCESS) == 0 }

    private static func mayBeWritten(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 }
}
