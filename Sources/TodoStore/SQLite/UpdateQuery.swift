/// The columns that an update of a todo changes, apart from those that every update does: one statement for each set.
struct UpdateQuery: OptionSet {
    let rawValue: Int

    static let title = UpdateQuery(rawValue: 1)
    static let initial = UpdateQuery(rawValue: 2)
    static let detail = UpdateQuery(rawValue: 4)
    static let completion = UpdateQuery(rawValue: 8)
    static let today = UpdateQuery(rawValue: 16)
    static let due = UpdateQuery(rawValue: 32)

    /// How many sets there are.
    static let count = 64

    var sql: String {
        var columns = "modifiedAt = ?2, revision = ?3, state = ?3"
        if contains(.title) { columns += ", title = ?4" }
        if contains(.initial) { columns += ", initial = ?5" }
        if contains(.detail) { columns += ", detail = ?6" }
        if contains(.completion) { columns += ", isCompleted = ?7, completedAt = ?8" }
        if contains(.today) { columns += ", isToday = ?9" }
        if contains(.due) { columns += ", dueOn = ?10" }
        return "UPDATE todos SET \(columns) WHERE id = ?1"
    }
}
