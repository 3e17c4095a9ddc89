internal import CSystem

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A folder of small files with names that we made ourselves. Several server processes may use it at once: a file that
/// is gone, or has come, between two calls is nothing unusual.
struct CacheFolder: Sendable {
    /// The system refused; as in `errno(3)`.
    struct Failure: Error {
        let errno: Int32
    }

    /// A regular file, as it was a moment ago.
    struct Entry: Sendable {
        let name: String
        /// In bytes.
        let size: Int
        /// Nanoseconds since 1970.
        let modified: Int64
    }

    /// How files are called that are not whole yet.
    static let temporaryPrefix = ".todo-server-pet-"

    /// Absolute.
    let path: String

    /// - Parameter path: taken from the present working directory when it doesn't start with a slash.
    init(_ path: String) {
        if path.utf8.first == UInt8(ascii: "/") {
            self.path = path
        } else if let current = unsafe getcwd(nil, 0) {
            self.path = unsafe String(cString: current) + "/" + path
            unsafe free(current)
        } else {
            self.path = "/" + path
        }
    }

    /// Where a file is.
    func path(of name: String) -> String { path + "/" + name }

    /// Makes the folder, and those above it, for their owner only, whatever the umask. What is there stays as it is;
    /// it may be a symbolic link to a folder.
    func make() throws(Failure) {
        if isFolder { return }
        var prefix = ""
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            prefix += "/" + Substring(part)
            // What can't be made, and isn't there, shows at the end.
            if unsafe mkdir(prefix, 0o700) == 0 { _ = unsafe chmod(prefix, 0o700) }
        }
        let failure = csystem_errno()
        if !isFolder { throw Failure(errno: failure == 0 ? ENOTDIR : failure) }
    }

    private var isFolder: Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// All of a regular file, never through a symbolic link; nil when there is none, or it has more than `limit` bytes.
    func read(_ name: String, limit: Int) -> [UInt8]? {
        // A FIFO would block without O_NONBLOCK.
        let file = unsafe csystem_open(path(of: name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        let size = Int(status.st_size)
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while count < size, let start = buffer.baseAddress {
                #if canImport(Glibc)
                    let more = unsafe Glibc.read(file, start + count, size - count)
                #else
                    let more = unsafe Darwin.read(file, start + count, size - count)
                #endif
                if more < 0 && csystem_errno() == EINTR { continue }
                if more <= 0 { break }
                count += more
            }
            filled = count
        }
        return count == size ? bytes : nil
    }

    /// Puts a file there as a whole or not at all, for its owner only; one of that name is replaced.
    /// - Parameter isDurable: whether its bytes are on the disk before its name is.
    func write(_ name: String, _ bytes: [UInt8], isDurable: Bool) throws(Failure) {
        let temporary = path(
            of: "\(Self.temporaryPrefix)\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 16))")
        let file = unsafe csystem_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw Failure(errno: csystem_errno()) }
        do throws(Failure) {
            try Self.fill(file, bytes, isDurable: isDurable)
            guard unsafe rename(temporary, path(of: name)) == 0 else { throw Failure(errno: csystem_errno()) }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
    }

    /// Closes the file in any case.
    private static func fill(_ file: Int32, _ bytes: [UInt8], isDurable: Bool) throws(Failure) {
        var failure: Int32 = fchmod(file, 0o600) == 0 ? 0 : csystem_errno()
        var place = 0
        while failure == 0, place < bytes.count {
            let written = unsafe bytes.withUnsafeBytes { all in
                guard let start = all.baseAddress else { return 0 }
                #if canImport(Glibc)
                    return unsafe Glibc.write(file, start + place, all.count - place)
                #else
                    return unsafe Darwin.write(file, start + place, all.count - place)
                #endif
            }
            if written > 0 { place += written } else if csystem_errno() != EINTR { failure = csystem_errno() }
        }
        if failure == 0, isDurable, fsync(file) != 0 { failure = csystem_errno() }
        if close(file) != 0, failure == 0 { failure = csystem_errno() }
        if failure != 0 { throw Failure(errno: failure) }
    }

    /// Removes a file. One that is not there is no error.
    func remove(_ name: String) { _ = unsafe unlink(path(of: name)) }

    /// The regular files whose names `isOurs`; empty when there is no folder.
    func entries(where isOurs: (String) -> Bool) -> [Entry] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var entries: [Entry] = []
        while let found = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &found.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            var status = stat()
            guard isOurs(name), unsafe lstat(path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                continue
            }
            #if canImport(Glibc)
                let time = status.st_mtim
            #else
                let time = status.st_mtimespec
            #endif
            let modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
            entries.append(Entry(name: name, size: Int(status.st_size), modified: modified))
        }
        return entries
    }
}
