import TestSupport
import Testing
import TodoCore
import TodoStore

/// What is written to the write-ahead log is gathered on its way.
@Suite("Writing to the log", .blocking)
struct LogWritingTests {
    private static let detail = String(repeating: "d", count: 9000)

    private func create(_ count: Int, _ store: TodoStore) throws {
        for number in 1...count {
            _ = try store.create(NewTodo(title: "t\(number)", detail: Self.detail), at: SessionRun.time)
        }
    }

    @Test("A commit of many pages takes few writes, and nothing is written between them and the sync")
    func few() throws {
        try FaultPlan.inFolder([:]) { _, path, plan in
            let store = TodoStore(.file(path))
            try store.begin(.writing, at: SessionRun.time)
            try create(1, store)
            try store.commit()
            plan.record()
            try store.begin(.writing, at: SessionRun.time)
            try create(50, store)
            try store.commit()
            store.close()

            let commit = plan.log.prefix { if case .synced = $0 { false } else { true } }
            let writes = commit.compactMap { event -> (start: Int, count: Int)? in
                if case .written(_, let start, let bytes) = event { (start, bytes.count) } else { nil }
            }
            let bytes = writes.reduce(0) { $0 + $1.count }
            #expect(writes.count == commit.count)
            #expect(bytes > 50 * Self.detail.utf8.count)
            #expect(writes.count <= bytes / (1 << 15), "\(writes)")
            #expect(zip(writes, writes.dropFirst()).allSatisfy { $0.start + $0.count == $1.start }, "\(writes)")
        }
    }

    @Test("Where a write may damage what lies beside it, nothing is gathered: a sector is filled up behind the sync")
    func weak() throws {
        try FaultPlan.inFolder([:]) { _, path, plan in
            plan.weaken()
            let store = TodoStore(.file(path))
            try store.begin(.writing, at: SessionRun.time)
            try create(1, store)
            try store.commit()
            let before = plan.count(.write)
            try store.begin(.writing, at: SessionRun.time)
            try create(50, store)
            try store.commit()
            // Each page, and what tells where it belongs, apart.
            #expect(plan.count(.write) - before > 50 * Self.detail.utf8.count / 2048 * 2)
            store.close()
            _ = try StoreContents(path)
        }
    }

    @Test("What was written for a transaction that came to nothing never lands on what others have committed since")
    func takenBack() throws {
        try FaultPlan.inFolder([:]) { _, path, plan in
            // Closed, so that the log is empty and none of its pages is read when a transaction is taken back.
            let (first, other) = (TodoStore(.file(path)), TodoStore(.file(path)))
            try first.begin(.writing, at: SessionRun.time)
            try create(2, first)
            try first.commit()
            first.close()
            let before = plan.count(.write)
            try first.begin(.writing, at: SessionRun.time)
            // More than SQLite keeps in memory; and of the others more than was written of it, but not so much that the log
            // is copied into the file.
            try create(400, first)
            first.rollback()
            #expect(plan.count(.write) > before, "it has not written ahead of the commit")
            try other.begin(.writing, at: SessionRun.time)
            try create(250, other)
            try other.commit()
            try first.begin(.reading, at: SessionRun.time)
            #expect(try (1...252).allSatisfy { try first.todo($0).detail == Self.detail })
            first.rollback()
            try first.begin(.writing, at: SessionRun.time)
            try create(1, first)
            try first.commit()
            for store in [first, other] { store.close() }
            _ = try StoreContents(path)
            #expect(try SQLiteFile(path).rows("SELECT count(*) FROM todos") == [["253"]])
        }
    }
}
