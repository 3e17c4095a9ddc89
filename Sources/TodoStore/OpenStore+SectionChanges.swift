internal import TodoCore

/// Renaming, moving and deleting sections.
extension OpenStore {
    func renameSection(_ id: String, to title: String) throws(StoreFault) -> Section {
        let row = try sectionRow(id)
        if row.title.isEmpty { throw .refused(.conflict(.builtIn)) }
        if row.title.isIdentical(to: title) { return row.section }
        if let other = try section(key: title.canonicalForm), other.number != row.number {
            throw .refused(.conflict(.titleTaken))
        }
        let revision = try nextRevision()
        try remember(section: row.number, row, state: row.state, stateAfter: revision)
        try change(row.number, title: title, place: row.place, state: revision)
        return try sectionRow(row.number).section
    }

    func moveSection(_ id: String, to place: SectionPlace) throws(StoreFault) -> Section {
        let row = try sectionRow(id)
        let order = try sectionRows()
        let others = order.filter { $0.number != row.number }
        let index: Int
        switch place {
        case .before(let anchor), .after(let anchor):
            if anchor == .category(row.number) { return row.section }
            guard let found = others.firstIndex(where: { .category($0.number) == anchor }) else {
                throw .refused(.noSuchSection(anchor.text))
            }
            if case .before = place { index = found } else { index = found + 1 }
        case .index(let wanted): index = Int(min(wanted, Int64(others.count)))
        }
        if order.indices.contains(index), order[index].number == row.number { return row.section }
        let revision = try nextRevision()
        try remember(section: row.number, row, state: row.state, stateAfter: revision)
        let place = try openPlace(in: others, at: index)
        try change(row.number, title: row.title, place: place, state: revision)
        return row.section
    }

    func deleteSection(_ id: String, leftovers: Leftovers, at now: Timestamp) throws(StoreFault) -> [Todo.ID] {
        let row = try sectionRow(id)
        if row.title.isEmpty { throw .refused(.conflict(.builtIn)) }
        var target: SectionRow?
        if case .move(let destination) = leftovers {
            target = try sectionRow(destination.text)
            if target?.number == row.number { throw .refused(.noSuchSection(destination.text)) }
        }
        if row.count > 0, case .refuse = leftovers { throw .refused(.conflict(.notEmpty)) }
        let revision = try nextRevision()
        let ids = try idsOfSection(row.number)
        for id in ids {
            let todo = try self.row(id)
            try remember(todo, stateAfter: revision, keepsDetail: target != nil)
            if let target {
                try put(todo, target.number, try openPlace(.end, in: target.number), now, revision)
            } else {
                try remove(todo, revision: revision, state: revision)
            }
        }
        if let target { memory.count(target.number, todos: row.count, completed: row.completedCount) }
        try remember(section: row.number, row, state: row.state, stateAfter: Self.absent)
        try deleteSection(row.number)
        return ids
    }

    /// The state of a section that is not there.
    static let absent: Revision = -1

    // MARK: Rows

    /// Gives a section a title and a place. Its counts stay.
    func change(_ number: Int64, title: String, place: Int64, state: Revision) throws(StoreFault) {
        let statement = try database.statement(.changeSection)
        statement.bind(number, at: 1)
        statement.bind(title, at: 2)
        statement.bind(title.canonicalForm, at: 3)
        statement.bind(place, at: 4)
        statement.bind(state, at: 5)
        try statement.run()
        memory.forgetRows()
        noteSectionChange()
    }

    func deleteSection(_ number: Int64) throws(StoreFault) {
        let statement = try database.statement(.deleteSection)
        statement.bind(number, at: 1)
        try statement.run()
        memory.remove(number)
        noteSectionChange()
    }

    /// The place itself, unless another section has come to stand there since; then one right behind that one.
    func freePlace(_ place: Int64, forSection number: Int64) throws(StoreFault) -> Int64 {
        let others = try sectionRows().filter { $0.number != number }
        guard let taken = others.lastIndex(where: { $0.place == place }) else { return place }
        return try openPlace(in: others, at: taken + 1)
    }

    /// A place before the one that is now at the index; where there is none left, all sections are spread first.
    private func openPlace(in others: [SectionRow], at index: Int) throws(StoreFault) -> Int64 {
        let slot = Slot(
            above: index > 0 ? others[index - 1].place : nil, below: index < others.count ? others[index].place : nil)
        if let place = slot.middle { return place }
        let place = try database.statement(.placeSection)
        var moved: [(old: Int64, new: Int64)] = []
        for (number, row) in others.enumerated() {
            let new = Int64(number < index ? number + 1 : number + 2) * Self.step
            moved.append((row.place, new))
            place.bind(row.number, at: 1)
            place.bind(new, at: 2)
            try place.run()
        }
        memory.forgetRows()
        try respaceHistory(ofSections: moved)
        return Int64(index + 1) * Self.step
    }

    private func idsOfSection(_ section: Int64) throws(StoreFault) -> [Todo.ID] {
        let statement = try database.statement(.idsOfSection)
        defer { statement.reset() }
        statement.bind(section, at: 1)
        var ids: [Todo.ID] = []
        while try statement.step() { ids.append(statement.integer(0)) }
        return ids
    }
}
