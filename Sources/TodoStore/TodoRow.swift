internal import TodoCore

/// A todo together with where it stands.
struct TodoRow {
    var todo: Todo
    var section: Int64
    var place: Int64
    /// Tells its contents apart from what they were before, and from what they will be.
    let state: Revision

    /// Where in `Query.todoColumns` the number of the section stands.
    static let sectionColumn: Int32 = 10
    /// And where its place.
    static let placeColumn: Int32 = 11

    /// Reads `Query.todoColumns`.
    init(_ row: Statement, category: String) {
        todo = Todo(
            id: row.integer(0), title: row.text(1), detail: row.text(2), category: category,
            isCompleted: row.flag(3), isToday: row.flag(4),
            dueOn: row.optionalInteger(5).flatMap(DueDate.init(number:)),
            createdAt: Timestamp(milliseconds: row.integer(6)), modifiedAt: Timestamp(milliseconds: row.integer(7)),
            completedAt: row.optionalInteger(8).map(Timestamp.init(milliseconds:)), revision: row.integer(9))
        section = row.integer(Self.sectionColumn)
        place = row.integer(Self.placeColumn)
        state = row.integer(12)
    }
}

/// A section as it is stored.
struct SectionRow {
    let number: Int64
    let title: String
    let place: Int64
    var count: Int64
    var completedCount: Int64
    /// Tells apart what its title and place were at one time or another.
    let state: Revision

    /// Reads `Query.sectionColumns`: the counts are those in the file, see `SectionMemory`.
    init(_ row: Statement) {
        number = row.integer(0)
        title = row.text(1)
        place = row.integer(2)
        count = row.integer(3)
        completedCount = row.integer(4)
        state = row.integer(5)
    }

    var section: Section {
        Section(id: .category(number), title: title, count: count, completedCount: completedCount)
    }
}
