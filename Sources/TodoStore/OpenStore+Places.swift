internal import TodoCore

/// Between which two places something goes. nil is an end of the section.
struct Slot {
    var above: Int64?
    var below: Int64?

    /// Behind everything that is there.
    static let end = Slot(above: nil, below: nil)

    init(above: Int64?, below: Int64?) {
        self.above = above
        self.below = below
    }

    /// Whether something that stands at the place would not be moved by being put into the slot. The end of a section
    /// is told by what is the last, so `above` is known wherever anything else is there.
    func holds(_ place: Int64) -> Bool { (above.map { $0 < place } ?? true) && (below.map { place < $0 } ?? true) }
}

/// The order within a section: a number for each todo, with gaps, so that a move writes one row.
extension OpenStore {
    /// Between neighbours that are put at an end. Four thousand million todos fit behind each other in either direction.
    static let step: Int64 = 1 << 31

    /// Where something is to go.
    enum Destination {
        case known(SectionRow, Slot)
        /// A section that has to be made.
        case newSection(String)
    }

    /// The section and the slot that a place means. The todo that moves, `own`, does not count as a neighbour. Nothing is
    /// changed yet.
    func destination(_ place: Place, category: String?, own: TodoRow?) throws(StoreFault) -> Destination {
        switch place {
        case .before(let anchor), .after(let anchor):
            let (number, at) = try location(of: anchor)
            let section = try sectionRow(number)
            if let category, !category.isSameCategory(as: section.title) { throw .refused(.placeOutsideCategory) }
            if case .before = place {
                return .known(section, Slot(above: try neighbour(.placeBefore, number, at, except: own), below: at))
            }
            return .known(section, Slot(above: at, below: try neighbour(.placeAfter, number, at, except: own)))
        case .index(let index):
            guard let section = try section(category, own) else { return .newSection(category ?? "") }
            return .known(section, try slot(at: index, in: section, except: own))
        case .end:
            guard let section = try section(category, own) else { return .newSection(category ?? "") }
            return .known(section, Slot(above: try lastPlace(in: section.number, except: own), below: nil))
        }
    }

    /// The destination with its section, made if need be.
    func made(_ destination: Destination) throws(StoreFault) -> (section: SectionRow, slot: Slot) {
        switch destination {
        case .known(let section, let slot): (section, slot)
        case .newSection(let title): (try section(forCategory: title), .end)
        }
    }

    /// A number for the slot; where there is none left, its neighbours are spread first.
    func openPlace(_ slot: Slot, in section: Int64) throws(StoreFault) -> Int64 {
        var slot = slot
        if slot.above == nil && slot.below == nil { slot.above = try lastPlace(in: section, except: nil) }
        if let place = slot.middle { return place }
        return try spread(slot, in: section)
    }

    private func section(_ category: String?, _ own: TodoRow?) throws(StoreFault) -> SectionRow? {
        if category == nil, let own { return try sectionRow(own.section) }
        return try section(key: (category ?? "").canonicalForm)
    }

    func location(of id: Todo.ID) throws(StoreFault) -> (section: Int64, place: Int64) {
        let statement = try database.statement(.location)
        defer { statement.reset() }
        statement.bind(id, at: 1)
        guard try statement.step() else { throw .refused(.noSuchTodo(id)) }
        return (statement.integer(0), statement.integer(1))
    }

    /// The nearest place on one side, the todo that moves left out.
    private func neighbour(
        _ query: Query, _ section: Int64, _ place: Int64, except own: TodoRow?
    ) throws(StoreFault) -> Int64? {
        let found = try nearest(query, section, place)
        if let own, own.section == section, found == own.place { return try nearest(query, section, own.place) }
        return found
    }

    func nearest(_ query: Query, _ section: Int64, _ place: Int64) throws(StoreFault) -> Int64? {
        let statement = try database.statement(query)
        defer { statement.reset() }
        statement.bind(section, at: 1)
        statement.bind(place, at: 2)
        return try statement.step() ? statement.optionalInteger(0) : nil
    }

    private func lastPlace(in section: Int64, except own: TodoRow?) throws(StoreFault) -> Int64? {
        var last = memory.lastPlace(in: section)
        if last == nil { last = try storedLastPlace(in: section) }
        if let own, own.section == section, let last, last == own.place {
            return try nearest(.placeBefore, section, last)
        }
        return last
    }

    private func storedLastPlace(in section: Int64) throws(StoreFault) -> Int64? {
        let statement = try database.statement(.lastPlace)
        defer { statement.reset() }
        statement.bind(section, at: 1)
        guard try statement.step(), let last = statement.optionalInteger(0) else { return nil }
        memory.learn(lastPlace: last, in: section)
        return last
    }

    /// The slot in which something stands at the index afterwards.
    private func slot(at index: Int64, in section: SectionRow, except own: TodoRow?) throws(StoreFault) -> Slot {
        let number = section.number
        let own = own?.section == number ? own : nil
        let others = section.count - (own == nil ? 0 : 1)
        if index >= others { return Slot(above: try lastPlace(in: number, except: own), below: nil) }
        let below: Int64?
        if let landmarks = try landmarks(of: section) {
            let (start, offset) = landmarks.find(index, without: own?.place)
            below = try place(.placeFrom, number, start, except: own?.todo.id, offset)
        } else if index <= others / 2 {
            below = try place(.placeFrom, number, .min, except: own?.todo.id, index)
        } else {
            below = try place(.placeUpTo, number, .max, except: own?.todo.id, others - 1 - index)
        }
        guard let below else { throw .sqlite(.damaged("a section has fewer todos than its count")) }
        return Slot(above: try neighbour(.placeBefore, number, below, except: own), below: below)
    }

    /// Those of a large section, once they are worth the look at each todo that they take.
    private func landmarks(of section: SectionRow) throws(StoreFault) -> Landmarks? {
        guard section.count >= Landmarks.worthwhile else { return nil }
        if let known = memory.landmarks(in: section.number) { return known }
        guard memory.isCountedAgain(section.number) else { return nil }
        var (landmarks, start) = (Landmarks(count: section.count), Int64.min)
        while let next = try place(.placeFrom, section.number, start, except: nil, Landmarks.spacing) {
            landmarks.split(at: next)
            start = next
        }
        memory.learn(landmarks, in: section.number)
        return landmarks
    }

    /// The place of the todo that comes so many behind, or before, the first that stands at `start` or beyond it.
    private func place(
        _ query: Query, _ section: Int64, _ start: Int64, except own: Todo.ID?, _ offset: Int64
    ) throws(StoreFault) -> Int64? {
        let statement = try database.statement(query)
        defer { statement.reset() }
        statement.bind(section, at: 1)
        statement.bind(start, at: 2)
        statement.bind(own ?? 0, at: 3)
        statement.bind(offset, at: 4)
        return try statement.step() ? statement.integer(0) : nil
    }

    // MARK: Making room

    /// Spreads the todos around a slot that is used up, as few as needed, and gives the number that is free then.
    ///
    /// Their order stays, and so do their revisions: only the numbers change, which nobody outside sees. For the cursors
    /// that stand here it is noted which became which.
    private func spread(_ slot: Slot, in section: Int64) throws(StoreFault) -> Int64 {
        let pivot = slot.below ?? .max
        var reach: Int64 = 32
        while true {
            let above = try window(.windowBefore, section, pivot, reach)
            let below = slot.below == nil ? [] : try window(.windowAfter, section, pivot, reach)
            let count = Int64(above.count + below.count)
            // One more on each side, which stays, is the limit; at an end of the section there is none.
            let lower = above.count < reach ? nil : above.last?.place
            let upper = below.count < reach ? nil : below.last?.place
            let (start, gap) = Self.spacing(lower, upper, count)
            if gap < 1 << 16, lower != nil || upper != nil {
                reach *= 4
                continue
            }
            var respacing = Respacing(lower: lower, upper: upper)
            let rows = above.dropLast(lower == nil ? 0 : 1).reversed() + below.dropLast(upper == nil ? 0 : 1)
            let hole = Int64(above.count - (lower == nil ? 0 : 1))
            memory.forgetPlaces(in: section)
            let statement = try database.statement(.respaceTodo)
            for (index, row) in rows.enumerated() {
                let place = start + gap * (Int64(index) + (index < hole ? 0 : 1))
                try misfile(row.id)
                statement.bind(row.id, at: 1)
                statement.bind(place, at: 2)
                try statement.run()
                respacing.places.append((row.place, place))
            }
            try note(respacing, in: section)
            try respaceHistory(of: section, respacing.places, lower: lower, upper: upper)
            return start + gap * hole
        }
    }

    private func note(_ respacing: Respacing, in section: Int64) throws(StoreFault) {
        let note = try database.statement(.noteRespacing)
        defer { note.reset() }
        note.bind(section, at: 1)
        note.bind(revision, at: 2)
        note.bind(respacing.text, at: 3)
        guard try note.step() else { return }
        let forget = try database.statement(.forgetRespacings)
        forget.bind(note.integer(0) - Respacing.kept, at: 1)
        try forget.run()
    }

    private func window(
        _ query: Query, _ section: Int64, _ pivot: Int64, _ reach: Int64
    ) throws(StoreFault) -> [(id: Int64, place: Int64)] {
        let statement = try database.statement(query)
        defer { statement.reset() }
        statement.bind(section, at: 1)
        statement.bind(pivot, at: 2)
        statement.bind(reach, at: 3)
        var rows: [(id: Int64, place: Int64)] = []
        while try statement.step() { rows.append((statement.integer(0), statement.integer(1))) }
        return rows
    }

    /// Where the first of `count` todos and one newcomer goes, and how far apart they are, between two limits.
    private static func spacing(_ lower: Int64?, _ upper: Int64?, _ count: Int64) -> (start: Int64, gap: Int64) {
        if lower == nil && upper == nil { return (-(count / 2) * step, step) }
        let room = Slot.distance(lower ?? .min, upper ?? .max) / UInt64(count + 2)
        // No more than a step, so that no sum of gaps leaves the numbers that there are.
        let gap = min(step, Int64(clamping: room))
        if let lower { return (lower + gap, gap) }
        return ((upper ?? 0) - gap * (count + 1), gap)
    }
}

extension Slot {
    /// How far it is from one place up to another. That fits into a UInt64 only.
    static func distance(_ above: Int64, _ below: Int64) -> UInt64 {
        UInt64(bitPattern: below) &- UInt64(bitPattern: above)
    }

    /// A free number in the slot; nil when there is none.
    var middle: Int64? {
        let step = OpenStore.step
        switch (above, below) {
        case (nil, nil): return 0
        // The very first and the very last number stay free, as the ends that a list and a spreading start from.
        case (let above?, nil): return above < .max - step ? above + step : nil
        case (nil, let below?): return below > .min + step ? below - step : nil
        case (let above?, let below?):
            let distance = Self.distance(above, below)
            return distance < 2 ? nil : above &+ Int64(distance / 2)
        }
    }
}
