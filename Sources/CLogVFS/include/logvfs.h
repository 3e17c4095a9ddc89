// A layer between SQLite and the file system that gathers what is written to a write-ahead log.
#ifndef LOGVFS_H
#define LOGVFS_H

/// The name, for sqlite3_open_v2, of a VFS (https://sqlite.org/vfs.html) that is the default one but for write-ahead logs.
///
/// SQLite writes a page into the log with two calls, one for a head of 24 bytes and one for the page itself, and a commit
/// may have hundreds of pages, one behind the other. Here they are gathered and written many at a time.
///
/// For connections with PRAGMA synchronous = FULL only: SQLite then syncs a commit before others can see it. Where the
/// file system does not say that a write leaves the bytes around it alone, nothing is gathered.
/// NULL, which stands for the default VFS, when there is no memory.
const char *logvfs_name(void);

#endif
