import CFaultVFS
import TestSupport

/// What goes wrong with the files in one folder.
///
/// Safe, although it holds a pointer, which is made in `init` and goes with it.
@safe final class FaultPlan {
    /// What SQLite asks of a file.
    enum Operation: UInt32, CaseIterable {
        case open, read, write, sync, truncate, size, lock, mapMemory, lockMemory, delete, access
    }

    /// A way in which an operation fails.
    struct Fault: Sendable, CustomStringConvertible {
        let operation: Operation
        let name: String
        let code: Int32
        let errno: Int32

        /// To SQLite, bytes that the disk cannot give are damaged ones, and what is damaged is not written to again.
        var sticks: Bool { operation == .read && name == "EIO" }

        var description: String { "\(operation) fails with \(name)" }
    }

    private final class Interruption {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    private let plan: OpaquePointer

    /// From now on the files in the folder are counted, and not really synced.
    init(_ folder: TemporaryFolder) {
        guard let plan = unsafe faultvfs_begin(folder.path) else { preconditionFailure("no plan") }
        unsafe self.plan = plan
    }

    /// All files have to be closed by now.
    deinit { unsafe faultvfs_end(plan) }

    /// Lets the n-th operation from now fail, counted from 1; all that follow too, if it lasts.
    func arm(_ fault: Fault, at place: Int, lasts: Bool) {
        unsafe faultvfs_arm(
            plan, faultvfs_operation(fault.operation.rawValue), place, lasts ? 1 : 0, fault.code, fault.errno)
    }

    /// Lets somebody else come in between, right before the n-th operation of `body`. Gives what `body` gives.
    func interrupt<Result>(
        _ operation: Operation, at place: Int, by other: @escaping () -> Void, _ body: () throws -> Result
    ) rethrows -> Result {
        let interruption = Interruption(other)
        unsafe faultvfs_interrupt(
            plan, faultvfs_operation(operation.rawValue), place,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().run()
                }
            },
            Unmanaged.passUnretained(interruption).toOpaque())
        defer { disarm() }
        return try withExtendedLifetime(interruption) { try body() }
    }

    func disarm() { unsafe faultvfs_disarm(plan) }

    /// From now on files are opened as if a power cut could damage what lies beside the bytes that are written.
    func weaken() { unsafe faultvfs_weaken(plan) }

    /// How many operations have been made to fail.
    var fired: Int { unsafe faultvfs_fired(plan) }

    func count(_ operation: Operation) -> Int { unsafe faultvfs_count(plan, faultvfs_operation(operation.rawValue)) }

    // MARK: The log

    func record() { unsafe faultvfs_record(plan) }

    func mark(_ number: Int) { unsafe faultvfs_mark(plan, Int32(number)) }

    /// What has happened since `record`.
    var log: [FileEvent] {
        let count = unsafe faultvfs_log_count(plan)
        return (0..<count).map { place in unsafe FileEvent(faultvfs_log(plan, place).pointee) }
    }
}

/// What was done to the files of a folder.
enum FileEvent {
    case found(Int, String, [UInt8])
    case created(Int, String)
    case written(Int, at: Int, [UInt8])
    case truncated(Int, to: Int)
    case deleted(String)
    case synced(Int)
    case folderSynced
    case mark(Int)

    init(_ entry: faultvfs_entry) {
        let (event, file, offset) = unsafe (entry.event, Int(entry.file), Int(entry.offset))
        let bytes = unsafe Array(UnsafeBufferPointer(start: entry.bytes, count: Int(entry.size)))
        let name = unsafe entry.name.map { unsafe String(cString: $0) } ?? ""
        self =
            switch event {
            case FAULTVFS_FOUND: .found(file, name, bytes)
            case FAULTVFS_CREATED: .created(file, name)
            case FAULTVFS_WRITTEN: .written(file, at: offset, bytes)
            case FAULTVFS_TRUNCATED: .truncated(file, to: offset)
            case FAULTVFS_DELETED: .deleted(name)
            case FAULTVFS_SYNCED: .synced(file)
            case FAULTVFS_FOLDER_SYNCED: .folderSynced
            default: .mark(file)
            }
    }
}

extension FaultPlan {
    /// A folder with a store in it, made of those files if there are any, and what goes wrong in it.
    static func inFolder<Result>(
        _ files: [String: [UInt8]], _ body: (TemporaryFolder, String, FaultPlan) throws -> Result
    ) throws -> Result {
        try TemporaryFolder.with { folder in
            try folder.fill(files)
            return try body(folder, folder.file("s.sqlite"), FaultPlan(folder))
        }
    }
}

extension TemporaryFolder {
    /// Makes files in it, of their names and bytes.
    func fill(_ files: [String: [UInt8]]) throws {
        for (name, bytes) in files { try Files.write(bytes, to: file(name)) }
    }
}
