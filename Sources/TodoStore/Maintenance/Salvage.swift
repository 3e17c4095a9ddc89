internal import TodoCore

/// What of a store is found on the pages of a file, whichever of them are damaged.
///
/// Rows are told by their columns, not by the tree that leads to them: where its root is gone, all its leaves are still
/// there. A row that is found twice counts as its later revision, and what was deleted after it is not found.
struct Salvage {
    /// Where a todo lies, and what its place in the new store follows from.
    struct Found {
        let page: Int
        let offset: Int
        let revision: Revision
        let section: Int64
        let place: Int64
    }

    struct FoundSection {
        let title: String
        let place: Int64
        let count: Int64
    }

    private(set) var todos: [Todo.ID: Found] = [:]
    private(set) var sections: [Int64: FoundSection] = [:]
    /// Todos that an index knows of.
    private(set) var known: Set<Todo.ID> = []
    private(set) var lastSection: Int64 = 0
    /// The revision and the last id; nil when they are not found.
    private(set) var meta: (revision: Revision, lastTodo: Todo.ID)?
    /// The highest of all the ids that are found anywhere.
    private(set) var highestTodo: Todo.ID = 0
    private(set) var highestRevision: Revision = 0
    private var gone: [Todo.ID: Revision] = [:]
    /// Todos that the order by initial knows of, and those for which it is known not to be right.
    private var filed: Set<Todo.ID> = []
    private var misfiled: Set<Todo.ID> = []

    /// What an id or a revision can be: JSON's numbers are exact up to here, and no store counts as far.
    private static let plausible: ClosedRange<Int64> = 1...1 << 53
    private let file: PageFile

    /// Whether rows of pages that are not in use any more may be among them.
    var mayHaveDeleted: Bool { file.free == nil }

    init(_ file: PageFile) {
        self.file = file
        for number in 1..<max(1, file.count + 1) where file.free?.contains(number) != true { look(at: number) }
        known.formUnion(filed.subtracting(misfiled))
        for (id, revision) in gone {
            if let found = todos[id], found.revision > revision { continue }
            todos[id] = nil
            known.remove(id)
        }
        known.formUnion(todos.keys)
    }

    private mutating func look(at number: Int) {
        guard let page = file.page(number) else { return }
        switch file.kind(of: page, number) {
        case .rows:
            for place in file.cells(of: page, number) {
                guard let cell = file.cell(of: page, number, at: place) else { continue }
                note(cell.rowID, cell.record, page: number, offset: place)
            }
        case .keys:
            for place in file.cells(of: page, number) {
                guard let key = file.cell(of: page, number, at: place)?.record else { continue }
                note(key)
            }
        case .other: break
        }
    }

    /// A key of one of the two indexes that have all todos between them, and that no other key looks like.
    private mutating func note(_ key: Record) {
        switch key.values.count {
        // initials: a text and three numbers, the last one the id.
        case 4 where key.text(0) != nil && key.integer(1) != nil && key.integer(2) != nil:
            note(key.integer(3), in: \.filed)
        // todosByRevision: a revision, the id, and the number of the row, which is the id. Before version 4, whose
        // todos are all filed, the index of deleted ones looked the same.
        case 3 where file.version ?? 4 >= 4 && key.integer(0) != nil && key.integer(1) == key.integer(2):
            note(key.integer(2), in: \.known)
        default: return
        }
    }

    private mutating func note(_ id: Todo.ID?, in ids: WritableKeyPath<Salvage, Set<Todo.ID>>) {
        guard let id, Self.plausible ~= id else { return }
        self[keyPath: ids].insert(id)
        highestTodo = max(highestTodo, id)
    }

    private mutating func note(_ rowID: Int64, _ row: Record, page: Int, offset: Int) {
        // The number of a row is not in its record; sqlite_sequence has no such column.
        guard row.isNull(0), Self.plausible ~= rowID else {
            if row.values.count == 2, row.text(0) == "sections", let last = row.integer(1), Self.plausible ~= last {
                lastSection = max(lastSection, last)
            }
            return
        }
        switch row.values.count {
        case 13...: noteTodo(rowID, row, page, offset)
        case 6...8:
            if let title = row.text(1), row.text(2) == title.canonicalForm, let place = row.integer(3),
                let count = row.integer(4)
            {
                sections[rowID] = FoundSection(title: title, place: place, count: count)
                lastSection = max(lastSection, rowID)
            } else {
                noteMeta(rowID, row)
            }
        // misfiled: the id, an initial and two numbers. The oldest meta has as many.
        case 4 where row.integer(2) != nil && row.text(1).map { $0.utf8.count < 32 } ?? false: misfiled.insert(rowID)
        case 4, 5: noteMeta(rowID, row)
        case 3:
            if let revision = row.integer(1), row.integer(2) != nil, Self.plausible ~= revision {
                gone[rowID] = max(gone[rowID] ?? 0, revision)
                highestTodo = max(highestTodo, rowID)
                highestRevision = max(highestRevision, revision)
            }
        default: break
        }
    }

    private mutating func noteTodo(_ id: Todo.ID, _ row: Record, _ page: Int, _ offset: Int) {
        guard let section = row.integer(1), Self.plausible ~= section, let place = row.integer(2),
            SalvagedTodo(id, row) != nil
        else { return }
        let revision = row.integer(12) ?? 0
        if revision != 0 && !(Self.plausible ~= revision) { return }
        highestTodo = max(highestTodo, id)
        highestRevision = max(highestRevision, revision)
        if let other = todos[id], other.revision >= revision { return }
        todos[id] = Found(page: page, offset: offset, revision: revision, section: section, place: place)
    }

    private mutating func noteMeta(_ rowID: Int64, _ row: Record) {
        guard rowID == 1, let identity = row.text(1), identity.utf8.count == 32, let revision = row.integer(2),
            let lastTodo = row.integer(3), 0...Self.plausible.upperBound ~= revision,
            0...Self.plausible.upperBound ~= lastTodo, revision >= meta?.revision ?? 0
        else { return }
        meta = (revision, lastTodo)
    }

    /// Reads a todo that was found.
    func todo(_ id: Todo.ID) -> SalvagedTodo? {
        guard let found = todos[id], let page = file.page(found.page) else { return nil }
        return file.cell(of: page, found.page, at: found.offset).flatMap { SalvagedTodo(id, $0.record) }
    }
}

/// A todo as it was found, as far as it can be read.
struct SalvagedTodo {
    var todo: Todo
    /// Whether something of it is lost: the end of its detail, and with that what stands behind it.
    let isIncomplete: Bool

    /// nil when the row is none of a todo, or has not even a title.
    init?(_ id: Todo.ID, _ row: Record) {
        guard row.values.count >= 13, row.integer(1) != nil, row.integer(2) != nil, let text = row.text(3),
            let title = try? TextRules.title(text), title.isIdentical(to: text)
        else { return nil }
        let detail: String
        var isIncomplete = false
        switch row.values[4] {
        case .text(let whole): detail = whole
        case .brokenText(let part): (detail, isIncomplete) = (part, true)
        default: return nil
        }
        let isReadable = [6, 7, 9, 10, 12].allSatisfy { row.integer($0) != nil }
        if !isReadable && !isIncomplete { return nil }
        let isCompleted = row.integer(6) == 1
        let created = Timestamp(milliseconds: row.integer(9) ?? 0)
        let modified = row.integer(10).map(Timestamp.init(milliseconds:)) ?? created
        todo = Todo(
            id: id, title: title, detail: detail, category: "", isCompleted: isCompleted,
            isToday: row.integer(7) == 1, dueOn: row.integer(8).flatMap(DueDate.init(number:)), createdAt: created,
            modifiedAt: modified,
            completedAt: isCompleted ? row.integer(11).map(Timestamp.init(milliseconds:)) ?? modified : nil,
            revision: row.integer(12) ?? 0)
        self.isIncomplete = isIncomplete
    }
}
