/// A page of a list: sections in their order, and the todos in theirs.
package struct TodoQuery: Sendable {
    package var filter: TodoFilter
    /// How many todos at most.
    package var limit: Int
    /// The `next` of the page before; nil for the first one.
    package var cursor: String?
    /// The day that counts as today; nil for the one that it is. A cursor keeps the day of its first page.
    package var today: DueDate?
    package var calendar: LocalCalendar

    package init(
        filter: TodoFilter, limit: Int, cursor: String? = nil, today: DueDate? = nil, calendar: LocalCalendar
    ) {
        self.filter = filter
        self.limit = limit
        self.cursor = cursor
        self.today = today
        self.calendar = calendar
    }
}

package struct TodoPage: Sendable {
    package var todos: [Todo]
    /// Where the next page starts; nil when there is none.
    package var next: String?

    package init(todos: [Todo] = [], next: String? = nil) {
        self.todos = todos
        self.next = next
    }
}

/// Tells when a day begins and ends where the user is.
package struct LocalCalendar: Sendable {
    /// A given day, or for nil the present one.
    package let day: @Sendable (DueDate?) -> Day

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
    case category, schedule, initial
}
