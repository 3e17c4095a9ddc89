/// Something that has to hold in every store and that SQL can tell.
struct StoreCheck {
    let what: String
    /// Since which version of the tables there is something to look at.
    var version: Int64 = 1
    /// One row, with a text, for each fault.
    let faults: String

    func run(on database: borrowing Database) -> StoreReport.Finding {
        var finding = StoreReport.Finding(what: what)
        do throws(StoreFault) {
            try database.each(faults) { row throws(StoreFault) in
                finding.note(row.text(0))
                return true
            }
        } catch {
            finding.note(error.text)
        }
        return finding
    }

    static let all = [
        StoreCheck(
            what: "there is one identity, one revision and one last id",
            faults: """
                SELECT count(*) || ' rows of meta' FROM meta HAVING count(*) <> 1 UNION ALL
                SELECT 'an identity or a number that cannot be' FROM meta
                WHERE length(identity) <> 32 OR revision < 0 OR lastTodo < 0
                """),
        StoreCheck(
            what: "ids are unique, and none is beyond the last one given",
            faults: """
                SELECT 'todo ' || id || ' comes twice' FROM todos NOT INDEXED GROUP BY id HAVING count(*) > 1 UNION ALL
                SELECT 'todo ' || todos.id || ', last one given: ' || lastTodo FROM todos, meta
                WHERE todos.id > lastTodo
                UNION ALL SELECT 'todo ' || id FROM todos WHERE id < 1
                """),
        StoreCheck(
            what: "the order of every section, and of the sections, is total",
            faults: """
                SELECT 'section c' || section || ': ' || count(*) || ' todos at place ' || place FROM todos
                GROUP BY section, place HAVING count(*) > 1 UNION ALL
                SELECT count(*) || ' sections at place ' || place FROM sections GROUP BY place HAVING count(*) > 1
                """),
        StoreCheck(
            what: "the counts of every section are true",
            faults: """
                SELECT 'section c' || s.id || ': ' || s.count || ' todos, ' || s.completedCount || ' completed; found '
                    || coalesce(t.count, 0) || ', ' || coalesce(t.completed, 0)
                FROM sections s LEFT JOIN
                    (SELECT section, count(*) AS count, sum(isCompleted) AS completed FROM todos GROUP BY section) t
                    ON t.section = s.id
                WHERE s.count <> coalesce(t.count, 0) OR s.completedCount <> coalesce(t.completed, 0)
                """),
        StoreCheck(
            what: "nothing is newer than the store's revision",
            faults: """
                SELECT 'todo ' || todos.id || ': revision ' || todos.revision FROM todos, meta
                WHERE todos.revision NOT BETWEEN 1 AND meta.revision
                """),
        StoreCheck(
            what: "what is told of changes is consistent: no todo is deleted and there, none is newer than the store",
            version: 2,
            faults: """
                SELECT 'todo ' || gone.id || ' is deleted and there' FROM gone JOIN todos ON todos.id = gone.id UNION ALL
                SELECT 'deleted todo ' || gone.id || ', last one given: ' || lastTodo FROM gone, meta
                WHERE gone.id > lastTodo
                UNION ALL SELECT 'deleted todo ' || gone.id || ': revision ' || gone.revision FROM gone, meta
                WHERE gone.revision <= forgotten OR gone.revision > meta.revision UNION ALL
                SELECT 'the last change of sections, or what is forgotten, is newer than the store' FROM meta
                WHERE sectionsRevision > revision OR forgotten > revision UNION ALL
                SELECT 'todo ' || id || ' came, or was moved, after its last change' FROM todos
                WHERE born > revision OR placedAt > revision
                """),
        StoreCheck(
            what: "what undo needs is there, and each state follows from the one before",
            version: 2,
            faults: """
                SELECT 'request ' || requests.revision || ' is newer than the store' FROM requests, meta
                WHERE requests.revision > meta.revision UNION ALL
                SELECT 'request ' || revision || ' takes back a later one' FROM requests WHERE undoes >= revision UNION ALL
                SELECT 'todo ' || id || ' was changed by request ' || revision || ', which is not there'
                FROM todosBefore WHERE revision > (SELECT min(revision) FROM requests)
                    AND revision NOT IN (SELECT revision FROM requests) UNION ALL
                SELECT 'section c' || number || ' was changed by request ' || revision || ', which is not there'
                FROM sectionsBefore WHERE revision > (SELECT min(revision) FROM requests)
                    AND revision NOT IN (SELECT revision FROM requests) UNION ALL
                \(chain(
                    "todo ", "SELECT revision, id, state, stateAfter FROM todosBefore UNION ALL "
                        + "SELECT revision, created, 0, revision FROM requests WHERE created IS NOT NULL",
                    present: "SELECT id, state FROM todos UNION ALL SELECT id, state FROM gone"))
                UNION ALL
                \(chain(
                    "section c", "SELECT revision, number AS id, state, stateAfter FROM sectionsBefore",
                    present: "SELECT id, state FROM sections"))
                """),
        StoreCheck(
            what: "every todo up to the last one that is filed stands under its initial, or is known not to",
            version: 5,
            faults: """
                SELECT 'todo ' || id || ' is not under its initial' FROM (\(filed) EXCEPT SELECT * FROM initials)
                UNION ALL
                SELECT 'todo ' || id || ' is under an initial where it is not' FROM
                    (SELECT * FROM initials EXCEPT SELECT * FROM (\(filed)))
                UNION ALL SELECT 'filed up to todo ' || filed || ', last one given: ' || lastTodo FROM meta
                WHERE filed > lastTodo UNION ALL
                SELECT 'todo ' || misfiled.id || ' is misfiled, but not even filed' FROM misfiled, meta
                WHERE misfiled.id > filed UNION ALL
                SELECT misfiled || ' todos are said to be misfiled, ' || count || ' are' FROM meta,
                    (SELECT count(*) AS count FROM misfiled) WHERE misfiled <> count
                """),
    ]

    /// What the order by initial must have.
    private static let filed = """
        SELECT initial, section, place, id FROM todos
            WHERE id <= (SELECT filed FROM meta) AND id NOT IN (SELECT id FROM misfiled)
        UNION ALL SELECT initial, section, place, id FROM misfiled WHERE initial IS NOT NULL
        """

    /// Each entry of the history says in which state it found something and in which it left it: the next one found it
    /// so, and so it is now.
    private static func chain(_ name: String, _ entries: String, present: String) -> String {
        """
        SELECT '\(name)' || id || ': request ' || revision || ' does not follow from the one before' FROM
            (SELECT id, revision, state, lag(stateAfter) OVER (PARTITION BY id ORDER BY revision) AS former
            FROM (\(entries))) WHERE former <> state
        UNION ALL SELECT '\(name)' || now.id || ' is not as request ' || last.revision || ' left it' FROM
            (\(present)) AS now JOIN (SELECT id, max(revision) AS revision, stateAfter FROM (\(entries)) GROUP BY id)
            AS last ON last.id = now.id WHERE now.state <> last.stateAfter
        """
    }
}
