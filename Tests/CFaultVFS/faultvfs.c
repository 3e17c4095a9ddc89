#include "faultvfs.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 16 };

struct faultvfs_plan {
    struct faultvfs_plan *next;
    char folder[PATH_MAX];
    long counts[FAULTVFS_OPERATIONS];
    long fired;
    int is_armed, is_lasting, code, system_error;
    int is_weak;
    enum faultvfs_operation operation;
    long n;
    void (*body)(void *);
    void *context;
    int is_recording;
    struct faultvfs_entry *log;
    long log_count, log_room;
    // Which file has which name now; a SQLite database has few.
    struct { char *name; int file; } names[NAMES];
    int files;
};

struct file {
    sqlite3_file base;
    struct faultvfs_plan *plan;
    int number;
    int syncs_folder;
    sqlite3_file *real;
};

static sqlite3_vfs *system_vfs, vfs;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct faultvfs_plan *plans;

// MARK: Plans

static struct faultvfs_plan *plan_of(const char *path) {
    if (!path) return NULL;
    pthread_mutex_lock(&mutex);
    struct faultvfs_plan *plan = plans;
    for (; plan; plan = plan->next) {
        size_t length = strlen(plan->folder);
        if (!strncmp(path, plan->folder, length) && path[length] == '/') break;
    }
    pthread_mutex_unlock(&mutex);
    return plan;
}

/// Whether this call is to fail.
static int fails(struct faultvfs_plan *plan, enum faultvfs_operation operation) {
    plan->counts[operation]++;
    if (!plan->is_armed || operation != plan->operation) return 0;
    if (plan->n > 0) plan->n--;
    if (plan->n > 0) return 0;
    if (!plan->is_lasting) plan->is_armed = 0;
    plan->fired++;
    if (plan->body) {
        plan->body(plan->context);
        return 0;
    }
    errno = plan->system_error;
    return 1;
}

void faultvfs_arm(
    struct faultvfs_plan *plan, enum faultvfs_operation operation, long n, int lasting, int code, int system_error) {
    plan->is_armed = 1;
    plan->operation = operation;
    plan->n = n;
    plan->is_lasting = lasting;
    plan->code = code;
    plan->system_error = system_error;
    plan->fired = 0;
    plan->body = NULL;
}

void faultvfs_interrupt(
    struct faultvfs_plan *plan, enum faultvfs_operation operation, long n, void (*body)(void *), void *context) {
    faultvfs_arm(plan, operation, n, 0, SQLITE_OK, 0);
    plan->body = body;
    plan->context = context;
}

void faultvfs_disarm(struct faultvfs_plan *plan) { plan->is_armed = 0; }

void faultvfs_weaken(struct faultvfs_plan *plan) { plan->is_weak = 1; }

long faultvfs_count(const struct faultvfs_plan *plan, enum faultvfs_operation operation) {
    return plan->counts[operation];
}

long faultvfs_fired(const struct faultvfs_plan *plan) { return plan->fired; }

// MARK: The log

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/// Takes `bytes` over.
static void note(struct faultvfs_plan *plan, struct faultvfs_entry entry) {
    if (!plan->is_recording) return;
    if (plan->log_count == plan->log_room) {
        plan->log_room = plan->log_room ? 2 * plan->log_room : 256;
        plan->log = realloc(plan->log, (size_t)plan->log_room * sizeof *plan->log);
        if (!plan->log) abort();
    }
    if (entry.name) entry.name = strdup(entry.name);
    plan->log[plan->log_count++] = entry;
}

static unsigned char *copy(const void *bytes, int size) {
    unsigned char *copy = malloc(size ? (size_t)size : 1);
    if (!copy) abort();
    if (bytes) memcpy(copy, bytes, (size_t)size);
    return copy;
}

void faultvfs_record(struct faultvfs_plan *plan) { plan->is_recording = 1; }

void faultvfs_mark(struct faultvfs_plan *plan, int number) {
    note(plan, (struct faultvfs_entry){.event = FAULTVFS_MARK, .file = number});
}

long faultvfs_log_count(const struct faultvfs_plan *plan) { return plan->log_count; }

const struct faultvfs_entry *faultvfs_log(const struct faultvfs_plan *plan, long place) { return &plan->log[place]; }

/// The number of the file with that name, which is open now; notes it when it is not known yet.
static int identify(struct file *file, const char *path, int was_there) {
    struct faultvfs_plan *plan = file->plan;
    const char *name = last_part(path);
    int free_place = -1;
    for (int place = 0; place < NAMES; place++) {
        if (!plan->names[place].name) free_place = place;
        else if (!strcmp(plan->names[place].name, name)) return plan->names[place].file;
    }
    if (free_place < 0) abort();
    int number = ++plan->files;
    plan->names[free_place].name = strdup(name);
    plan->names[free_place].file = number;
    if (!was_there) {
        note(plan, (struct faultvfs_entry){.event = FAULTVFS_CREATED, .file = number, .name = name});
        return number;
    }
    sqlite3_int64 size = 0;
    file->real->pMethods->xFileSize(file->real, &size);
    unsigned char *bytes = copy(NULL, (int)size);
    if (size) file->real->pMethods->xRead(file->real, bytes, (int)size, 0);
    if (!plan->is_recording) free(bytes);
    note(plan, (struct faultvfs_entry){
        .event = FAULTVFS_FOUND, .file = number, .name = name, .size = (int)size, .bytes = bytes});
    return number;
}

static void forget(struct faultvfs_plan *plan, const char *path) {
    const char *name = last_part(path);
    for (int place = 0; place < NAMES; place++) {
        if (!plan->names[place].name || strcmp(plan->names[place].name, name)) continue;
        note(plan, (struct faultvfs_entry){
            .event = FAULTVFS_DELETED, .file = plan->names[place].file, .name = name});
        free(plan->names[place].name);
        plan->names[place].name = NULL;
    }
}

// MARK: Files

#define SELF struct file *file = (struct file *)handle
#define REAL file->real->pMethods
#define FAILS(operation) if (fails(file->plan, operation)) return file->plan->code

static int file_close(sqlite3_file *handle) {
    SELF;
    return REAL->xClose(file->real);
}

static int file_read(sqlite3_file *handle, void *bytes, int size, sqlite3_int64 offset) {
    SELF;
    FAILS(FAULTVFS_READ);
    return REAL->xRead(file->real, bytes, size, offset);
}

static int file_write(sqlite3_file *handle, const void *bytes, int size, sqlite3_int64 offset) {
    SELF;
    int is_fault = fails(file->plan, FAULTVFS_WRITE), number = errno;
    if (is_fault) size /= 2;
    int status = size ? REAL->xWrite(file->real, bytes, size, offset) : SQLITE_OK;
    if (status == SQLITE_OK && size && file->plan->is_recording) {
        note(file->plan, (struct faultvfs_entry){
            .event = FAULTVFS_WRITTEN, .file = file->number, .offset = offset, .size = size,
            .bytes = copy(bytes, size)});
    }
    errno = number;
    return is_fault ? file->plan->code : status;
}

static int file_truncate(sqlite3_file *handle, sqlite3_int64 size) {
    SELF;
    FAILS(FAULTVFS_TRUNCATE);
    note(file->plan, (struct faultvfs_entry){.event = FAULTVFS_TRUNCATED, .file = file->number, .offset = size});
    return REAL->xTruncate(file->real, size);
}

static int file_sync(sqlite3_file *handle, int flags) {
    SELF;
    (void)flags;
    FAILS(FAULTVFS_SYNC);
    note(file->plan, (struct faultvfs_entry){.event = FAULTVFS_SYNCED, .file = file->number});
    // As SQLite's own layer does with the first sync of a new journal or log.
    if (file->syncs_folder) note(file->plan, (struct faultvfs_entry){.event = FAULTVFS_FOLDER_SYNCED});
    file->syncs_folder = 0;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *handle, sqlite3_int64 *size) {
    SELF;
    FAILS(FAULTVFS_SIZE);
    return REAL->xFileSize(file->real, size);
}

static int file_lock(sqlite3_file *handle, int level) {
    SELF;
    FAILS(FAULTVFS_LOCK);
    return REAL->xLock(file->real, level);
}

static int file_unlock(sqlite3_file *handle, int level) {
    SELF;
    return REAL->xUnlock(file->real, level);
}

static int file_check_reserved(sqlite3_file *handle, int *result) {
    SELF;
    FAILS(FAULTVFS_LOCK);
    return REAL->xCheckReservedLock(file->real, result);
}

static int file_control(sqlite3_file *handle, int operation, void *argument) {
    SELF;
    return REAL->xFileControl(file->real, operation, argument);
}

static int file_sector_size(sqlite3_file *handle) {
    SELF;
    return REAL->xSectorSize(file->real);
}

static int file_characteristics(sqlite3_file *handle) {
    SELF;
    int traits = REAL->xDeviceCharacteristics(file->real);
    return file->plan->is_weak ? traits & ~SQLITE_IOCAP_POWERSAFE_OVERWRITE : traits;
}

static int file_shm_map(sqlite3_file *handle, int region, int size, int extends, void volatile **map) {
    SELF;
    FAILS(FAULTVFS_SHM_MAP);
    return REAL->xShmMap(file->real, region, size, extends, map);
}

static int file_shm_lock(sqlite3_file *handle, int offset, int count, int flags) {
    SELF;
    // Giving a lock up does not fail.
    if (flags & SQLITE_SHM_LOCK) FAILS(FAULTVFS_SHM_LOCK);
    return REAL->xShmLock(file->real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *handle) {
    SELF;
    REAL->xShmBarrier(file->real);
}

static int file_shm_unmap(sqlite3_file *handle, int deletes) {
    SELF;
    return REAL->xShmUnmap(file->real, deletes);
}

static const sqlite3_io_methods methods = {
    2, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,
    file_check_reserved, file_control, file_sector_size, file_characteristics, file_shm_map, file_shm_lock,
    file_shm_barrier, file_shm_unmap, NULL, NULL};

// MARK: The layer

static int vfs_open(sqlite3_vfs *self, sqlite3_filename name, sqlite3_file *handle, int flags, int *out) {
    (void)self;
    struct faultvfs_plan *plan = plan_of(name);
    if (!plan) return system_vfs->xOpen(system_vfs, name, handle, flags, out);
    SELF;
    memset(file, 0, sizeof *file);
    if (fails(plan, FAULTVFS_OPEN)) {
        if (plan->code != SQLITE_READONLY) return plan->code;
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    }
    int was_there = 0;
    system_vfs->xAccess(system_vfs, name, SQLITE_ACCESS_EXISTS, &was_there);
    file->plan = plan;
    file->real = (sqlite3_file *)(file + 1);
    int status = system_vfs->xOpen(system_vfs, name, file->real, flags, out);
    if (status != SQLITE_OK) return status;
    file->number = identify(file, name, was_there);
    file->syncs_folder = !was_there && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
    file->base.pMethods = &methods;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *self, const char *name, int syncs_folder) {
    (void)self;
    struct faultvfs_plan *plan = plan_of(name);
    if (!plan) return system_vfs->xDelete(system_vfs, name, syncs_folder);
    if (fails(plan, FAULTVFS_DELETE)) return plan->code;
    int status = system_vfs->xDelete(system_vfs, name, 0);
    if (status == SQLITE_OK) {
        forget(plan, name);
        if (syncs_folder) note(plan, (struct faultvfs_entry){.event = FAULTVFS_FOLDER_SYNCED});
    }
    return status;
}

static int vfs_access(sqlite3_vfs *self, const char *name, int flags, int *result) {
    (void)self;
    struct faultvfs_plan *plan = plan_of(name);
    if (plan && fails(plan, FAULTVFS_ACCESS)) return plan->code;
    return system_vfs->xAccess(system_vfs, name, flags, result);
}

static void install(void) {
    system_vfs = sqlite3_vfs_find(NULL);
    if (!system_vfs) abort();
    vfs = *system_vfs;
    vfs.pNext = NULL;
    vfs.zName = "faults";
    vfs.szOsFile = (int)sizeof(struct file) + system_vfs->szOsFile;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK) abort();
}

struct faultvfs_plan *faultvfs_begin(const char *folder) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    struct faultvfs_plan *plan = calloc(1, sizeof *plan);
    if (!plan || !realpath(folder, plan->folder)) {
        free(plan);
        return NULL;
    }
    pthread_mutex_lock(&mutex);
    plan->next = plans;
    plans = plan;
    pthread_mutex_unlock(&mutex);
    return plan;
}

void faultvfs_end(struct faultvfs_plan *plan) {
    pthread_mutex_lock(&mutex);
    struct faultvfs_plan **place = &plans;
    while (*place && *place != plan) place = &(*place)->next;
    if (*place) *place = plan->next;
    pthread_mutex_unlock(&mutex);
    for (long entry = 0; entry < plan->log_count; entry++) {
        free((void *)plan->log[entry].name);
        free((void *)plan->log[entry].bytes);
    }
    for (int place = 0; place < NAMES; place++) free(plan->names[place].name);
    free(plan->log);
    free(plan);
}
