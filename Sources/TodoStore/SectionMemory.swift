internal import TodoCore

/// What is known of sections without asking SQLite: most requests need one that the request before them needed too.
///
/// It holds for one revision of the store, and follows the changes that are made on the way to the next. Counts change
/// with nearly every request, so they are written once for each section at the end of the transaction; until then
/// whoever reads a section from the file has to add what is `pending`.
struct SectionMemory {
    /// How much the counts of a section differ from those in the file.
    struct Counts {
        var todos: Int64 = 0
        var completed: Int64 = 0
    }

    /// More than that is forgotten and learnt anew.
    private static let limit = 1024
    private static let landmarkLimit = 1 << 16

    private var rows: [Int64: SectionRow] = [:]
    private var numbers: [String: Int64] = [:]
    private var lastPlaces: [Int64: Int64] = [:]
    private var landmarks: [Int64: Landmarks] = [:]
    /// Sections in which an index was looked for, by counting.
    private var counted: Set<Int64> = []
    private(set) var pending: [Int64: Counts] = [:]
    /// The revision of the store for which all this holds.
    private var revision: Revision = -1

    // MARK: Transactions

    /// A transaction starts that sees the store at that revision.
    mutating func begin(at revision: Revision) { if revision != self.revision { self = SectionMemory(at: revision) } }

    /// All that is pending was written, and is durable as that revision.
    mutating func commit(at revision: Revision) {
        pending.removeAll(keepingCapacity: true)
        self.revision = revision
    }

    /// Forgets everything, pending counts too: what changed has not happened.
    mutating func rollback() { self = SectionMemory() }

    init() {}

    private init(at revision: Revision) { self.revision = revision }

    // MARK: Sections

    subscript(number: Int64) -> SectionRow? { rows[number] }

    /// The section whose title has that canonical form.
    subscript(key: String) -> SectionRow? { numbers[key].flatMap { rows[$0] } }

    /// Learns a section as it is in the file; gives it as it is.
    mutating func learn(_ stored: SectionRow, key: String? = nil) -> SectionRow {
        if rows.count >= Self.limit { forgetRows() }
        let row = withPending(stored)
        rows[row.number] = row
        if let key { numbers[key] = row.number }
        return row
    }

    func withPending(_ stored: SectionRow) -> SectionRow {
        guard let counts = pending[stored.number] else { return stored }
        var row = stored
        row.count += counts.todos
        row.completedCount += counts.completed
        return row
    }

    mutating func count(_ number: Int64, todos: Int64, completed: Int64) {
        pending[number, default: Counts()].todos += todos
        pending[number, default: Counts()].completed += completed
        rows[number]?.count += todos
        rows[number]?.completedCount += completed
    }

    /// Titles or places of sections change.
    mutating func forgetRows() {
        rows.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
    }

    /// A section goes, and its counts with it: another one of that number begins without todos.
    mutating func remove(_ number: Int64) {
        forgetRows()
        forgetPlaces(in: number)
        pending[number] = nil
    }

    // MARK: Places

    /// The place of the last todo of a section, where it is known.
    func lastPlace(in section: Int64) -> Int64? { lastPlaces[section] }

    mutating func learn(lastPlace place: Int64, in section: Int64) {
        if lastPlaces.count >= Self.limit { lastPlaces.removeAll() }
        lastPlaces[section] = place
    }

    /// Nil as long as they are not known.
    func landmarks(in section: Int64) -> Landmarks? { landmarks[section] }

    /// Whether landmarks will be of use: an index was looked for in that section before, so that there may be a next time.
    mutating func isCountedAgain(_ section: Int64) -> Bool { !counted.insert(section).inserted }

    mutating func learn(_ landmarks: Landmarks, in section: Int64) {
        let count = self.landmarks.values.reduce(landmarks.count) { $0 + $1.count }
        if count > Self.landmarkLimit { self.landmarks.removeAll() }
        self.landmarks[section] = landmarks
    }

    /// A todo comes in.
    mutating func insert(at place: Int64, in section: Int64) {
        if let last = lastPlaces[section], place > last { lastPlaces[section] = place }
        if landmarks[section]?.insert(at: place) == false { landmarks[section] = nil }
    }

    /// A todo goes.
    mutating func remove(at place: Int64, in section: Int64) {
        if lastPlaces[section] == place { lastPlaces[section] = nil }
        landmarks[section]?.remove(at: place)
    }

    /// The same todos stand at other places.
    mutating func forgetPlaces(in section: Int64) {
        lastPlaces[section] = nil
        landmarks[section] = nil
    }
}
