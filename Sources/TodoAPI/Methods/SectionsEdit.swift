package import JSON
package import TodoCore

/// `sections.rename`
package enum SectionsRename: Method {
    package static let name = "sections.rename"
    package static let title = "Rename a section"
    package static let summary = "Gives a category another title. Its id, its place and its todos stay."
    package static let effect = Effect.changesStore(isDestructive: true, isIdempotent: true)
    package static let reply = OutputSchema.section
    package static let failures: [ErrorKind] = [.notFound, .conflict, .storeUnavailable]
    package static let examples = [Example("A new title", params: #"{"id":"c2","title":"Office"}"#)]

    /// The category, and what it is called from now on.
    package struct Params: Parameters {
        package var id = ""
        package var title = ""

        package static let objectName = "SectionsRenameParams"

        package static let parameters: ParameterList<Params> = [
            .required("id", \.id, .sectionID, "The section."),
            .required("title", \.title, .sectionTitle, "One line; blanks at both ends are removed."),
        ]

        /// As if the request named none of them.
        package init() {}
    }
}

/// `sections.move`
package enum SectionsMove: Method {
    package static let name = "sections.move"
    package static let title = "Move a section"
    package static let summary = "Puts a category elsewhere among all of them, empty ones too."
    package static let effect = Effect.changesStore(isDestructive: false, isIdempotent: true)
    package static let reply = OutputSchema.section
    package static let failures: [ErrorKind] = [.notFound, .storeUnavailable]
    package static let examples = [Example("To the front", params: #"{"id":"c2","index":0}"#)]

    /// The category and its place, which is named in exactly one way.
    package struct Params: Parameters {
        package var id = ""
        package var before: String?
        package var after: String?
        package var index: Int64?

        package static let objectName = "SectionsMoveParams"

        package static let parameters: ParameterList<Params> = [
            .required("id", \.id, .sectionID, "The section."),
            .optional("before", \.before, .sectionID, "The section that it goes before."),
            .optional("after", \.after, .sectionID, "The section that it goes behind."),
            .optional("index", \.index, .index, "Its place afterwards, from 0; past the end means the end."),
        ]

        package static let rules = [Rule.exactlyOne(of: "before", "after", "index")]

        /// As if the request named none of them.
        package init() {}

        /// The place that is named; fails for a neighbour that cannot be a section.
        package func place() throws(StoreError) -> SectionPlace {
            if let neighbour = before ?? after {
                guard let id = SectionID(neighbour) else { throw .noSuchSection(neighbour) }
                return before == nil ? .after(id) : .before(id)
            }
            return .index(index ?? 0)
        }
    }
}

/// `sections.delete`
package enum SectionsDelete: Method {
    package static let name = "sections.delete"
    package static let title = "Delete a section"
    package static let summary = """
        Deletes a category. One that still has todos needs to be told what becomes of them: `moveTo` puts them at the \
        end of another section, `deleteTodos` deletes them too.
        """
    package static let effect = Effect.changesStore(isDestructive: true, isIdempotent: false)
    package static let reply = OutputSchema<ChangedTodos>.object()
    package static let failures: [ErrorKind] = [.notFound, .conflict, .storeUnavailable]
    package static let examples = [Example("With all its todos", params: #"{"id":"c2","deleteTodos":true}"#)]

    /// The category, and what becomes of its todos. Without either of the two there must be none.
    package struct Params: Parameters {
        package var id = ""
        package var moveTo: String?
        package var deleteTodos = false

        package static let objectName = "SectionsDeleteParams"

        package static let parameters: ParameterList<Params> = [
            .required("id", \.id, .sectionID, "The section."),
            .optional("moveTo", \.moveTo, .sectionID, "The section that its todos go to."),
            .optional("deleteTodos", \.deleteTodos, .boolean, default: "false", "Whether its todos are deleted."),
        ]

        package static let rules = [Rule.atMostOne(of: "moveTo", "deleteTodos")]

        /// As if the request named none of them.
        package init() {}

        /// What becomes of the todos; fails for a section that cannot be one.
        package func leftovers() throws(StoreError) -> Leftovers {
            guard let moveTo else { return deleteTodos ? .delete : .refuse }
            guard let id = SectionID(moveTo), case .category = id else { throw .noSuchSection(moveTo) }
            return .move(to: id)
        }
    }
}
