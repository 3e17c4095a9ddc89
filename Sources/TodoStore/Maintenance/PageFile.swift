#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The pages of a database file as they lie there, read without SQLite, which gives up where a page is damaged. Every
/// number in them may be wrong: none is used before it is known to lie inside the file.
///
/// The format is https://www.sqlite.org/fileformat2.html.
final class PageFile {
    let pageSize: Int
    /// The number of the last page; the first one is 1.
    let count: Int
    /// Pages whose contents count no longer; nil when that is not known.
    private(set) var free: Set<Int>?
    private let descriptor: Int32

    /// Whether the file says itself how large its pages are.
    let isPageSizeKnown: Bool
    /// The version of its tables, as its header has it; nil where there is no header.
    let version: Int64?

    /// What a page can be.
    static let pageSizes = (9...16).map { 1 << $0 }

    /// - Parameter guess: the size of the pages where the file does not say it.
    /// - Returns: nil for a file that cannot be read. Never for a database that this process has open: closing a file gives up the
    /// locks on it.
    init?(_ path: String, guess: Int) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else { return nil }
        let header = Self.bytes(of: descriptor, at: 0, count: 100)
        let isWhole = header.count == 100 && header.starts(with: "SQLite format 3\0".utf8)
        let named = isWhole ? header.number(at: 16, 2) : 0
        let size = named == 1 ? 1 << 16 : named
        isPageSizeKnown = Self.pageSizes.contains(size)
        pageSize = isPageSizeKnown ? size : guess
        count = Int(status.st_size) / pageSize
        version = isWhole ? Int64(header.number(at: 60, 4)) : nil
        free = isWhole ? freePages(from: header.number(at: 32, 4)) : nil
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// nil for a page that is not there.
    func page(_ number: Int) -> [UInt8]? {
        guard number >= 1, number <= count else { return nil }
        let page = Self.bytes(of: descriptor, at: (number - 1) * pageSize, count: pageSize)
        return page.count == pageSize ? page : nil
    }

    private static func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        var bytes: [UInt8] = Array(repeating: 0, count: count)
        let found = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, count, off_t(offset))
        }
        return Array(bytes.prefix(max(0, found)))
    }

    /// A list of lists. nil when one of them is no such list.
    private func freePages(from first: Int) -> Set<Int>? {
        var free: Set<Int> = []
        var next = first
        while next != 0 {
            guard let trunk = page(next), free.insert(next).inserted else { return nil }
            let leaves = trunk.number(at: 4, 4)
            guard leaves <= pageSize / 4 - 2 else { return nil }
            for index in 0..<leaves { free.insert(trunk.number(at: 8 + 4 * index, 4)) }
            next = trunk.number(at: 0, 4)
        }
        return free
    }

    // MARK: Cells

    /// What a page holds.
    enum Kind { case rows, keys, other }

    struct Cell {
        let rowID: Int64
        let record: Record
    }

    func kind(of page: [UInt8], _ number: Int) -> Kind {
        switch page[headerStart(number)] {
        case 0x0D: .rows
        case 0x0A, 0x02: .keys
        default: .other
        }
    }

    /// Where the cells of a page that holds rows or keys start. A page whose own numbers cannot be is none.
    func cells(of page: [UInt8], _ number: Int) -> [Int] {
        let start = headerStart(number)
        let isInner = page[start] == 0x02
        let (count, array) = (page.number(at: start + 3, 2), start + (isInner ? 12 : 8))
        guard array + 2 * count <= pageSize else { return [] }
        return (0..<count).map { page.number(at: array + 2 * $0, 2) }.filter { array + 2 * count..<pageSize ~= $0 }
    }

    /// The cell at a place of a page; nil when there can be none.
    func cell(of page: [UInt8], _ number: Int, at place: Int) -> Cell? {
        var reader = Bytes(page[...].dropFirst(place))
        let isInner = page[headerStart(number)] == 0x02
        let isRow = page[headerStart(number)] == 0x0D
        if isInner { reader.skip(4) }
        guard let size = reader.varint(), size > 0, size <= Int64(count * pageSize) else { return nil }
        let rowID = isRow ? reader.varint() : 0
        guard let rowID else { return nil }
        return record(reader, size: Int(size), isRow: isRow).map { Cell(rowID: rowID, record: $0) }
    }

    private func headerStart(_ number: Int) -> Int { number == 1 ? 100 : 0 }

    /// Puts a record together from its page and from those that it overflows to. It ends early where they do.
    private func record(_ reader: Bytes, size: Int, isRow: Bool) -> Record? {
        let most = isRow ? pageSize - 35 : (pageSize - 12) * 64 / 255 - 23
        let least = (pageSize - 12) * 32 / 255 - 23
        var local = size
        if size > most {
            let fitting = least + (size - least) % (pageSize - 4)
            local = fitting <= most ? fitting : least
        }
        guard reader.rest.count >= local + (local < size ? 4 : 0) else { return nil }
        var bytes = Array(reader.rest.prefix(local))
        if local < size {
            var next = reader.rest.number(at: local, 4)
            var seen: Set<Int> = []
            while bytes.count < size, seen.insert(next).inserted, free?.contains(next) != true, let page = page(next) {
                bytes += page[4...].prefix(size - bytes.count)
                next = page.number(at: 0, 4)
            }
        }
        return Record(bytes, isWhole: bytes.count == size)
    }
}

/// One row of a table or one key of an index.
struct Record {
    enum Value: Equatable {
        case null
        case integer(Int64)
        case text(String)
        /// Text that is not UTF-8, or that ends early.
        case brokenText(String)
        /// Nothing that a store has, or nothing at all where the record ends early.
        case other
    }

    let values: [Value]

    /// nil for what is no record.
    init?(_ bytes: [UInt8], isWhole: Bool) {
        var header = Bytes(bytes[...])
        guard let headerSize = header.varint(), headerSize >= 1, headerSize <= bytes.count else { return nil }
        var types: [Int64] = []
        while bytes.count - header.rest.count < headerSize {
            guard let type = header.varint(), type >= 0 else { return nil }
            types.append(type)
        }
        guard bytes.count - header.rest.count == headerSize else { return nil }
        var place = Int(headerSize)
        var values: [Value] = []
        for type in types {
            guard let size = Self.size(type), size <= Int(Int32.max) else { return nil }
            values.append(Self.value(type, bytes[min(place, bytes.count)...].prefix(size), size))
            place += size
        }
        // A record fills its space.
        if isWhole && place != bytes.count { return nil }
        self.values = values
    }

    private static func size(_ type: Int64) -> Int? {
        switch type {
        case 0...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 8, 9: 0
        case 10, 11: nil
        default: Int((type - 12) / 2)
        }
    }

    private static func value(_ type: Int64, _ bytes: ArraySlice<UInt8>, _ size: Int) -> Value {
        if type >= 13, type % 2 == 1 {
            let text = String(decoding: bytes, as: UTF8.self)
            return bytes.count == size && text.utf8.elementsEqual(bytes) ? .text(text) : .brokenText(text)
        }
        guard bytes.count == size else { return .other }
        switch type {
        case 0: return .null
        case 8: return .integer(0)
        case 9: return .integer(1)
        case 1...6:
            let isNegative = (bytes.first ?? 0) >= 0x80
            return .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
        default: return .other
        }
    }

    func integer(_ column: Int) -> Int64? {
        guard column < values.count, case .integer(let number) = values[column] else { return nil }
        return number
    }

    func text(_ column: Int) -> String? {
        guard column < values.count, case .text(let text) = values[column] else { return nil }
        return text
    }

    func isNull(_ column: Int) -> Bool { column < values.count && values[column] == .null }
}

/// Bytes that are read one after the other.
private struct Bytes {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

    /// Seven bits a byte, the first ones first; a ninth byte has eight.
    mutating func varint() -> Int64? {
        var number: UInt64 = 0
        for index in 0..<9 {
            guard let byte = rest.popFirst() else { return nil }
            if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
            number = number << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int64(bitPattern: number) }
        }
        return nil
    }
}

extension Collection<UInt8> {
    /// A number of so many bytes, the highest one first; 0 beyond the end.
    fileprivate func number(at place: Int, _ size: Int) -> Int {
        dropFirst(place).prefix(size).reduce(0) { $0 << 8 | Int($1) }
    }
}
