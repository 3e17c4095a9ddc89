#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// What is said to whoever runs the server, on standard error, which nobody may be reading: a line that cannot be
/// written at once is dropped. Texts of todos, keys and answers are never logged.
package struct Log: Sendable {
    /// How much is said: each level has those before it too.
    package enum Level: String, Sendable, CaseIterable, Comparable {
        case error, warning, info, debug

        /// Graver levels come first.
        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        /// Their names, for a person.
        static let list = allCases.map(\.rawValue).joined(separator: ", ")

        private var rank: Int {
            switch self {
            case .error: 0
            case .warning: 1
            case .info: 2
            case .debug: 3
            }
        }
    }

    private let level: Level
    private let descriptor: Int32

    /// - Parameters:
    ///   - level: the last one that is written.
    ///   - descriptor: stays the caller's.
    package init(_ level: Level, descriptor: Int32 = 2) {
        self.level = level
        self.descriptor = descriptor
    }

    /// Writes one line if its level is wanted.
    package func write(_ level: Level, _ text: @autoclosure () -> String) {
        guard level <= self.level else { return }
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&polled, 1, 0) == 1 else { return }
        // As much as a pipe that is writable takes without blocking.
        let line = Array("todo-server: \(level.rawValue): \(text())".utf8.prefix(510)) + [UInt8(ascii: "\n")]
        unsafe line.withUnsafeBytes { bytes in
            #if canImport(Glibc)
                _ = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #else
                _ = unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
        }
    }
}
