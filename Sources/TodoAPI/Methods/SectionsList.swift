package import JSON
package import TodoCore

/// `sections.list`
package enum SectionsList: Method {
    package static let name = "sections.list"
    package static let title = "List sections"
    package static let summary = """
        Gives the sections of a grouping, each with its counts and the first todos, and an index of their initial \
        letters. `category`: one section a category, in stored order. `schedule`: always two, `today` (put there by \
        hand; due by today and open; or due by today and completed today) and `upcoming`. `initial`: by the index title \
        of each todo's title.
        """
    package static let effect = Effect.readsStore
    package static let reply = OutputSchema<Reply>.object()
    package static let failures: [ErrorKind] = [.storeUnavailable]
    package static let examples = [
        Example("Everything"),
        Example("Headers only", params: #"{"includeTodos":false}"#),
        Example("Today and upcoming", params: #"{"groupBy":"schedule","today":"2030-02-28","fields":["title"]}"#),
    ]

    package static let toolDefaults = [Todo.briefFields, ToolDefault("limit", "5")]

    /// How to group, and how much of each section comes.
    package struct Params: Parameters {
        package var groupBy = Grouping.category
        package var includeTodos = true
        package var includeEmpty = false
        package var fields = MemberSelection.all
        /// Todos of each section; see `pageLimit`.
        package var limit: Int64 = 100
        /// nil: the day that it is in the server's time zone.
        package var today: DueDate?

        package static let objectName = "SectionsListParams"

        package static let parameters: ParameterList<Params> = [
            .optional("groupBy", \.groupBy, .choice, default: "\"category\"", "What sections are made of."),
            .optional("includeTodos", \.includeTodos, .boolean, default: "true", "Whether the todos come too."),
            .optional(
                "includeEmpty", \.includeEmpty, .boolean, default: "false",
                "Whether categories without todos come, which keep their place and id."),
            .optional(
                "fields", \.fields, .todoFields, default: Todo.allFields,
                "The members of a todo that are wanted; id always comes."),
            .optional(
                "limit", \.limit, .pageLimit, default: "100",
                "How many todos come of each section at most. \(TodoPage.byteLimitRule)"),
            .optional(
                "today", \.today, .date, "The day that counts as today. Left out: the server's, in its time zone."),
        ]

        /// As if the request named none of them.
        package init() {}
    }

    /// The sections of a grouping, and the index beside them.
    package struct Reply: Members {
        package let sections: [SectionObject]
        package let index: [IndexEntry]
        package let today: DueDate
        package let revision: Revision

        package static let objectName = "Sections"

        package static let members: [Member<Reply>] = [
            .always("sections", .array(of: .object()), "The sections, in order.") { $0.sections },
            .always(
                "index", .array(of: .object()),
                "Each index title with the first section that has it: ㄱ…ㅎ, A…Z, others, #."
            ) { $0.index },
            .always("today", .date, "The day that counted as today.") { $0.today },
            .always("revision", .integer(from: 0), "The store's revision.") { $0.revision },
        ]

        /// Makes the index from the sections.
        package init(sections: [SectionObject], today: DueDate, revision: Revision) {
            self.sections = sections
            index = IndexEntry.all(of: sections.map(\.indexTitle))
            self.today = today
            self.revision = revision
        }
    }
}

/// One entry of the index beside a list.
package struct IndexEntry: Members {
    /// The index title.
    let letter: String
    /// The number of the section, from 0.
    let section: Int

    package static let objectName = "IndexEntry"

    package static let members: [Member<IndexEntry>] = [
        .always("title", .string, "The index title.") { $0.letter },
        .always("section", .count(), "The number of the first section that has it, from 0.") { $0.section },
    ]

    static func all(of letters: [String]) -> [IndexEntry] {
        var first: [String: Int] = [:]
        for (number, letter) in letters.enumerated() where first[letter] == nil { first[letter] = number }
        return first.sorted { IndexTitle.isBefore($0.key, $1.key) }.map {
            IndexEntry(letter: $0.key, section: $0.value)
        }
    }
}

/// A section as it is written.
package struct SectionObject: Members {
    package let section: Section
    /// In the language of the session for the sections that the server names.
    package let displayTitle: String
    package let indexTitle: String
    /// nil where the todos were not asked for.
    package let todos: SelectedTodos?
    /// nil where the todos were not asked for; `.some(nil)` when all of them are here.
    package let nextCursor: String??

    package static let objectName = "Section"

    package static let members: [Member<SectionObject>] = [
        .always("id", .string, "A rename does not change it.") { $0.section.id.text },
        .always("title", .string, "The title to show.") { $0.displayTitle },
        .always("indexTitle", .string, "The letter under which it stands in the index.") { $0.indexTitle },
        .always("count", .integer(from: 0), "All its todos.") { $0.section.count },
        .always("completedCount", .integer(from: 0), "Those that are completed.") { $0.section.completedCount },
        .sometimes("todos", .todos, "The first of its todos.") { $0.todos },
        .sometimes(
            "nextCursor", .nullable(.string),
            "Goes on with \(TodoList.name) and the filter {section: id}; null when all todos are here."
        ) { $0.nextCursor },
    ]

    /// A section with the title that is shown, and the letter under which it stands in the index.
    ///
    /// - Parameters:
    ///   - language: for the titles that the server gives.
    ///   - todos: the first of its todos; nil where they were not asked for.
    ///   - nextCursor: see the member.
    package init(_ section: Section, in language: Language, todos: SelectedTodos? = nil, nextCursor: String?? = nil) {
        self.section = section
        self.todos = todos
        self.nextCursor = nextCursor
        switch section.id {
        case .today: displayTitle = BuiltInTitle.today.text(in: language)
        case .upcoming: displayTitle = BuiltInTitle.upcoming.text(in: language)
        case .category where section.title.isEmpty: displayTitle = BuiltInTitle.noCategory.text(in: language)
        case .category, .initial: displayTitle = section.title
        }
        indexTitle =
            switch section.id {
            case .initial(let letter): letter
            case .category: IndexTitle.of(section.title)
            case .today, .upcoming: IndexTitle.of(displayTitle)
            }
    }
}

extension OutputSchema where Value == SectionObject {
    package static let section = OutputSchema<SectionObject>.object()
}
