/// The fixed statements, each prepared once at its first use.
enum Query: Int, CaseIterable {
    case beginRead, beginWrite, commit, rollback
    case meta, saveMeta, identity
    case todo, insertTodo, deleteTodo, placeTodo, respaceTodo
    case lastPlace, firstPlace, placeBefore, placeAfter, placeFrom, placeUpTo
    case windowBefore, windowAfter, noteRespacing, forgetRespacings, respacings
    case sectionByKey, sectionByID, insertSection, countSection, placeSection, deleteSection
    case sections, idsOfSection, texts
    case misfile, misfileRestored, unfile, fileInitials, forgetMisfiled
    case unfiled, unfiledInitials, initialCounts, initialCompletedCounts, location

    /// The columns of a todo without its category, in the order in which `TodoRow` reads them.
    static let todoColumns = """
        t.id, t.title, t.detail, t.isCompleted, t.isToday, t.dueOn, t.createdAt, t.modifiedAt, t.completedAt, \
        t.revision, t.section, t.place, t.state
        """

    var sql: String {
        switch self {
        case .beginRead: "BEGIN"
        case .beginWrite: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .meta: "SELECT revision, lastTodo, sectionsRevision, forgotten, filed, misfiled FROM meta"
        case .saveMeta:
            """
            UPDATE meta SET revision = ?1, lastTodo = ?2, sectionsRevision = ?3, forgotten = ?4, filed = ?5, misfiled = ?6
            """
        case .identity: "SELECT identity FROM meta"

        case .todo:
            "SELECT \(Self.todoColumns) FROM todos t WHERE t.id = ?1"
        case .location: "SELECT section, place FROM todos WHERE id = ?1"
        case .insertTodo:
            """
            INSERT INTO todos (id, section, place, title, detail, initial, isCompleted, isToday, dueOn, createdAt, \
            modifiedAt, completedAt, revision, born, placedAt, state) \
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?13, ?11, ?12, ?12, ?12, ?14)
            """
        case .deleteTodo: "DELETE FROM todos WHERE id = ?1"
        case .placeTodo:
            """
            UPDATE todos SET section = ?2, place = ?3, modifiedAt = ?4, revision = ?5, placedAt = ?5, state = ?6 \
            WHERE id = ?1
            """
        case .respaceTodo: "UPDATE todos SET place = ?2 WHERE id = ?1"

        case .lastPlace: "SELECT max(place) FROM todos WHERE section = ?1"
        case .firstPlace: "SELECT min(place) FROM todos WHERE section = ?1"
        case .placeBefore: "SELECT max(place) FROM todos WHERE section = ?1 AND place < ?2"
        case .placeAfter: "SELECT min(place) FROM todos WHERE section = ?1 AND place > ?2"
        case .placeFrom:
            "SELECT place FROM todos WHERE section = ?1 AND place >= ?2 AND id <> ?3 ORDER BY place LIMIT 1 OFFSET ?4"
        case .placeUpTo:
            "SELECT place FROM todos WHERE section = ?1 AND place <= ?2 AND id <> ?3 ORDER BY place DESC LIMIT 1 OFFSET ?4"
        case .windowBefore: "SELECT id, place FROM todos WHERE section = ?1 AND place < ?2 ORDER BY place DESC LIMIT ?3"
        case .windowAfter: "SELECT id, place FROM todos WHERE section = ?1 AND place >= ?2 ORDER BY place LIMIT ?3"
        case .noteRespacing: "INSERT INTO respacings (section, revision, places) VALUES (?1, ?2, ?3) RETURNING id"
        case .forgetRespacings: "DELETE FROM respacings WHERE id <= ?1"
        case .respacings: "SELECT places FROM respacings WHERE section = ?1 AND revision > ?2 ORDER BY revision, id"

        case .sectionByKey: "SELECT \(Self.sectionColumns) FROM sections WHERE key = ?1"
        case .sectionByID: "SELECT \(Self.sectionColumns) FROM sections WHERE id = ?1"
        case .sections: "SELECT \(Self.sectionColumns) FROM sections ORDER BY place"
        case .insertSection: "INSERT INTO sections (title, key, place) VALUES (?1, ?2, ?3) RETURNING id"
        case .countSection:
            "UPDATE sections SET count = count + ?2, completedCount = completedCount + ?3 WHERE id = ?1"
        case .placeSection: "UPDATE sections SET place = ?2 WHERE id = ?1"
        case .deleteSection: "DELETE FROM sections WHERE id = ?1"
        case .idsOfSection: "SELECT id FROM todos WHERE section = ?1 ORDER BY place"

        // In the order of the file, and each text where `todoColumns` has it.
        case .texts: "SELECT id, title, detail FROM todos NOT INDEXED"

        // Where `initials` has it, which is where it was when it first changed.
        case .misfile: "INSERT OR IGNORE INTO misfiled SELECT id, initial, section, place FROM todos WHERE id = ?1"
        case .misfileRestored: "INSERT OR IGNORE INTO misfiled VALUES (?1, NULL, NULL, NULL)"
        case .unfile:
            """
            DELETE FROM initials WHERE (initial, section, place, id) IN (SELECT initial, section, place, id FROM misfiled)
            """
        case .fileInitials:
            """
            INSERT INTO initials SELECT initial, section, place, id FROM (\
            SELECT initial, section, place, id FROM todos WHERE id > ?1 UNION ALL \
            SELECT t.initial, t.section, t.place, t.id FROM misfiled m CROSS JOIN todos t ON t.id = m.id) \
            ORDER BY initial, section, place
            """
        case .forgetMisfiled: "DELETE FROM misfiled"
        case .unfiled:
            """
            SELECT section, place, id FROM todos WHERE id > ?1 AND initial = ?2 UNION ALL \
            SELECT t.section, t.place, t.id FROM misfiled m CROSS JOIN todos t ON t.id = m.id WHERE t.initial = ?2 \
            AND (m.initial, m.section, m.place) IS NOT (t.initial, t.section, t.place)
            """
        case .unfiledInitials:
            """
            SELECT initial, 1 FROM todos WHERE id > ?1 UNION ALL \
            SELECT initial, -1 FROM misfiled WHERE initial IS NOT NULL UNION ALL \
            SELECT t.initial, 1 FROM misfiled m CROSS JOIN todos t ON t.id = m.id
            """
        case .initialCounts: "SELECT initial, count(*) FROM initials GROUP BY initial"
        case .initialCompletedCounts:
            // Sorting letters out of this index is cheaper than looking up every todo from the one that has them sorted.
            "SELECT initial, count(*) FROM todos INDEXED BY todosCompleted WHERE isCompleted = 1 GROUP BY initial"
        }
    }

    /// The columns of a section, in the order in which `SectionRow` reads them.
    static let sectionColumns = "id, title, place, count, completedCount, state"
}
