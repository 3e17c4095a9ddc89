/// A group of todos with a title: a category, or one of the sections of another grouping.
package struct Section: Sendable, Equatable {
    package let id: SectionID
    /// "" for the section of the todos without a category.
    package var title: String
    /// All its todos, whatever part of them is shown.
    package var count: Int64
    /// Those of `count` that are completed.
    package var completedCount: Int64

    /// - Parameters:
    ///   - title: "" for the section of the todos without a category.
    ///   - count: all its todos.
    ///   - completedCount: those of them that are completed.
    package init(id: SectionID, title: String, count: Int64, completedCount: Int64) {
        self.id = id
        self.title = title
        self.count = count
        self.completedCount = completedCount
    }
}

/// Names a section of any grouping. The text form is what clients see, and never changes.
package enum SectionID: Sendable, Hashable {
    /// A category, by a number that a rename does not change.
    case category(Int64)
    case today
    case upcoming
    /// All todos whose titles have this index title.
    case initial(String)

    /// nil when no section can have that name.
    package init?(_ text: String) {
        switch text {
        case "today": self = .today
        case "upcoming": self = .upcoming
        case _ where text.utf8.starts(with: Self.initialPrefix.utf8):
            // Bytes and not characters: the letter may be one that joins what stands before it.
            let title = String(decoding: text.utf8.dropFirst(Self.initialPrefix.utf8.count), as: UTF8.self)
            if title.isEmpty { return nil }
            self = .initial(title)
        default:
            guard text.first == "c", let number = Int64(text.dropFirst()), number > 0, text == "c\(number)" else {
                return nil
            }
            self = .category(number)
        }
    }

    /// "c1", "today", "upcoming", "initial:ㄱ": what `init(_:)` reads.
    package var text: String {
        switch self {
        case .category(let number): "c\(number)"
        case .today: "today"
        case .upcoming: "upcoming"
        case .initial(let title): Self.initialPrefix + title
        }
    }

    private static let initialPrefix = "initial:"
}

/// Where a section is put among all sections, empty ones too.
package enum SectionPlace: Sendable {
    case before(SectionID)
    case after(SectionID)
    /// Counted from 0, as it is afterwards; past the end means the end.
    case index(Int64)
}

/// What becomes of the todos of a section that is deleted.
package enum Leftovers: Sendable {
    /// There must be none.
    case refuse
    case move(to: SectionID)
    case delete
}
