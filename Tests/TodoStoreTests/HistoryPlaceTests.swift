import TestSupport
import Testing
import TodoCore

@testable import TodoStore

@Suite("Places that an undo gives back", .blocking)
struct HistoryPlaceTests {
    @Test("A todo whose place was taken meanwhile comes back right behind the one that stands there")
    func placeTaken() throws {
        let user = HistoryUser()
        let ids = try ["a", "b", "c"].map { try user.create($0) }
        let change = try user.delete(ids[1])
        // Half-way between a and c, where b was.
        let taker = try user.create("d", .before(ids[2]))
        try user.undo(change)
        #expect(try user.ids(in: "") == [ids[0], taker, ids[1], ids[2]])
    }

    @Test("Several that come back keep their order among themselves, although others have taken places of theirs")
    func placesTaken() throws {
        let user = HistoryUser()
        // a at 0, then b, x, c: in the order a b x c, with ids that do not follow it.
        let (a, c) = (try user.create("a"), try user.create("c"))
        let x = try user.create("x", .before(c))
        let b = try user.create("b", .before(x))
        let change = try user.deleteMany([a, b, x])
        let taker = try user.create("d", .index(0))
        try user.undo(change)
        let order = try user.ids(in: "")
        #expect(order.filter { $0 != taker } == [a, b, x, c])
    }

    @Test("Several that come back where there is no room find their places, although the first one spreads the others")
    func spreadWhileUndoing() throws {
        for seed in 1...40 {
            var random = SmallRandom(seed: UInt64(seed))
            let user = HistoryUser()
            let ends = [try user.create("first"), try user.create("last")]
            // Into one gap until hardly any number is left, on either side in turn.
            var middle: [Todo.ID] = []
            for number in 0..<(20 + random.next(20)) {
                let place = random.next(2) == 0 ? Place.before(middle.first ?? ends[1]) : .after(middle.last ?? ends[0])
                let id = try user.create("\(number)", place)
                if case .before = place { middle.insert(id, at: 0) } else { middle.append(id) }
            }
            let before = try user.ids(in: "")
            #expect(before == [ends[0]] + middle + [ends[1]])
            let gone = middle.filter { _ in random.next(3) > 0 }
            let change = try user.deleteMany(gone)
            // Others squeeze in where they were.
            for number in 0..<random.next(80) {
                let all = try user.ids(in: "")
                try user.create("in \(number)", .before(all[1 + random.next(all.count - 1)]))
            }
            try user.undo(change)
            #expect(try user.ids(in: "").filter { before.contains($0) } == before, "seed \(seed)")
        }
    }

    @Test("A respacing between a change and its undo does not disturb the order", arguments: [1, 2, 3, 4, 5, 6])
    func respacing(seed: UInt64) throws {
        var random = SmallRandom(seed: seed)
        let user = HistoryUser(limit: 10_000)
        var order: [Todo.ID] = []
        for number in 0..<200 {
            let at = random.next(order.count + 1)
            order.insert(try user.create("\(number)", .index(Int64(at))), at: at)
        }
        var undoable: [(revision: Revision, before: [Todo.ID])] = []
        for _ in 0..<40 {
            let before = try user.ids(in: "")
            switch random.next(3) {
            case 0: undoable.append((try user.delete(before[random.next(before.count)]), before))
            case 1:
                let id = before[random.next(before.count)]
                let revision = try user.revision
                if try user.move(id, .index(Int64(random.next(before.count)))) > revision {
                    undoable.append((try user.revision, before))
                }
            default:
                let ids = (0..<4).map { _ in before[random.next(before.count)] }
                undoable.append((try user.deleteMany(Array(Set(ids))), before))
            }
            // A hundred todos come into one gap, which uses up its numbers, and go again.
            let present = try user.ids(in: "")
            let neighbour = present[random.next(present.count)]
            var guests: [Todo.ID] = []
            for number in 0..<50 { guests.append(try user.create("g\(number)", .before(guests.last ?? neighbour))) }
            try user.deleteMany(guests)
        }
        for (revision, before) in undoable.reversed() {
            try user.undo(revision)
            #expect(try user.ids(in: "") == before, "undo of \(revision)")
        }
    }
}

@Suite("Places of the past", .blocking)
struct PlaceMapTests {
    @Test("Order-preserving, and what stands still stays")
    func properties() {
        for seed in 1...300 {
            var random = SmallRandom(seed: UInt64(seed))
            let lower: Int64? = random.next(3) == 0 ? nil : -1 << 40
            let upper: Int64? = random.next(3) == 0 ? nil : 1 << 40
            // Crowded places, as they are before they are spread; now and then with a wide gap.
            var old: [Int64] = []
            var place = Int64(-random.next(1000))
            for _ in 0..<(1 + random.next(40)) {
                old.append(place)
                place += Int64(1 + random.next(random.next(4) == 0 ? 1 << 30 : 3))
            }
            let start: Int64 = lower == nil ? -1 << 36 : (lower ?? 0) + 1 << 20
            let moved = old.enumerated().map { ($1, start + Int64($0) << 20) }
            let past = Set(
                (0..<200).map { _ in
                    random.next(2) == 0
                        ? old[random.next(old.count)] + Int64(random.next(5)) - 2
                        : Int64(random.next(1 << 31)) - 1 << 30
                }
            ).sorted()
            let map = PlaceMap(moved, lower: lower, upper: upper, past: past)
            for (from, to) in moved { #expect(map.image(of: from) == to) }
            let images = past.map { map.moves($0) ? map.image(of: $0) : $0 }
            for (first, second) in zip(images, images.dropFirst()) { #expect(first < second, "seed \(seed)") }
            // On the same side of each todo as before.
            for (from, to) in moved {
                for (place, image) in zip(past, images) {
                    #expect((place < from) == (image < to) && (place > from) == (image > to), "seed \(seed)")
                }
            }
            for limit in [lower, upper].compactMap({ $0 }) { #expect(!map.moves(limit)) }
        }
    }
}

/// Chance that is the same for the same seed: xorshift64.
struct SmallRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        for _ in 0..<8 { _ = next(2) }
    }

    /// From 0 up to a limit, which it does not reach.
    mutating func next(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 11) % limit
    }
}
