internal import TodoCore

/// Where a list was left: behind which todo, and which sections are done with.
///
/// It names sections and places instead of counting, so that nothing that others add, delete or move makes a todo that
/// stays come twice or not at all; the sections that are done are kept by number, so that not even moving sections
/// does. Clients see it as a text that means nothing to them.
struct Cursor: Equatable {
    /// The filter that it belongs to.
    let filter: UInt64
    /// Of the store, when the page was read.
    let revision: Revision
    /// The day that counted as today.
    let today: DueDate
    let section: Int64
    let place: Int64
    /// The sections that are done with, in ascending order.
    let done: [Int64]
}

extension Cursor {
    private static let version: UInt8 = 1
    /// A text that names more sections is no cursor: reading it would take memory that nobody limits.
    private static let sectionLimit = 1 << 22

    var text: String {
        var bytes = ByteWriter()
        bytes.write(UInt64(Self.version))
        bytes.write(filter)
        bytes.write(UInt64(bitPattern: revision))
        bytes.write(UInt64(bitPattern: today.number))
        bytes.write(UInt64(bitPattern: section))
        bytes.write(UInt64(bitPattern: place))
        // Runs of numbers that follow each other: sections are mostly done in the order in which they were made.
        var runs: [(first: Int64, count: UInt64)] = []
        for number in done {
            if let last = runs.last, last.first + Int64(last.count) == number {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((number, 1))
            }
        }
        bytes.write(UInt64(runs.count))
        for run in runs {
            bytes.write(UInt64(bitPattern: run.first))
            bytes.write(run.count)
        }
        bytes.write(Self.checksum(bytes.bytes))
        return Base64.encode(bytes.bytes)
    }

    /// nil for a text that is no cursor of this version, or not whole.
    init?(_ text: String) {
        guard let all = Base64.decode(text), all.count > 1 else { return nil }
        var bytes = ByteReader(bytes: all)
        guard bytes.read() == UInt64(Self.version), let filter = bytes.read(), let revision = bytes.read(),
            let day = bytes.read(), let today = DueDate(number: Int64(bitPattern: day)), let section = bytes.read(),
            let place = bytes.read(), let runs = bytes.read(), runs <= UInt64(all.count)
        else { return nil }
        var done: [Int64] = []
        for _ in 0..<runs {
            guard let first = bytes.read(), let count = bytes.read(), first <= 1 << 48,
                count <= UInt64(Self.sectionLimit - done.count)
            else { return nil }
            done.append(contentsOf: Int64(first)..<Int64(first + count))
        }
        let end = bytes.position
        guard bytes.read() == Self.checksum(Array(all[..<end])), bytes.position == all.count else { return nil }
        self.init(
            filter: filter, revision: Int64(bitPattern: revision), today: today, section: Int64(bitPattern: section),
            place: Int64(bitPattern: place), done: done)
    }

    /// Against typing errors, not against malice: whoever makes up a cursor sees only what a list shows anyway.
    fileprivate static func checksum(_ bytes: [UInt8]) -> UInt64 {
        var hash = Fingerprint()
        for byte in bytes { hash.combine(byte) }
        return hash.value & 0xFFFF_FFFF
    }
}

/// A moment in the history of a store, for those who follow its changes.
struct ChangeCursor: Equatable {
    /// Of no other store.
    let store: UInt64
    /// From where on the client asks, however many pages there have been since: what is new is new since then.
    let start: Revision
    let revision: Revision
    /// The last todo of that revision that was told; the largest number for all of them.
    let todo: Todo.ID

    private static let version: UInt8 = 0x43

    init(store: UInt64, start: Revision, revision: Revision, todo: Todo.ID) {
        self.store = store
        self.start = start
        self.revision = revision
        self.todo = todo
    }

    /// Whether what happened to a todo in a revision is still to be told.
    func isBefore(_ revision: Revision, _ todo: Todo.ID) -> Bool { (self.revision, self.todo) < (revision, todo) }

    var text: String {
        var bytes = ByteWriter()
        bytes.write(UInt64(Self.version))
        bytes.write(store)
        bytes.write(UInt64(bitPattern: start))
        bytes.write(UInt64(bitPattern: revision))
        bytes.write(UInt64(bitPattern: todo))
        bytes.write(Cursor.checksum(bytes.bytes))
        return Base64.encode(bytes.bytes)
    }

    /// nil for a text that is no such cursor.
    init?(_ text: String) {
        guard let all = Base64.decode(text) else { return nil }
        var bytes = ByteReader(bytes: all)
        guard bytes.read() == UInt64(Self.version), let store = bytes.read(), let start = bytes.read(),
            let revision = bytes.read(), let todo = bytes.read()
        else { return nil }
        let end = bytes.position
        guard bytes.read() == Cursor.checksum(Array(all[..<end])), bytes.position == all.count else { return nil }
        self.init(
            store: store, start: Int64(bitPattern: start), revision: Int64(bitPattern: revision),
            todo: Int64(bitPattern: todo))
    }
}

/// Numbers in seven bits a byte, the lowest first; the high bit says that more follow.
private struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

private struct ByteReader {
    let bytes: [UInt8]
    private(set) var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func read() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return shift == 63 && byte > 1 ? nil : number }
        }
        return nil
    }
}

/// The URL-safe alphabet without padding (RFC 4648, section 5).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8: UInt32] = Dictionary(
        uniqueKeysWithValues: alphabet.enumerated().map { ($1, UInt32($0)) })

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0...group.count { text.append(alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func decode(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 4) {
            let group = digits[start..<min(start + 4, digits.count)]
            var bits: UInt32 = 0
            for digit in group {
                guard let value = values[digit] else { return nil }
                bits = bits << 6 | value
            }
            bits <<= UInt32(6 * (4 - group.count))
            // What the last digit says beyond the last byte is nothing: each text means bytes of its own.
            if bits & (1 << UInt32(8 * (4 - group.count)) - 1) != 0 { return nil }
            for place in 0..<group.count - 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place))) }
        }
        return bytes
    }
}
