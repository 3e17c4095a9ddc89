package import JSON
package import TodoCore

/// How a todo is written.
extension Todo: Members {
    package static let objectName = "Todo"

    package static let members: [Member<Todo>] = [
        .always("id", .integer(from: 1), "Counted up from 1; never given again in this store.") { $0.id },
        .always("title", .string, "One line.") { $0.title },
        .always("detail", .string, "Free text; \"\" when there is none.") { $0.detail },
        .always("category", .string, "The title of its section; \"\" when it has none.") { $0.category },
        .always("isCompleted", .boolean, "Whether it is done.") { $0.isCompleted },
        .always("isToday", .boolean, "Put on today's list by hand; nothing clears it but the user.") { $0.isToday },
        .always("dueOn", .dateOrNull, "The day by which it should be done.") { $0.dueOn },
        .always("createdAt", .timestamp, "When it was created.") { $0.createdAt },
        .always("modifiedAt", .timestamp, "When it last changed.") { $0.modifiedAt },
        .always("completedAt", .timestampOrNull, "When it was completed; null while it is open.") {
            $0.completedAt
        },
        .always("revision", .integer(from: 1), "The store's revision when it last changed.") { $0.revision },
    ]
}

extension OutputSchema where Value == DueDate {
    /// "YYYY-MM-DD".
    package static let date = OutputSchema(.string(StringShape(minimum: 10, maximum: 10, format: "date"))) {
        $1.string($0.text)
    }
}

// What every todo has is written by code of its own: what is generic asks at run time which type it deals with, for each
// value.

extension OutputSchema where Value == DueDate? {
    fileprivate static let dateOrNull = OutputSchema(.nullable(OutputSchema<DueDate>.date.shape)) { date, writer in
        if let date { writer.string(date.text) } else { writer.null() }
    }
}

extension OutputSchema where Value == Timestamp? {
    fileprivate static let timestampOrNull = OutputSchema(
        .nullable(OutputSchema<Timestamp>.timestamp.shape)
    ) { time, writer in
        if let time { time.withText { writer.plainString($0) } } else { writer.null() }
    }
}

extension OutputSchema where Value == Timestamp {
    /// RFC 3339, UTC, with three digits of milliseconds.
    package static let timestamp = OutputSchema(.string(StringShape(minimum: 24, maximum: 24, format: "date-time"))) {
        time, writer in
        time.withText { writer.plainString($0) }
    }
}

extension OutputSchema where Value == Todo {
    package static let todo = OutputSchema<Todo>.object()
}

extension Todo {
    /// A todo in a list: of its members, only `id` is sure to be there.
    fileprivate static let selectedShape = ObjectShape(
        title: "ListedTodo",
        properties: shape.properties.enumerated().map { place, property in
            ObjectShape.Property(
                name: property.name, summary: property.summary, shape: property.shape, isRequired: place == idPlace)
        })

    /// The names of all members, as JSON text.
    package static let allFields = JSONValue.strings(members.map(\.name)).text

    /// What an assistant is told of each todo in a list unless it wants more.
    package static let briefFields = ToolDefault(
        "fields", #"["title","category","isCompleted","isToday","dueOn"]"#)

    /// The place of `id` in the declaration.
    fileprivate static let idPlace = 0
}

/// Todos of which only the members in a selection are written.
package struct SelectedTodos: Sendable {
    package let todos: [Todo]
    package let selection: MemberSelection

    /// - Parameters:
    ///   - todos: in the order in which they are written.
    ///   - selection: the same for all of them.
    package init(_ todos: [Todo], _ selection: MemberSelection) {
        self.todos = todos
        self.selection = selection
    }
}

extension OutputSchema where Value == SelectedTodos {
    /// An array of objects that have the selected members.
    package static let todos = OutputSchema(.array(.object(Todo.selectedShape), atMost: nil)) { selected, writer in
        writer.array(selected.todos) { writer, todo in writer.object(todo, selected.selection) }
    }
}

/// A todo of which only the members in a selection are written; nil stands for one that is gone.
package struct SelectedTodo: Sendable {
    package let todo: Todo?
    package let selection: MemberSelection

    /// - Parameter selection: of its members.
    package init(_ todo: Todo?, _ selection: MemberSelection) {
        self.todo = todo
        self.selection = selection
    }
}

extension OutputSchema where Value == SelectedTodo {
    package static let selectedTodo = OutputSchema(.nullable(.object(Todo.selectedShape))) { selected, writer in
        if let todo = selected.todo { writer.object(todo, selected.selection) } else { writer.null() }
    }
}

extension InputSchema where Value == MemberSelection {
    /// Names of a todo's members; "id" always comes with them.
    package static let todoFields: InputSchema = {
        let names = Todo.members.map(\.name)
        return InputSchema(.array(.choice(names), atMost: 64)) { view throws(ParamProblem) in
            let wanted = try InputSchema<[Int]>.array(of: InputSchema<Int>.place(in: names), atMost: 64).decode(view)
            return MemberSelection(wanted + [Todo.idPlace])
        }
    }()
}

extension InputSchema where Value == Int {
    /// The place of a word in a list.
    fileprivate static func place(in words: [String]) -> InputSchema {
        InputSchema(.choice(words)) { view throws(ParamProblem) in
            guard let word = view.string else { throw ParamProblem(.type) }
            guard let place = words.firstIndex(of: word) else {
                throw ParamProblem(.unknown, hint: Spelling.nearest(to: word.shortened, in: words))
            }
            return place
        }
    }
}
