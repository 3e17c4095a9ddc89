internal import TodoCore

/// What is known of sections without asking SQLite: most requests need one that the request before them needed too.
///
/// It holds for one revision of the store, and follows the changes that are made on the way to the next. Counts change
/// with nearly every request, so they are written once for each section at the end of the transaction; until then
/// whoever reads a section from the file has to add what is pending.
struct SectionMemory {
    /// How much the counts of a section differ from those in the file.
    struct Counts {
        var todos: Int64 = 0
        var completed: Int64 = 0
    }

    private struct Known {
        var row: SectionRow?
        var pending: Counts?
        var lastPlace: Int64?
        var landmarks: Landmarks?
        /// An index was looked for in it, by counting.
        var isCounted = false

        /// Counts todos; true when nothing was pending before.
        mutating func count(_ todos: Int64, _ completed: Int64) -> Bool {
            let isFirst = pending == nil
            pending = Counts(
                todos: (pending?.todos ?? 0) + todos, completed: (pending?.completed ?? 0) + completed)
            row?.count += todos
            row?.completedCount += completed
            return isFirst
        }

        mutating func insert(at place: Int64) {
            if let last = lastPlace, place > last { lastPlace = place }
            if landmarks?.insert(at: place) == false { landmarks = nil }
        }

        mutating func remove(at place: Int64) {
            if lastPlace == place { lastPlace = nil }
            landmarks?.remove(at: place)
        }
    }

    /// More sections than that are forgotten and learnt anew.
    private static let limit = 1024
    /// Of all sections together, 16 bytes each; with more, those of the other sections are forgotten.
    private static let landmarkLimit = 1 << 16

    private var known: [Int64: Known] = [:]
    private var numbers: [String: Int64] = [:]
    /// The sections of which counts are pending.
    private var changed: [Int64] = []
    /// The revision of the store for which all this holds.
    private var revision: Revision = -1

    // MARK: Transactions

    /// A transaction starts that sees the store at that revision.
    mutating func begin(at revision: Revision) { if revision != self.revision { self = SectionMemory(at: revision) } }

    func forEachPending(_ body: (Int64, Counts) throws(StoreFault) -> Void) throws(StoreFault) {
        for number in changed { if let counts = known[number]?.pending { try body(number, counts) } }
    }

    /// All that is pending was written, and is durable as that revision.
    mutating func commit(at revision: Revision) {
        for number in changed { known[number]?.pending = nil }
        changed.removeAll(keepingCapacity: true)
        self.revision = revision
    }

    /// Forgets everything, pending counts too: what changed has not happened.
    mutating func rollback() { self = SectionMemory() }

    init() {}

    private init(at revision: Revision) { self.revision = revision }

    // MARK: Sections

    subscript(number: Int64) -> SectionRow? { known[number]?.row }

    /// The section whose title has that canonical form.
    subscript(key: String) -> SectionRow? { numbers[key].flatMap { known[$0]?.row } }

    /// Learns a section as it is in the file; gives it as it is.
    mutating func learn(_ stored: SectionRow, key: String? = nil) -> SectionRow {
        if known.count >= Self.limit { forgetAllButPending() }
        let row = withPending(stored)
        known[row.number, default: Known()].row = row
        if let key { numbers[key] = row.number }
        return row
    }

    func withPending(_ stored: SectionRow) -> SectionRow {
        guard let counts = known[stored.number]?.pending else { return stored }
        var row = stored
        row.count += counts.todos
        row.completedCount += counts.completed
        return row
    }

    mutating func count(_ number: Int64, todos: Int64, completed: Int64) {
        let isFirst = known[number, default: Known()].count(todos, completed)
        if isFirst { changed.append(number) }
    }

    /// Titles or places of sections change.
    mutating func forgetRows() {
        for number in known.keys { known[number]?.row = nil }
        numbers.removeAll(keepingCapacity: true)
    }

    /// A section goes, and its counts with it: another one of that number begins without todos.
    mutating func remove(_ number: Int64) {
        forgetRows()
        known[number] = nil
        changed.removeAll { $0 == number }
    }

    private mutating func forgetAllButPending() {
        known = known.filter { $0.value.pending != nil }.mapValues { Known(pending: $0.pending) }
        numbers.removeAll(keepingCapacity: true)
    }

    // MARK: Places

    /// The place of the last todo of a section, where it is known.
    func lastPlace(in section: Int64) -> Int64? { known[section]?.lastPlace }

    mutating func learn(lastPlace place: Int64, in section: Int64) {
        known[section, default: Known()].lastPlace = place
    }

    /// Nil as long as they are not known.
    func landmarks(in section: Int64) -> Landmarks? { known[section]?.landmarks }

    /// Whether landmarks will be of use: an index was looked for in that section before, so that there may be a next time.
    mutating func isCountedAgain(_ section: Int64) -> Bool {
        if known[section]?.isCounted == true { return true }
        known[section, default: Known()].isCounted = true
        return false
    }

    mutating func learn(_ landmarks: Landmarks, in section: Int64) {
        let count = known.values.reduce(landmarks.count) { $0 + ($1.landmarks?.count ?? 0) }
        if count > Self.landmarkLimit { for number in known.keys { known[number]?.landmarks = nil } }
        known[section, default: Known()].landmarks = landmarks
    }

    /// A todo comes in.
    mutating func insert(at place: Int64, in section: Int64) { known[section]?.insert(at: place) }

    /// A todo goes.
    mutating func remove(at place: Int64, in section: Int64) { known[section]?.remove(at: place) }

    /// The same todos stand at other places.
    mutating func forgetPlaces(in section: Int64) {
        known[section]?.lastPlace = nil
        known[section]?.landmarks = nil
    }
}
