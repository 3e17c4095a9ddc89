import TestSupport
import Testing
import TodoCore

@testable import TodoStore

/// What SQLite means to do, asked of the tables as they are and of the statements as they are.
@Suite("How statements are carried out", .blocking)
struct PlanTests {
    /// Each filter that a list may have, and the index that its plan names.
    private func filters() -> [TodoFilter] {
        var filters = [TodoFilter()]
        let sections = [nil, "c1", "today", "upcoming", "initial:A"]
        for section in sections {
            for isCompleted in [nil, true, false] {
                for extra in 0..<6 {
                    var filter = TodoFilter()
                    filter.section = section
                    filter.isCompleted = isCompleted
                    switch extra {
                    case 1: filter.isToday = true
                    case 2: filter.isToday = false
                    case 3: filter.dueBefore = .first
                    case 4: (filter.dueAfter, filter.hasDue) = (.first, true)
                    case 5: (filter.hasDue, filter.ids) = (false, [1])
                    default: break
                    }
                    filters.append(filter)
                }
            }
        }
        return filters
    }

    private func explain(_ file: SQLiteFile, _ sql: String) throws -> [String] {
        try file.rows("EXPLAIN QUERY PLAN " + sql).compactMap(\.last)
    }

    @Test("Each list finds a section's todos in the index that it names, and never sorts")
    func lists() throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            try user.create()
            user.store.close()
            let file = try SQLiteFile(path)
            var indexes: Set<String> = []
            for filter in filters() {
                let plan = try #require(ListPlan(filter, today: .fixed))
                let steps = try explain(file, plan.sql)
                if plan.initial == nil {
                    let named = try #require(plan.sql.split(separator: "INDEXED BY ").last?.split(separator: " ").first)
                    let search = try #require(steps.first)
                    #expect(steps.count == 1, "\(steps): \(plan.sql)")
                    #expect(search.hasPrefix("SEARCH t USING INDEX \(named) ("), "\(search): \(plan.sql)")
                    #expect(search.contains("section=? AND place"), "\(search): \(plan.sql)")
                    indexes.insert(String(named))
                } else {
                    #expect(
                        steps == [
                            "SEARCH i USING PRIMARY KEY (initial=? AND section=? AND place>?)",
                            "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)",
                        ], "\(plan.sql)")
                }
                let atPlace = "SEARCH t USING INDEX todosByPlace (section=? AND place=?)"
                #expect(try explain(file, plan.sqlAtPlace) == [atPlace], "\(plan.sqlAtPlace)")
            }
            #expect(indexes == ["todosByPlace", "todosOpen", "todosCompleted", "todosScheduled"])
            #expect(try explain(file, ListPlan.todayCounts) == ["SCAN t USING COVERING INDEX todosScheduled"])
        }
    }

    @Test(
        "No fixed statement sorts todos, and none reads all todos but through an index that has all it needs",
        arguments: Query.allCases)
    func statements(query: Query) throws {
        try TemporaryFolder.with { folder in
            let path = folder.file("s.sqlite")
            let user = StoreUser(path)
            try user.create()
            user.store.close()
            switch query {
            case .beginRead, .beginWrite, .commit, .rollback: return
            default: break
            }
            for step in try explain(try SQLiteFile(path), query.sql) {
                // Only letters are sorted, out of an index that has them.
                let known = ["SCAN todos USING INDEX todosCompleted", "USE TEMP B-TREE FOR GROUP BY"]
                if query == .initialCompletedCounts && known.contains(step) { continue }
                // A text that no index can serve is looked for in all of them.
                if query == .texts && step == "SCAN todos" { continue }
                // The few that are filed at once, so that each page of the table is found once.
                if query == .fileInitials && step == "USE TEMP B-TREE FOR ORDER BY" { continue }
                #expect(!step.contains("TEMP B-TREE"), "\(step): \(query.sql)")
                guard step.hasPrefix("SCAN") else { continue }
                // Sections, misfiled todos and the one row of meta are few; initials has no more than an index.
                #expect(
                    step.contains("USING COVERING INDEX") || step.hasPrefix("SCAN sections")
                        || ["SCAN meta", "SCAN initials", "SCAN misfiled", "SCAN m"].contains(step),
                    "\(step): \(query.sql)")
            }
        }
    }
}
