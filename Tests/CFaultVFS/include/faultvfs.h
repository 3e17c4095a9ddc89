// A layer between SQLite and the system's files, for tests only: it counts what SQLite asks of the files in one folder,
// refuses what a test wants refused, and keeps a log from which the state after a power cut can be made.
#ifndef FAULTVFS_H
#define FAULTVFS_H

enum faultvfs_operation {
    FAULTVFS_OPEN, FAULTVFS_READ, FAULTVFS_WRITE, FAULTVFS_SYNC, FAULTVFS_TRUNCATE, FAULTVFS_SIZE, FAULTVFS_LOCK,
    FAULTVFS_SHM_MAP, FAULTVFS_SHM_LOCK, FAULTVFS_DELETE, FAULTVFS_ACCESS, FAULTVFS_OPERATIONS
};

/// What is kept of a run for a simulated power cut.
enum faultvfs_event {
    /// A file that was there before, with its content.
    FAULTVFS_FOUND,
    /// A new file, whose name its folder does not hold durably yet.
    FAULTVFS_CREATED,
    FAULTVFS_WRITTEN, FAULTVFS_TRUNCATED, FAULTVFS_DELETED,
    /// All that was done to the content of the file is durable.
    FAULTVFS_SYNCED,
    /// All names in the folder are durable.
    FAULTVFS_FOLDER_SYNCED,
    /// What `faultvfs_mark` was called for.
    FAULTVFS_MARK
};

struct faultvfs_entry {
    enum faultvfs_event event;
    /// The file, whatever its name; of a mark, its number.
    int file;
    /// Behind the last slash; NULL where no name is concerned.
    const char *name;
    long long offset;
    int size;
    const unsigned char *bytes;
};

struct faultvfs_plan;

/// From now on everything in the folder goes through the plan; files elsewhere are the system's own. NULL: no memory.
/// Files in the folder are not really synced: whether they would be is what the log says.
struct faultvfs_plan *faultvfs_begin(const char *folder);

/// Frees the plan. All its files must have been closed.
void faultvfs_end(struct faultvfs_plan *plan);

/// The n-th call of that kind from now fails, counted from 1, and all later ones if `lasting`. `code` is what SQLite is
/// told, `system_error` is errno. A write that fails has written half of its bytes.
/// A file that fails to open with SQLITE_READONLY is opened for reading.
void faultvfs_arm(
    struct faultvfs_plan *plan, enum faultvfs_operation operation, long n, int lasting, int code, int system_error);

/// Before the n-th call of that kind from now, `body` is called, which may use the same files.
void faultvfs_interrupt(
    struct faultvfs_plan *plan, enum faultvfs_operation operation, long n, void (*body)(void *), void *context);

/// Nothing fails any more.
void faultvfs_disarm(struct faultvfs_plan *plan);

/// Files that are opened from now on do not say that a write leaves the bytes around it alone.
void faultvfs_weaken(struct faultvfs_plan *plan);

/// How many calls of that kind there were.
long faultvfs_count(const struct faultvfs_plan *plan, enum faultvfs_operation operation);

/// How many calls have been made to fail.
long faultvfs_fired(const struct faultvfs_plan *plan);

void faultvfs_record(struct faultvfs_plan *plan);
void faultvfs_mark(struct faultvfs_plan *plan, int number);
long faultvfs_log_count(const struct faultvfs_plan *plan);
/// Valid until the plan ends or the next entry comes.
const struct faultvfs_entry *faultvfs_log(const struct faultvfs_plan *plan, long place);

#endif
