import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files of the package, which are compared with what they should be, or made so: `make protocol` sets RENEW_PROTOCOL.
enum Repository {
    static let root = String(#filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })

    static let renews = unsafe getenv("RENEW_PROTOCOL") != nil

    /// The text of a file; nil when it is not there.
    static func text(_ path: String) -> String? { try? Files.text(of: root + "/" + path) }

    /// What is in a folder, sorted.
    static func names(in path: String) -> [String] {
        Files.names(in: root + "/" + path).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// All files in a folder and in those within.
    static func all(in path: String) -> [String] {
        names(in: path).flatMap { name in
            let inner = all(in: path + "/" + name)
            return inner.isEmpty ? [path + "/" + name] : inner
        }
    }

    /// Fails when a file is not as it should be, or renews it.
    static func expect(_ path: String, toBe text: String, _ location: SourceLocation = #_sourceLocation) {
        if renews {
            write(text, to: path)
        } else {
            #expect(
                Repository.text(path) == text, "\(path) is out of date: make protocol renews it",
                sourceLocation: location)
        }
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                    unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                    unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            precondition(count > 0, "cannot write")
            rest = rest.dropFirst(count)
        }
    }

    private static func write(_ text: String, to path: String) {
        let descriptor = unsafe open(root + "/" + path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(descriptor >= 0, "cannot write \(path)")
        defer { close(descriptor) }
        write(Array(text.utf8), to: descriptor)
    }
}
