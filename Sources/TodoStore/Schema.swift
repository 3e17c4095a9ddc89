/// The tables of a store, and how those of older versions become those of this one.
enum Schema {
    /// Marks the file as a store of this server (https://sqlite.org/pragma.html#pragma_application_id): "todo".
    static let applicationID: Int64 = 0x746F_646F

    /// The version that this server writes, kept as the file's user_version.
    static let version = Int64(migrations.count)

    /// One script a version, each run once, all that are missing in one transaction.
    ///
    /// - `meta` has one row: what is counted up, and an identity that no other store has.
    /// - `sections.key` is the canonical form of the title, so that equivalent spellings are one section. `place` orders
    ///   the sections. Both counts are kept with every change, never counted.
    /// - `todos.place` orders the todos of a section, with gaps. `initial` is the index title. Each index serves lists:
    ///   of a section, of its open and of its completed todos, and of those that may be on today's list.
    /// - `initials` orders the todos of an initial, up to the one with the id `meta.filed`, but for those of `misfiled`,
    ///   of which `meta.misfiled` is the number; see `OpenStore+Initials`.
    /// - `respacings` remembers which places became which, so that a cursor finds its own again; see `Respacing`.
    /// - `state` tells contents apart: it is the revision of the request that made a todo or a section as it is, and an
    ///   undo puts the former one back. `born` and `placedAt` are the revisions of coming in and of the last move.
    /// - `gone` keeps the ids of deleted todos for those who follow the changes; up to `meta.forgotten` some are lost.
    /// - `requests`, `todosBefore` and `sectionsBefore` are what undo needs: who made a revision, and everything that it
    ///   touched as it was before. A title that is NULL says that it was not there; `created` says the same of the one
    ///   todo of a request that did nothing else.
    /// - `keys` are the replies to requests that carried a key.
    static let migrations = [
        """
        CREATE TABLE meta (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            identity TEXT NOT NULL,
            revision INTEGER NOT NULL,
            lastTodo INTEGER NOT NULL
        ) STRICT;
        INSERT INTO meta VALUES (1, lower(hex(randomblob(16))), 0, 0);
        CREATE TABLE sections (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            place INTEGER NOT NULL,
            count INTEGER NOT NULL DEFAULT 0,
            completedCount INTEGER NOT NULL DEFAULT 0,
            respacedAt INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX sectionsByPlace ON sections (place);
        CREATE TABLE todos (
            id INTEGER PRIMARY KEY,
            section INTEGER NOT NULL REFERENCES sections,
            place INTEGER NOT NULL,
            title TEXT NOT NULL,
            detail TEXT NOT NULL,
            initial TEXT NOT NULL,
            isCompleted INTEGER NOT NULL,
            isToday INTEGER NOT NULL,
            dueOn INTEGER,
            createdAt INTEGER NOT NULL,
            modifiedAt INTEGER NOT NULL,
            completedAt INTEGER,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX todosByPlace ON todos (section, place);
        CREATE INDEX todosOpen ON todos (section, place) WHERE isCompleted = 0;
        CREATE INDEX todosCompleted ON todos (section, place, initial) WHERE isCompleted = 1;
        CREATE INDEX todosScheduled ON todos (section, place, isToday, dueOn, isCompleted, completedAt)
            WHERE isToday = 1 OR dueOn IS NOT NULL;
        CREATE INDEX todosByInitial ON todos (initial, section, place);
        """,
        """
        ALTER TABLE meta ADD COLUMN sectionsRevision INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE meta ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE todos ADD COLUMN born INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE todos ADD COLUMN placedAt INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE todos ADD COLUMN state INTEGER NOT NULL DEFAULT 0;
        UPDATE todos SET state = revision;
        CREATE INDEX todosByRevision ON todos (revision, id);
        ALTER TABLE sections ADD COLUMN state INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE gone (
            id INTEGER PRIMARY KEY,
            revision INTEGER NOT NULL,
            state INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX goneByRevision ON gone (revision, id);
        CREATE TABLE requests (
            revision INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            undoes INTEGER,
            created INTEGER,
            isTakenBack INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE todosBefore (
            revision INTEGER NOT NULL,
            id INTEGER NOT NULL,
            state INTEGER NOT NULL,
            stateAfter INTEGER NOT NULL,
            section INTEGER,
            place INTEGER,
            title TEXT,
            detail TEXT,
            isCompleted INTEGER,
            isToday INTEGER,
            dueOn INTEGER,
            createdAt INTEGER,
            completedAt INTEGER,
            PRIMARY KEY (revision, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sectionsBefore (
            revision INTEGER NOT NULL,
            number INTEGER NOT NULL,
            state INTEGER NOT NULL,
            stateAfter INTEGER NOT NULL,
            title TEXT,
            place INTEGER,
            PRIMARY KEY (revision, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE keys (
            key TEXT PRIMARY KEY,
            method TEXT NOT NULL,
            params TEXT NOT NULL,
            reply TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX keysByTime ON keys (at);
        """,
        """
        ALTER TABLE sections DROP COLUMN respacedAt;
        CREATE TABLE respacings (
            id INTEGER PRIMARY KEY,
            section INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            places TEXT NOT NULL
        ) STRICT;
        CREATE INDEX respacingsOfSection ON respacings (section, revision);
        """,
        """
        DROP INDEX todosByInitial;
        CREATE TABLE initials (
            initial TEXT NOT NULL,
            section INTEGER NOT NULL,
            place INTEGER NOT NULL,
            id INTEGER NOT NULL,
            PRIMARY KEY (initial, section, place, id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO initials SELECT initial, section, place, id FROM todos ORDER BY initial, section, place;
        ALTER TABLE meta ADD COLUMN filed INTEGER NOT NULL DEFAULT 0;
        UPDATE meta SET filed = lastTodo;
        CREATE TRIGGER todoRefiled AFTER UPDATE OF initial, section, place ON todos
        WHEN (OLD.initial, OLD.section, OLD.place) <> (NEW.initial, NEW.section, NEW.place) BEGIN
            UPDATE initials SET initial = NEW.initial, section = NEW.section, place = NEW.place
            WHERE initial = OLD.initial AND section = OLD.section AND place = OLD.place AND id = OLD.id;
        END;
        CREATE TRIGGER todoUnfiled AFTER DELETE ON todos BEGIN
            DELETE FROM initials
            WHERE initial = OLD.initial AND section = OLD.section AND place = OLD.place AND id = OLD.id;
        END;
        DROP INDEX goneByRevision;
        CREATE INDEX goneByRevision ON gone (revision, id, state);
        """,
        """
        DROP TRIGGER todoRefiled;
        DROP TRIGGER todoUnfiled;
        CREATE TABLE misfiled (
            id INTEGER PRIMARY KEY,
            initial TEXT,
            section INTEGER,
            place INTEGER
        ) STRICT;
        ALTER TABLE meta ADD COLUMN misfiled INTEGER NOT NULL DEFAULT 0;
        """,
    ]
}
