import TestSupport

/// The files of a folder as they may be after a power cut.
///
/// Durable is what was there before, what a sync covers, and nothing else: of all that was written to a file since its
/// last sync, any part may have come to the disk, in any order, and of each write any of its sectors. A name is durable
/// once its folder is synced, and until then may be there or not.
struct PowerCut {
    /// How much of what was not synced survives.
    enum Luck: CaseIterable { case nothing, everything, some, torn }

    /// What is durable of a file, and what has been done to it since.
    private struct Disk {
        var bytes: [UInt8] = []
        var pending: [FileEvent] = []
    }

    private static let sector = 512

    private var disks: [Int: Disk] = [:]
    private var durableNames: [String: Int] = [:]
    private var names: [String: Int] = [:]
    /// The greatest number of a mark that came before the cut.
    private(set) var mark = 0

    /// Before the first of the events. What one of them finds was there from the beginning.
    init(before events: [FileEvent]) {
        for case .found(let file, let name, let bytes) in events {
            disks[file] = Disk(bytes: bytes)
            names[name] = file
            durableNames[name] = file
        }
    }

    /// Carries on by one event.
    mutating func follow(_ event: FileEvent) {
        switch event {
        case .found: break
        case .created(let file, let name):
            disks[file] = Disk()
            names[name] = file
        case .written(let file, _, _), .truncated(let file, _): disks[file, default: Disk()].pending.append(event)
        case .deleted(let name): names[name] = nil
        case .synced(let file):
            guard let disk = disks[file] else { return }
            disks[file] = Disk(bytes: disk.pending.reduce(into: disk.bytes) { Self.apply($1, to: &$0) })
        case .folderSynced: durableNames = names
        case .mark(let number): mark = max(mark, number)
        }
    }

    /// The files if the power goes now.
    func files(_ luck: Luck, _ dice: inout SeededGenerator) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in Set(names.keys).union(durableNames.keys).sorted() {
            let known = [durableNames[name], names[name]]
            let file =
                switch luck {
                case .nothing: known[0]
                case .everything: known[1]
                case .some, .torn: dice.pick(known)
                }
            if let file, let disk = disks[file] { files[name] = Self.content(disk, luck, &dice) }
        }
        return files
    }

    private static func content(_ disk: Disk, _ luck: Luck, _ dice: inout SeededGenerator) -> [UInt8] {
        var bytes = disk.bytes
        for event in disk.pending {
            switch luck {
            case .nothing: return bytes
            case .everything: apply(event, to: &bytes)
            case .some: if dice.once(in: 2) { apply(event, to: &bytes) }
            case .torn: for part in parts(event) where dice.once(in: 2) { apply(part, to: &bytes) }
            }
        }
        return bytes
    }

    /// A write, sector by sector of the disk.
    private static func parts(_ event: FileEvent) -> [FileEvent] {
        guard case .written(let file, let start, let bytes) = event else { return [event] }
        var parts: [FileEvent] = []
        var (place, end) = (start, start + bytes.count)
        while place < end {
            let next = min(end, (place / sector + 1) * sector)
            parts.append(.written(file, at: place, Array(bytes[place - start..<next - start])))
            place = next
        }
        return parts
    }

    private static func apply(_ event: FileEvent, to bytes: inout [UInt8]) {
        switch event {
        case .written(_, let place, let written):
            let end = place + written.count
            if bytes.count < end { bytes += Array(repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(place..<end, with: written)
        case .truncated(_, let size):
            if bytes.count > size { bytes.removeLast(bytes.count - size) }
        default: break
        }
    }
}
