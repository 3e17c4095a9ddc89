package import TodoCore

/// What was found when a store was looked through. It names todos and sections by their ids: what they say is nobody's
/// business.
package struct StoreReport: Sendable {
    /// Something that has to hold, and what speaks against it.
    package struct Finding: Sendable {
        package let what: String
        /// The first few.
        package var faults: [String] = []
        /// All of them.
        package var count = 0

        mutating func note(_ fault: @autoclosure () -> String) {
            count += 1
            if faults.count < 5 { faults.append(fault()) }
        }
    }

    package internal(set) var version: Int64 = 0
    package internal(set) var revision: Revision = 0
    package internal(set) var todos: Int64 = 0
    package internal(set) var sections: Int64 = 0
    package internal(set) var undoable: Int64 = 0
    package internal(set) var findings: [Finding] = []

    package var isHealthy: Bool { findings.allSatisfy { $0.count == 0 } }

    /// Lines for whoever asked.
    package var text: String {
        var text = "version \(version), revision \(revision): \(todos) todos in \(sections) sections, "
        text += "\(undoable) requests to undo\n"
        for finding in findings {
            text += (finding.count == 0 ? "ok       " : "WRONG    ") + finding.what + "\n"
            for fault in finding.faults { text += "           \(fault)\n" }
            if finding.count > finding.faults.count {
                text += "           and \(finding.count - finding.faults.count) more\n"
            }
        }
        return text
    }
}

extension StoreMaintenance {
    /// Looks a store through, as it is at one moment, while others use it. Nothing is changed, whatever is found.
    package static func verify(_ location: StoreLocation) throws(MaintenanceFailure) -> StoreReport {
        let path = try file(location)
        let database = try open(path)
        do throws(StoreFault) {
            try database.execute("BEGIN")
            var report = StoreReport()
            report.version = try OpenStore.version(of: database, path)
            if report.version == 0 {
                throw .refused(.unavailable(StoreFailure(.notAStore, path: path, detail: "it is empty")))
            }
            report.look(through: database)
            try? database.execute("COMMIT")
            if report.isHealthy { database.setCheckpointOnClose(true) }
            return report
        } catch {
            throw .store(StoreFailure(error, path: path))
        }
    }
}

extension StoreReport {
    fileprivate mutating func look(through database: borrowing Database) {
        findings.append(integrity(of: database))
        findings.append(schema(of: database))
        for check in StoreCheck.all where version >= check.version { findings.append(check.run(on: database)) }
        findings.append(contents(of: database))
        // What cannot be counted has been found by now.
        revision = (try? database.value("SELECT revision FROM meta")) ?? 0
        todos = (try? database.value("SELECT count(*) FROM todos")) ?? 0
        sections = (try? database.value("SELECT count(*) FROM sections")) ?? 0
        undoable = (try? database.value("SELECT count(*) FROM requests WHERE isTakenBack = 0")) ?? 0
    }

    private func integrity(of database: borrowing Database) -> Finding {
        var finding = Finding(what: "SQLite can read every page, and indexes agree with their tables")
        do throws(StoreFault) {
            for fault in try database.texts("PRAGMA integrity_check(100)") where fault != "ok" { finding.note(fault) }
            for table in try database.texts("SELECT \"table\" || ' ' || rowid FROM pragma_foreign_key_check") {
                finding.note("\(table) belongs to a section that is not there")
            }
        } catch {
            finding.note("\(error.text)")
        }
        return finding
    }

    /// A trigger or an index that somebody else has made changes what requests do; one that is gone makes them fail.
    private func schema(of database: borrowing Database) -> Finding {
        var finding = Finding(what: "the tables and indexes are those of version \(version), and no others")
        let all = "SELECT type || ' ' || name || char(10) || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY 1"
        do throws(StoreFault) {
            let model = try Database(path: ":memory:")
            for migration in Schema.migrations[..<Int(version)] { try model.execute(migration) }
            let expected = Set(try model.texts(all))
            let found = Set(try database.texts(all).filter { !$0.contains(" sqlite_stat") })
            for missing in expected.subtracting(found) { finding.note("missing or different: \(firstLine(missing))") }
            for other in found.subtracting(expected) { finding.note("not of this server: \(firstLine(other))") }
        } catch {
            finding.note("\(error.text)")
        }
        return finding
    }

    private func firstLine(_ text: String) -> String { String(text.prefix { $0 != "\n" }) }

    /// What follows from texts, which SQL cannot tell.
    private func contents(of database: borrowing Database) -> Finding {
        var finding = Finding(what: "every todo and every section has what the rules allow")
        do throws(StoreFault) {
            try database.each("SELECT id, title, key FROM sections") { row throws(StoreFault) in
                let title = row.text(1)
                let isRight = (try? TextRules.category(title))?.isIdentical(to: title) == true
                if !isRight || !row.text(2).isIdentical(to: title.canonicalForm) {
                    finding.note("section c\(row.integer(0)): its title or key")
                }
                return true
            }
            let columns = "id, title, initial, dueOn, isCompleted, isToday, completedAt, length(CAST(detail AS BLOB))"
            try database.each("SELECT \(columns) FROM todos") { row throws(StoreFault) in
                if let fault = fault(row) { finding.note("todo \(row.integer(0)): \(fault)") }
                return true
            }
        } catch {
            finding.note("\(error.text)")
        }
        return finding
    }

    private func fault(_ row: Statement) -> String? {
        let title = row.text(1)
        guard (try? TextRules.title(title))?.isIdentical(to: title) == true else { return "its title" }
        if !row.text(2).isIdentical(to: IndexTitle.of(title)) { return "its index title" }
        if let day = row.optionalInteger(3), DueDate(number: day) == nil { return "no such day is \(day)" }
        if !(0...1 ~= row.integer(4)) || !(0...1 ~= row.integer(5)) { return "neither yes nor no" }
        if row.flag(4) == row.isNull(6) { return "when it was completed" }
        return row.integer(7) > TextRules.detailLimit ? "its detail is too long" : nil
    }
}

extension StoreFault {
    var text: String {
        switch self {
        case .sqlite(let error): "\(error.message) (SQLite \(error.code))"
        case .refused(.unavailable(let failure)): "\(failure.reason.rawValue): \(failure.detail)"
        case .refused(let error): "\(error)"
        }
    }
}
