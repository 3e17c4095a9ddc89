// The system's SQLite, and the few of its calls that Swift cannot make itself: those with variable arguments.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <errno.h>
#include <sqlite3.h>

/// Before the first connection of a process that uses SQLite on one thread only: no mutexes, no memory statistics.
static inline int csqlite_configure_single_thread(void) {
    int status = sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    return status == SQLITE_OK ? sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) : status;
}

/// Whether closing the last connection copies the write-ahead log into the file.
static inline int csqlite_checkpoint_on_close(sqlite3 *database, int enabled) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !enabled, (int *)0);
}

/// errno of the call of the system that has just failed. SQLite remembers it for some failures; right after the others
/// it is still there. 0 when nothing is known.
static inline int csqlite_system_error(sqlite3 *database) {
    int kept = errno;
    int known = database ? sqlite3_system_errno(database) : 0;
    return known ? known : kept;
}

/// Binds a copy of a text that need not end in NUL and may hold NULs. No bytes are the empty text, not NULL.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int place, const void *text, int count) {
    return sqlite3_bind_text(statement, place, text ? (const char *)text : "", count, SQLITE_TRANSIENT);
}

#endif
