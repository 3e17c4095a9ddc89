import TestSupport

/// Makes up requests that fit what is there, more or less.
struct ModelRequests {
    private static let categories = ["", "A", "B", "C", "한글", "D E"]
    private static let days = ["2024-02-29", "2030-12-31", "0001-01-01"]

    private var counter = 0
    /// Requests that were sent with a key, and what became of them is known.
    private var settled: [ModelCall] = []
    /// Requests of servers that were killed, which their clients send again.
    private var pending: [ModelCall] = []

    /// Notes that a request was answered.
    mutating func settle(_ call: ModelCall) {
        if call.key != nil { settled = settled.suffix(30) + [call] }
    }

    /// Notes that a request was not answered, and may be sent again.
    mutating func retry(_ call: ModelCall) { if call.key != nil { pending.append(call) } }

    mutating func make(_ model: ModelStore, _ random: inout SeededGenerator, withUndo: Bool = true) -> ModelCall {
        counter += 1
        if !pending.isEmpty, random.percent(60) { return pending.removeFirst() }
        if !settled.isEmpty, random.percent(4) { return random.pick(settled) }
        let request = request(model, &random, withUndo)
        if !settled.isEmpty, request.takesKey, random.percent(2) {
            return ModelCall(request: request, key: random.pick(settled).key)
        }
        return ModelCall(request: request, key: request.takesKey && random.percent(30) ? "key \(counter)" : nil)
    }

    private mutating func request(_ model: ModelStore, _ random: inout SeededGenerator, _ withUndo: Bool)
        -> ModelRequest
    {
        let count = model.todos.count
        if count < 8 { return create(model, &random) }
        if count > 90, random.percent(20) { return .deleteMany(.ids((0..<20).map { _ in id(model, &random) })) }
        switch random.below(withUndo ? 100 : 84) {
        case ..<20: return create(model, &random)
        case ..<36: return .update(id(model, &random), changes(&random), ifRevision: revision(model, &random))
        case ..<54: return move(model, &random)
        case ..<60: return .delete(id(model, &random), ifRevision: revision(model, &random))
        case ..<67:
            var changes = changes(&random)
            (changes.title, changes.detail) = (nil, nil)
            return .updateMany(selection(model, &random), changes)
        case ..<71: return .deleteMany(.ids((0..<random.below(6)).map { _ in id(model, &random) }))
        case ..<75: return .rename(section(model, &random), title(&random))
        case ..<80: return .moveSection(section(model, &random), sectionPlace(model, &random))
        case ..<84:
            let target = random.percent(50) ? section(model, &random) : nil
            return .deleteSection(
                section(model, &random), moveTo: target, deleteTodos: target == nil && random.percent(40))
        case ..<90: return .undo(nil, ofStore: false)
        case ..<94: return .undo(nil, ofStore: true)
        default:
            return .undo(max(0, model.revision + 1 - Int64(random.below(random.percent(80) ? 8 : 120))), ofStore: false)
        }
    }

    private func create(_ model: ModelStore, _ random: inout SeededGenerator) -> ModelRequest {
        var new = changes(&random)
        new.title = "todo \(counter)"
        let place = place(model, &random)
        if case .before = place, random.percent(80) { new.category = nil }
        if case .after = place, random.percent(80) { new.category = nil }
        return .create(new, place)
    }

    private func move(_ model: ModelStore, _ random: inout SeededGenerator) -> ModelRequest {
        let id = id(model, &random)
        switch place(model, &random) {
        case .end: return .move(id, .end, category: title(&random))
        case .index(let index): return .move(id, .index(index), category: random.percent(40) ? title(&random) : nil)
        case let place: return .move(id, place, category: nil)
        }
    }

    private func place(_ model: ModelStore, _ random: inout SeededGenerator) -> ModelPlace {
        if model.todos.isEmpty { return .end }
        return switch random.below(10) {
        case ..<3: .end
        case ..<6: .index(Int64(random.below(random.percent(50) ? 4 : 40)))
        // The same neighbour again and again uses up the room beside it.
        case ..<8: .before(random.percent(70) ? model.todos.keys.min() ?? 0 : id(model, &random))
        default: .after(random.percent(70) ? model.todos.keys.min() ?? 0 : id(model, &random))
        }
    }

    private func sectionPlace(_ model: ModelStore, _ random: inout SeededGenerator) -> ModelPlace {
        switch random.below(3) {
        case 0: .index(Int64(random.below(7)))
        case 1: .before(section(model, &random))
        default: .after(section(model, &random))
        }
    }

    private func id(_ model: ModelStore, _ random: inout SeededGenerator) -> Int64 {
        random.percent(4) ? Int64(1 + random.below(Int(model.lastTodo) + 3)) : random.pick(model.ids)
    }

    private func section(_ model: ModelStore, _ random: inout SeededGenerator) -> Int64 {
        random.percent(4) ? model.lastSection + 1 : random.pick(model.sections).number
    }

    private func title(_ random: inout SeededGenerator) -> String {
        random.percent(15) ? "N\(random.below(20))" : random.pick(Self.categories.filter { !$0.isEmpty })
    }

    private func revision(_ model: ModelStore, _ random: inout SeededGenerator) -> Int64? {
        random.percent(8) ? random.pick(Array(model.todos.values).map(\.revision).sorted()) : nil
    }

    private func selection(_ model: ModelStore, _ random: inout SeededGenerator) -> ModelSelection {
        switch random.below(3) {
        case 0: .filter(category: random.pick(Self.categories), isCompleted: nil)
        case 1: .filter(category: random.pick(Self.categories), isCompleted: random.percent(50))
        default: .ids((0..<(1 + random.below(6))).map { _ in id(model, &random) })
        }
    }

    private func changes(_ random: inout SeededGenerator) -> ModelChanges {
        var changes = ModelChanges()
        if random.percent(40) { changes.title = "title \(counter)" }
        if random.percent(20) { changes.detail = random.percent(30) ? "" : "detail\n\(counter)" }
        if random.percent(30) { changes.category = random.percent(15) ? title(&random) : random.pick(Self.categories) }
        if random.percent(30) { changes.isCompleted = random.percent(60) }
        if random.percent(20) { changes.isToday = random.percent(50) }
        if random.percent(20) { changes.dueOn = .some(random.percent(30) ? nil : random.pick(Self.days)) }
        return changes
    }
}
