internal import JSON

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Pictures and notes of the pets that were seen, in a folder, for every server process that uses it.
///
/// Each pet has a note (`cat-<hash>.json`) and, when it was asked for, a picture (`cat-<hash>.jpg`), where the hash is
/// SHA-256 of its kind and id: nothing from outside is part of a name. No other file is ever touched.
///
/// Everything here waits for the disk, so it runs on other threads than the event loop. It's a value without state:
/// that two of these work at once is just as if two processes did.
struct PetCache: Sendable {
    /// All our files together, in bytes; the oldest pictures go when there is no room for a new one. Processes that write
    /// at the same moment can exceed it by what they write.
    static let maximumBytes = 64 << 20
    /// One picture, in bytes.
    static let maximumPicture = 16 << 20
    /// Notes of each kind of pet; the oldest go, with their pictures.
    static let maximumNotes = 500
    /// One note, in bytes; a pet that needs more is not written down. A thousand of them are no more than a picture.
    private static let maximumNote = 16 << 10
    /// Half-written files that are older have been left behind by a process that was killed.
    private static let temporaryLifetime: Int64 = 600 * 1_000_000_000

    private let folder: String
    private let maximumBytes: Int

    /// - Parameters:
    ///   - folder: see `PetConfiguration.cacheDirectory`. Nothing happens to it yet.
    ///   - maximumBytes: for tests.
    init(_ folder: String, maximumBytes: Int = maximumBytes) {
        self.folder = folder
        self.maximumBytes = maximumBytes
    }

    // MARK: Notes

    /// Writes down that a pet was seen. Nothing is lost but memory when that fails.
    @concurrent func remember(_ pet: Pet) async {
        let folder = CacheFolder(folder)
        let note = Array(PetReading.note(pet).text.utf8)
        guard note.count <= Self.maximumNote, (try? folder.make()) != nil else { return }
        makeRoom(in: folder, for: note.count, noteOf: pet.kind)
        // After a power cut it may be empty: that is no note, and no harm.
        try? folder.write(Self.stem(pet.kind, pet.id) + ".json", note, isDurable: false)
    }

    /// The pet of that id, when some process has seen it.
    @concurrent func pet(_ kind: PetKind, _ id: String) async -> Pet? {
        note(Self.stem(kind, id) + ".json", kind, in: CacheFolder(folder)).flatMap { $0.id == id ? $0 : nil }
    }

    /// Some pet of that kind for which `isWanted`; one whose picture is here, if there is any.
    @concurrent func anyPet(_ kind: PetKind, where isWanted: @Sendable (Pet) -> Bool) async -> Pet? {
        let folder = CacheFolder(folder)
        let names = folder.entries { Self.isOurs($0) && $0.hasPrefix(kind.rawValue) }.map(\.name)
        let pictured = Set(names.filter { !$0.hasSuffix(".json") }.map { $0.prefix { $0 != "." } })
        let notes = names.filter { $0.hasSuffix(".json") }.shuffled()
        let order =
            notes.filter { pictured.contains($0.dropLast(5)) } + notes.filter { !pictured.contains($0.dropLast(5)) }
        return order.lazy.compactMap { note($0, kind, in: folder) }.first(where: isWanted)
    }

    private func note(_ name: String, _ kind: PetKind, in folder: CacheFolder) -> Pet? {
        guard let bytes = folder.read(name, limit: Self.maximumNote), let value = try? JSONValue(parsing: bytes),
            value["kind"]?.string == kind.rawValue
        else { return nil }
        return PetReading.pet(value, kind: kind, source: .cache)
    }

    // MARK: Pictures

    /// The picture of that pet, when it is here.
    @concurrent func picture(_ kind: PetKind, _ id: String) async -> PetImage? {
        let folder = CacheFolder(folder)
        for format in ImageHeader.Format.allCases {
            let name = Self.stem(kind, id) + "." + format.rawValue
            guard let bytes = folder.read(name, limit: Self.maximumPicture) else { continue }
            if let header = ImageHeader(of: bytes), header.format == format {
                return image(header, bytes.count, folder.path(of: name))
            }
            // Whatever it is, it isn't what was written.
            folder.remove(name)
        }
        return nil
    }

    /// Keeps a picture, which is on the disk as a whole afterwards, or not at all.
    /// - Throws: `badAnswer` when it isn't a picture; `cacheUnusable`.
    @concurrent func keep(_ bytes: [UInt8], _ kind: PetKind, _ id: String) async throws(PetFailure) -> PetImage {
        guard let header = ImageHeader(of: bytes) else { throw .unavailable(reason: .badAnswer) }
        let folder = CacheFolder(folder)
        let name = Self.stem(kind, id) + "." + header.format.rawValue
        do {
            try folder.make()
            makeRoom(in: folder, for: bytes.count)
            try folder.write(name, bytes, isDurable: true)
        } catch {
            let isFull = [ENOSPC, EDQUOT, EFBIG].contains(error.errno)
            throw PetFailure.cacheUnusable(path: folder.path, isFull: isFull)
        }
        return image(header, bytes.count, folder.path(of: name))
    }

    private func image(_ header: ImageHeader, _ count: Int, _ path: String) -> PetImage {
        PetImage(
            path: path, mimeType: header.format.mimeType, byteCount: count, width: header.width, height: header.height)
    }

    // MARK: Room

    /// Removes what is too old or too much, so that `count` more bytes can come, and a note of that kind.
    private func makeRoom(in folder: CacheFolder, for count: Int, noteOf kind: PetKind? = nil) {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        let limit = Int64(now.tv_sec) * 1_000_000_000 - Self.temporaryLifetime
        var entries: [CacheFolder.Entry] = []
        for entry in folder.entries(where: Self.isOurs) {
            if entry.name.hasPrefix(CacheFolder.temporaryPrefix) && entry.modified < limit {
                folder.remove(entry.name)
            } else {
                entries.append(entry)
            }
        }
        entries.sort { $0.modified < $1.modified }
        if let kind { forgetNotes(kind, &entries, in: folder) }
        var total = entries.reduce(count) { $0 + $1.size }
        // What another process is writing right now counts, and stays; so do notes, which are small and not many.
        for entry in entries where total > maximumBytes && Self.isPicture(entry.name) {
            folder.remove(entry.name)
            total -= entry.size
        }
    }

    /// Leaves room for one more note.
    private func forgetNotes(_ kind: PetKind, _ entries: inout [CacheFolder.Entry], in folder: CacheFolder) {
        let notes = entries.filter { $0.name.hasPrefix(kind.rawValue) && $0.name.hasSuffix(".json") }
        guard notes.count >= Self.maximumNotes else { return }
        let stems = Set(notes.prefix(notes.count - Self.maximumNotes + 1).map { $0.name.dropLast(5) })
        entries.removeAll { entry in
            guard stems.contains(entry.name.prefix { $0 != "." }) else { return false }
            folder.remove(entry.name)
            return true
        }
    }

    // MARK: Names

    private static func stem(_ kind: PetKind, _ id: String) -> String {
        "\(kind.rawValue)-\(Hexadecimal.text(SHA256.digest(Array("\(kind.rawValue)\0\(id)".utf8))))"
    }

    /// Whether a name that is ours is a picture's.
    private static func isPicture(_ name: String) -> Bool {
        !name.hasPrefix(CacheFolder.temporaryPrefix) && !name.hasSuffix(".json")
    }

    /// Whether this is the name of a file that some server made.
    private static func isOurs(_ name: String) -> Bool {
        if name.hasPrefix(CacheFolder.temporaryPrefix) { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "json" || ImageHeader.Format(rawValue: String(parts[1])) != nil else {
            return false
        }
        let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        return words.count == 2 && PetKind(rawValue: String(words[0])) != nil && words[1].utf8.count == 64
            && words[1].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
