/// A page of a list: sections in their order, and the todos in theirs.
package struct TodoQuery: Sendable {
    package var filter: TodoFilter
    /// How many todos at most.
    package var limit: Int
    /// How many bytes of text at most. The first todo comes whatever it has, unless nothing is left of them.
    package var byteLimit: Int
    /// The `next` of the page before; nil for the first one.
    package var cursor: String?
    /// The day that counts as today; nil for the one that it is. A cursor keeps the day of its first page.
    package var today: DueDate?
    /// Tells when the days of the filter begin and end.
    package var calendar: LocalCalendar

    /// - Parameters:
    ///   - limit: from 1.
    ///   - byteLimit: as much as a page has, or what is left where several make up one reply.
    ///   - cursor: one that belongs to another filter is refused when the page is read.
    package init(
        filter: TodoFilter, limit: Int, byteLimit: Int = TodoPage.byteLimit, cursor: String? = nil,
        today: DueDate? = nil, calendar: LocalCalendar
    ) {
        self.filter = filter
        self.limit = limit
        self.byteLimit = byteLimit
        self.cursor = cursor
        self.today = today
        self.calendar = calendar
    }
}

/// The todos that a `TodoQuery` gives.
package struct TodoPage: Sendable {
    /// So many bytes of titles and details fit on a page, lest a list of long ones take all memory.
    package static let byteLimit = 16 << 20
    /// For whoever asks for a number of todos.
    package static let byteLimitRule = "Fewer where their texts are longer than \(byteLimit >> 20) MiB together."

    package var todos: [Todo]
    /// Where the next page starts; nil when there is none.
    package var next: String?

    /// Without arguments, a list that has nothing and ends here.
    package init(todos: [Todo] = [], next: String? = nil) {
        self.todos = todos
        self.next = next
    }
}

/// Tells when a day begins and ends where the user is.
package struct LocalCalendar: Sendable {
    /// A given day, or for nil the present one.
    package let day: @Sendable (DueDate?) -> Day

    /// - Parameter day: a given day, or for nil the present one.
    package init(day: @escaping @Sendable (DueDate?) -> Day) { self.day = day }

    /// The days of UTC, at a moment that never passes.
    package static func inUTC(at now: Timestamp) -> LocalCalendar {
        LocalCalendar { date in
            let start = date.map(Timestamp.init(startOf:)) ?? now.startOfDay
            return Day(
                date: date ?? DueDate(String(start.text.prefix(10))) ?? .first, start: start,
                end: Timestamp(milliseconds: start.milliseconds + Timestamp.day))
        }
    }
}

/// What sections are made of.
package enum Grouping: String, Sendable, CaseIterable {
    /// One section a category, in stored order.
    case category
    /// Today and upcoming.
    case schedule
    /// One section an index title.
    case initial
}
