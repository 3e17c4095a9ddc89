package import JSON
package import TodoCore

/// What the members of a todo may be in params: the limits stand in `TextRules`, once.
extension InputSchema where Value == String {
    /// One line of 1 to `TextRules.titleLimit` characters; blanks at both ends go.
    package static let title = InputSchema.string(
        StringShape(minimum: 1, maximum: TextRules.titleLimit, isOneLine: true)
    ) { text throws(ParamProblem) in
        do throws(TextFault) { return try TextRules.title(text) } catch { throw ParamProblem(error) }
    }

    /// Any text of at most `TextRules.detailLimit` bytes, kept as it is.
    package static let detail = InputSchema.string(
        StringShape(maximum: TextRules.detailLimit, unit: .bytes)
    ) { text throws(ParamProblem) in
        do throws(TextFault) { return try TextRules.detail(text) } catch { throw ParamProblem(error) }
    }

    /// One line of at most `TextRules.categoryLimit` characters; blanks at both ends go. "" means none.
    package static let category = InputSchema.string(
        StringShape(maximum: TextRules.categoryLimit, isOneLine: true)
    ) { text throws(ParamProblem) in
        do throws(TextFault) { return try TextRules.category(text) } catch { throw ParamProblem(error) }
    }

    /// A category that is given a name must have one.
    package static let sectionTitle = InputSchema.string(
        StringShape(minimum: 1, maximum: TextRules.categoryLimit, isOneLine: true)
    ) { text throws(ParamProblem) in
        do throws(TextFault) { return try TextRules.sectionTitle(text) } catch { throw ParamProblem(error) }
    }

    /// Any text: the store knows whether it is one of its cursors.
    package static let cursor = InputSchema.string(StringShape(minimum: 1))

    /// Any text: one that names no section is not found.
    package static let sectionID = InputSchema.string(StringShape(minimum: 1))
}

extension InputSchema where Value == DueDate {
    /// Exactly "YYYY-MM-DD", and a day of the calendar.
    package static let date = InputSchema(.string(StringShape(minimum: 10, maximum: 10, format: "date"))) {
        view throws(ParamProblem) in
        guard let text = view.string else { throw ParamProblem(.type) }
        guard let day = DueDate(text) else { throw ParamProblem(.format) }
        return day
    }
}

extension InputSchema where Value == TextPattern {
    /// 1 to `TextRules.titleLimit` characters, blanks at both ends too.
    package static let searchText = InputSchema(.string(StringShape(minimum: 1, maximum: TextRules.titleLimit))) {
        view throws(ParamProblem) in
        guard let text = view.string else { throw ParamProblem(.type) }
        if text.isEmpty { throw ParamProblem(.empty) }
        if text.utf8.count > TextRules.lineByteLimit { throw ParamProblem(.tooLong) }
        if text.utf8.count > TextRules.titleLimit && text.count > TextRules.titleLimit { throw ParamProblem(.tooLong) }
        return TextPattern(text)
    }
}

extension InputSchema where Value == Int64 {
    /// Any number that could be an id: one that is none is not found.
    package static let todoID = InputSchema.integer(Int64.min...Int64.max)
    /// From 0; one that never was is the store's to refuse.
    package static let revision = InputSchema.integer(0...Int64.max)
    /// From 0; past the end means the end.
    package static let index = InputSchema.integer(0...Int64.max)
    /// How many todos a page has at most.
    package static let pageLimit = InputSchema.integer(1...1000)
}

extension ParamProblem {
    fileprivate init(_ fault: TextFault) {
        switch fault {
        case .empty: self.init(Reason.empty)
        case .tooLong: self.init(Reason.tooLong)
        case .multiline: self.init(Reason.multiline)
        }
    }
}

/// Which todos are wanted, as params have it.
extension TodoFilter: Parameters {
    package static let objectName = "Filter"

    /// So many ids may be named at once.
    package static let idLimit = 100_000

    package static let parameters: ParameterList<TodoFilter> = [
        .optional("section", \.section, .sectionID, "Todos of the section of that id, of any grouping."),
        .optional("category", \.category, .category, "Todos of that category; \"\" for those without one."),
        .optional("isCompleted", \.isCompleted, .boolean, "Only completed, or only open todos."),
        .optional("isToday", \.isToday, .boolean, "Only todos that were, or were not, put on today's list by hand."),
        .optional("dueBefore", \.dueBefore, .date, "Todos due on that day or earlier."),
        .optional("dueAfter", \.dueAfter, .date, "Todos due on that day or later."),
        .optional("hasDue", \.hasDue, .boolean, "Only todos with, or only those without a day."),
        .optional(
            "text", \.text, .searchText,
            "Todos with that text in title or detail, without regard to case; Korean initial consonants find syllables."
        ),
        .optional("ids", \.ids, .array(of: .todoID, atMost: idLimit), "Only these todos."),
    ]
}
