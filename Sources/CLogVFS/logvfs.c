// What is gathered is in the file before anything depends on it: before the log is synced, read, cut or written at another
// place. When it cannot be written, the call fails that needed it written, and the next one tries again: SQLite never reads
// or syncs less than it believes to have written.
//
// What is left when the lock is let go under which it was written is dropped, since from then on its place in the file may
// be somebody else's. It is of no commit: with synchronous = FULL a commit is synced before it is made known. But where a disk
// may damage what lies beside the bytes that it writes, SQLite fills a sector up behind the sync; there nothing is
// gathered (https://sqlite.org/c3ref/c_iocap_atomic.html).
#include "logvfs.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOM = 1 << 16,
    NAME = 64,
    // Of the locks in the shared index of a log, the one that a writer holds: https://sqlite.org/walformat.html#walidxlock
    WRITE_LOCK = 0,
};

struct log_vfs {
    sqlite3_vfs own;
    sqlite3_vfs *base;
    char name[NAME];
};

/// A database, or the log of one. SQLite knows it by its first member, and what the layer below knows lies behind it.
struct file {
    sqlite3_file own;
    /// The other one of the two, while both are open.
    struct file *partner;
    /// Of a log: what is gathered, how much, and where in the file it belongs.
    unsigned char *bytes;
    int count;
    sqlite3_int64 start;
};

static sqlite3_file *below(sqlite3_file *own) { return (sqlite3_file *)((struct file *)own + 1); }

static const sqlite3_io_methods *methods_below(sqlite3_file *own) { return below(own)->pMethods; }

// MARK: The log

static int flush(sqlite3_file *own) {
    struct file *file = (struct file *)own;
    if (!file->count) return SQLITE_OK;
    int status = methods_below(own)->xWrite(below(own), file->bytes, file->count, file->start);
    if (status == SQLITE_OK) file->count = 0;
    return status;
}

static int log_write(sqlite3_file *own, const void *bytes, int count, sqlite3_int64 offset) {
    struct file *file = (struct file *)own;
    if (offset != file->start + file->count || count > ROOM - file->count) {
        int status = flush(own);
        if (status != SQLITE_OK) return status;
        file->start = offset;
    }
    if (count > ROOM) return methods_below(own)->xWrite(below(own), bytes, count, offset);
    memcpy(file->bytes + file->count, bytes, (size_t)count);
    file->count += count;
    return SQLITE_OK;
}

static int log_read(sqlite3_file *own, void *bytes, int count, sqlite3_int64 offset) {
    int status = flush(own);
    return status == SQLITE_OK ? methods_below(own)->xRead(below(own), bytes, count, offset) : status;
}

static int log_truncate(sqlite3_file *own, sqlite3_int64 size) {
    int status = flush(own);
    return status == SQLITE_OK ? methods_below(own)->xTruncate(below(own), size) : status;
}

static int log_sync(sqlite3_file *own, int flags) {
    int status = flush(own);
    return status == SQLITE_OK ? methods_below(own)->xSync(below(own), flags) : status;
}

static int log_size(sqlite3_file *own, sqlite3_int64 *size) {
    int status = flush(own);
    return status == SQLITE_OK ? methods_below(own)->xFileSize(below(own), size) : status;
}

static int log_close(sqlite3_file *own) {
    struct file *file = (struct file *)own;
    if (file->partner) file->partner->partner = NULL;
    free(file->bytes);
    return methods_below(own)->xClose(below(own));
}

// MARK: The database

static int main_shm_lock(sqlite3_file *own, int offset, int count, int flags) {
    struct file *log = ((struct file *)own)->partner;
    if (log && offset == WRITE_LOCK && flags == (SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE)) {
        log->count = 0;
    }
    return methods_below(own)->xShmLock(below(own), offset, count, flags);
}

static int main_close(sqlite3_file *own) {
    struct file *file = (struct file *)own;
    if (file->partner) file->partner->partner = NULL;
    return methods_below(own)->xClose(below(own));
}

static int main_read(sqlite3_file *own, void *bytes, int count, sqlite3_int64 offset) {
    return methods_below(own)->xRead(below(own), bytes, count, offset);
}

static int main_write(sqlite3_file *own, const void *bytes, int count, sqlite3_int64 offset) {
    return methods_below(own)->xWrite(below(own), bytes, count, offset);
}

static int main_truncate(sqlite3_file *own, sqlite3_int64 size) { return methods_below(own)->xTruncate(below(own), size); }

static int main_sync(sqlite3_file *own, int flags) { return methods_below(own)->xSync(below(own), flags); }

static int main_size(sqlite3_file *own, sqlite3_int64 *size) { return methods_below(own)->xFileSize(below(own), size); }

static int main_shm_map(sqlite3_file *own, int page, int size, int extend, void volatile **memory) {
    return methods_below(own)->xShmMap(below(own), page, size, extend, memory);
}

static void main_shm_barrier(sqlite3_file *own) { methods_below(own)->xShmBarrier(below(own)); }

static int main_shm_unmap(sqlite3_file *own, int remove) { return methods_below(own)->xShmUnmap(below(own), remove); }

static int main_fetch(sqlite3_file *own, sqlite3_int64 offset, int count, void **memory) {
    return methods_below(own)->xFetch(below(own), offset, count, memory);
}

static int main_unfetch(sqlite3_file *own, sqlite3_int64 offset, void *memory) {
    return methods_below(own)->xUnfetch(below(own), offset, memory);
}

// MARK: Both

static int any_lock(sqlite3_file *own, int level) { return methods_below(own)->xLock(below(own), level); }

static int any_unlock(sqlite3_file *own, int level) { return methods_below(own)->xUnlock(below(own), level); }

static int any_reserved(sqlite3_file *own, int *is) { return methods_below(own)->xCheckReservedLock(below(own), is); }

static int any_control(sqlite3_file *own, int request, void *argument) {
    return methods_below(own)->xFileControl(below(own), request, argument);
}

static int any_sector(sqlite3_file *own) { return methods_below(own)->xSectorSize(below(own)); }

static int any_traits(sqlite3_file *own) { return methods_below(own)->xDeviceCharacteristics(below(own)); }

#define SHARED_METHODS                                                                                     \
    .xLock = any_lock, .xUnlock = any_unlock, .xCheckReservedLock = any_reserved, .xFileControl = any_control, \
    .xSectorSize = any_sector, .xDeviceCharacteristics = any_traits

static const sqlite3_io_methods log_methods = {
    .iVersion = 1,
    .xClose = log_close,
    .xRead = log_read,
    .xWrite = log_write,
    .xTruncate = log_truncate,
    .xSync = log_sync,
    .xFileSize = log_size,
    SHARED_METHODS,
};

// SQLite calls those that a version has and no others, so a database has the version of the layer below.
#define MAIN_METHODS(version)                  \
    {                                          \
        .iVersion = version,                   \
        .xClose = main_close,                  \
        .xRead = main_read,                    \
        .xWrite = main_write,                  \
        .xTruncate = main_truncate,            \
        .xSync = main_sync,                    \
        .xFileSize = main_size,                \
        SHARED_METHODS,                        \
        .xShmMap = main_shm_map,               \
        .xShmLock = main_shm_lock,             \
        .xShmBarrier = main_shm_barrier,       \
        .xShmUnmap = main_shm_unmap,           \
        .xFetch = main_fetch,                  \
        .xUnfetch = main_unfetch,              \
    }

enum { VERSIONS = 3 };

static const sqlite3_io_methods main_methods[VERSIONS] = {MAIN_METHODS(1), MAIN_METHODS(2), MAIN_METHODS(3)};

// MARK: Opening

static int open_main(sqlite3_vfs *base, const char *path, sqlite3_file *own, int flags, int *out) {
    memset(own, 0, sizeof(struct file));
    int status = base->xOpen(base, path, below(own), flags, out);
    if (status != SQLITE_OK) return status;
    int version = methods_below(own)->iVersion;
    own->pMethods = &main_methods[version < VERSIONS ? version - 1 : VERSIONS - 1];
    return SQLITE_OK;
}

static int open_log(sqlite3_vfs *base, const char *path, sqlite3_file *own, int flags, int *out) {
    // The log of a database that this layer has opened, since SQLite opens both in the same one.
    struct file *file = (struct file *)own, *partner = (struct file *)sqlite3_database_file_object(path);
    if (!(any_traits(&partner->own) & SQLITE_IOCAP_POWERSAFE_OVERWRITE)) return base->xOpen(base, path, own, flags, out);
    memset(file, 0, sizeof *file);
    file->bytes = malloc(ROOM);
    if (!file->bytes) return SQLITE_NOMEM;
    int status = base->xOpen(base, path, below(own), flags, out);
    if (status == SQLITE_OK) {
        own->pMethods = &log_methods;
        file->partner = partner;
        partner->partner = file;
    } else {
        free(file->bytes);
    }
    return status;
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *own, int flags, int *out) {
    sqlite3_vfs *base = ((struct log_vfs *)vfs)->base;
    if (flags & SQLITE_OPEN_MAIN_DB) return open_main(base, path, own, flags, out);
    if (flags & SQLITE_OPEN_WAL) return open_log(base, path, own, flags, out);
    return base->xOpen(base, path, own, flags, out);
}

const char *logvfs_name(void) {
    sqlite3_vfs *base = sqlite3_vfs_find(NULL);
    if (!base) return NULL;
    char name[NAME];
    snprintf(name, sizeof name, "%s, logs gathered", base->zName);
    sqlite3_vfs *known = sqlite3_vfs_find(name);
    if (known) return known->zName;
    // Registered for as long as the process lives.
    struct log_vfs *vfs = calloc(1, sizeof *vfs);
    if (!vfs) return NULL;
    // All but the opening of files is the layer's below.
    vfs->own = *base;
    vfs->base = base;
    memcpy(vfs->name, name, sizeof name);
    vfs->own.zName = vfs->name;
    vfs->own.xOpen = open_file;
    vfs->own.szOsFile = (int)sizeof(struct file) + base->szOsFile;
    return sqlite3_vfs_register(&vfs->own, 0) == SQLITE_OK ? vfs->own.zName : NULL;
}
