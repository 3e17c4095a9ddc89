/// The fixed statements of the changes, of undo and of keys, each prepared once at its first use.
enum HistoryQuery: Int, CaseIterable {
    case gone, insertGone, deleteGone, changedTodos, goneTodos, changedIDs, boundOfGone, forgetGone
    case insertRequest, request, newestOfSession, newestOfStore, markRequest, forgetRequests
    case insertTodoBefore, todosBefore, boundOfTodosBefore, forgetTodosBefore, placesBefore, respaceBefore
    case insertSectionBefore, sectionsBefore, forgetSectionsBefore, sectionPlacesBefore, respaceSectionBefore
    case restoreTodo, restoreSection, changeSection, idAtPlace
    case key, insertKey, forgetKeys

    var sql: String {
        switch self {
        case .gone: "SELECT state FROM gone WHERE id = ?1"
        case .insertGone: "INSERT OR REPLACE INTO gone (id, revision, state) VALUES (?1, ?2, ?3)"
        case .deleteGone: "DELETE FROM gone WHERE id = ?1"
        case .changedTodos:
            """
            SELECT \(Query.todoColumns), t.born, t.placedAt FROM todos t \
            WHERE (t.revision, t.id) > (?1, ?2) ORDER BY t.revision, t.id LIMIT ?3
            """
        case .goneTodos:
            "SELECT id, revision FROM gone WHERE (revision, id) > (?1, ?2) ORDER BY revision, id LIMIT ?3"
        case .changedIDs:
            """
            SELECT id FROM (SELECT id FROM todos WHERE revision > ?1 AND revision <= ?2 LIMIT ?3) UNION ALL \
            SELECT id FROM (SELECT id FROM gone WHERE revision > ?1 AND revision <= ?2 LIMIT ?3) LIMIT ?3
            """
        case .boundOfGone: "SELECT revision FROM gone ORDER BY revision DESC, id DESC LIMIT 1 OFFSET ?1"
        case .forgetGone: "DELETE FROM gone WHERE revision < ?1"

        case .insertRequest: "INSERT INTO requests (revision, session, undoes, created) VALUES (?1, ?2, ?3, ?4)"
        case .request: "SELECT revision, undoes, isTakenBack, created FROM requests WHERE revision = ?1"
        case .newestOfSession:
            """
            SELECT revision FROM requests WHERE session = ?1 AND undoes IS NULL AND isTakenBack = 0 \
            ORDER BY revision DESC LIMIT 1
            """
        case .newestOfStore:
            "SELECT revision FROM requests WHERE undoes IS NULL AND isTakenBack = 0 ORDER BY revision DESC LIMIT 1"
        case .markRequest: "UPDATE requests SET isTakenBack = ?2 WHERE revision = ?1"
        case .forgetRequests: "DELETE FROM requests WHERE revision <= ?1"

        case .insertTodoBefore:
            "INSERT INTO todosBefore VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
        case .todosBefore:
            """
            SELECT id, state, stateAfter, section, place, title, detail, isCompleted, isToday, dueOn, createdAt, \
            completedAt FROM todosBefore WHERE revision = ?1 AND id > ?2 ORDER BY id LIMIT ?3
            """
        case .boundOfTodosBefore:
            "SELECT revision, id FROM todosBefore WHERE revision <= ?1 ORDER BY revision, id LIMIT 1 OFFSET ?2"
        case .forgetTodosBefore:
            "DELETE FROM todosBefore WHERE (revision, id) < (?1, ?2)"
        case .placesBefore:
            "SELECT revision, id, place FROM todosBefore WHERE section = ?1 AND place > ?2 AND place < ?3"
        case .respaceBefore: "UPDATE todosBefore SET place = ?3 WHERE revision = ?1 AND id = ?2"

        case .insertSectionBefore: "INSERT INTO sectionsBefore VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        case .sectionsBefore:
            "SELECT number, state, stateAfter, title, place FROM sectionsBefore WHERE revision = ?1 ORDER BY number"
        case .forgetSectionsBefore: "DELETE FROM sectionsBefore WHERE revision <= ?1"
        case .sectionPlacesBefore: "SELECT revision, number, place FROM sectionsBefore WHERE place IS NOT NULL"
        case .respaceSectionBefore: "UPDATE sectionsBefore SET place = ?3 WHERE revision = ?1 AND number = ?2"

        case .restoreTodo:
            """
            UPDATE todos SET section = ?2, place = ?3, title = ?4, detail = ?5, initial = ?6, isCompleted = ?7, \
            isToday = ?8, dueOn = ?9, completedAt = ?10, modifiedAt = ?11, revision = ?12, \
            placedAt = ?12, state = ?13 WHERE id = ?1
            """
        case .restoreSection: "INSERT INTO sections (id, title, key, place, state) VALUES (?1, ?2, ?3, ?4, ?5)"
        case .changeSection: "UPDATE sections SET title = ?2, key = ?3, place = ?4, state = ?5 WHERE id = ?1"
        case .idAtPlace: "SELECT id FROM todos WHERE section = ?1 AND place = ?2 AND id <> ?3"

        case .key: "SELECT method, params, reply FROM keys WHERE key = ?1 AND at > ?2"
        case .insertKey: "INSERT OR REPLACE INTO keys (key, method, params, reply, at) VALUES (?1, ?2, ?3, ?4, ?5)"
        case .forgetKeys: "DELETE FROM keys WHERE key IN (SELECT key FROM keys WHERE at <= ?1 ORDER BY at LIMIT 8)"
        }
    }
}
