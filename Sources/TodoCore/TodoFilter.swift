/// Which todos are wanted. All that is set must hold; nothing set means all todos.
package struct TodoFilter: Sendable {
    /// The text of a `SectionID`; one that no section has matches nothing.
    package var section: String?
    /// "": todos without a category. Compared by canonical equivalence; one that is not there matches nothing.
    package var category: String?
    package var isCompleted: Bool?
    /// Put on today's list by hand, or not.
    package var isToday: Bool?
    /// On this day or earlier.
    package var dueBefore: DueDate?
    /// On this day or later.
    package var dueAfter: DueDate?
    /// Whether they have a day at all.
    package var hasDue: Bool?
    /// Found in the title or in the detail.
    package var text: TextPattern?
    /// In any order; ids that no todo has match nothing.
    package var ids: [Todo.ID]?

    /// All todos.
    package init() {}

    /// Equal for filters that want the same, and in practice only for those. Binds a cursor to its filter.
    package var fingerprint: UInt64 {
        var hash = Fingerprint()
        hash.combine(1, section)
        hash.combine(2, category?.canonicalForm)
        hash.combine(3, isCompleted.map { $0 ? "1" : "0" })
        hash.combine(4, isToday.map { $0 ? "1" : "0" })
        hash.combine(5, dueBefore?.text)
        hash.combine(6, dueAfter?.text)
        hash.combine(7, hasDue.map { $0 ? "1" : "0" })
        hash.combine(8, text?.source)
        if let ids { hash.combine(9, Set(ids).sorted().map(String.init).joined(separator: ",")) }
        return hash.value
    }
}

/// A hash that is the same in every process and version: FNV-1a, 64 bits.
package struct Fingerprint: Sendable {
    /// The hash of what has been combined so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of nothing.
    package init() {}

    /// Takes in one byte more; the order counts.
    package mutating func combine(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    /// A member of something, if it is there. No text contains the byte FF, which ends it.
    package mutating func combine(_ tag: UInt8, _ text: String?) {
        guard let text else { return }
        combine(tag)
        for byte in text.utf8 { combine(byte) }
        combine(0xFF)
    }
}
