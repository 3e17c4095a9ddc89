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
    ///   of a section, of its open and of its completed todos, of those that may be on today's list, and of an initial.
    /// - `respacings` remembers which places became which, so that a cursor finds its own again; see `Respacing`.
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
            completedCount INTEGER NOT NULL DEFAULT 0
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
        CREATE TABLE respacings (
            id INTEGER PRIMARY KEY,
            section INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            places TEXT NOT NULL
        ) STRICT;
        CREATE INDEX respacingsOfSection ON respacings (section, revision);
        """
    ]
}
