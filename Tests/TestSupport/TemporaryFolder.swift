#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A folder that is there for one test only.
package struct TemporaryFolder: Sendable {
    package let path: String

    /// Makes one, lets `body` use it, and removes it with all that is in it.
    package static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
        var template = Self.template("todo-test")
        guard unsafe mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { removeTree(path) }
        return try body(TemporaryFolder(path: path))
    }

    /// What mkdtemp makes a name of, in the folder that `TMPDIR` names. One in memory makes the tests a good deal faster.
    package static func template(_ name: String) -> [CChar] {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        return Array("\(folder)/\(name)-XXXXXX".utf8CString)
    }

    /// The path of something in it.
    package func file(_ name: String) -> String { path + "/" + name }

    /// What is in it, sorted.
    package var names: [String] { Files.names(in: path) }

    private static func removeTree(_ path: String) {
        for name in Files.names(in: path) where unsafe unlink(path + "/" + name) != 0 { removeTree(path + "/" + name) }
        _ = unsafe rmdir(path)
    }
}

/// A call of the system that failed in a test.
package struct SystemFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ what: String) { description = "\(what): \(unsafe String(cString: strerror(errno)))" }
}

/// Files as a test looks at them and makes them.
package enum Files {
    /// What a symbolic link leads to; nil when there is none.
    package static func target(of path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink(path, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package static func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let found = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &found.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// All its bytes. Never of a database that this process has open: closing a file gives up SQLite's locks on it.
    package static func contents(of path: String) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var portion: [UInt8] = Array(repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(descriptor, &portion, portion.count)
            if count < 0 { throw SystemFailure("read \(path)") }
            if count == 0 { return bytes }
            bytes.append(contentsOf: portion[..<count])
        }
    }

    package static func text(of path: String) throws -> String {
        String(decoding: try contents(of: path), as: UTF8.self)
    }

    package static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                    unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count < 0 { throw SystemFailure("write \(path)") }
            rest = rest.dropFirst(count)
        }
    }

    /// The permissions, as in 0o600; nil when it is not there.
    package static func mode(of path: String) -> UInt32? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : nil
    }

    /// In bytes.
    package static func size(of path: String) throws -> Int {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw SystemFailure("stat \(path)") }
        return Int(status.st_size)
    }

    package static func isThere(_ path: String) -> Bool { mode(of: path) != nil }

    package static func setMode(_ mode: UInt32, of path: String) throws {
        guard unsafe chmod(path, mode_t(mode)) == 0 else { throw SystemFailure("chmod \(path)") }
    }

    /// For root only.
    package static func setOwner(_ id: UInt32, of path: String) throws {
        guard unsafe chown(path, id, id) == 0 else { throw SystemFailure("chown \(path)") }
    }

    package static func makeFolder(_ path: String) throws {
        guard unsafe mkdir(path, 0o700) == 0 else { throw SystemFailure("mkdir \(path)") }
    }

    package static func remove(_ path: String) throws {
        guard unsafe unlink(path) == 0 else { throw SystemFailure("unlink \(path)") }
    }

    package static func move(_ path: String, to target: String) throws {
        guard unsafe rename(path, target) == 0 else { throw SystemFailure("rename \(path)") }
    }
}
