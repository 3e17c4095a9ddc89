#define _GNU_SOURCE
#include "csystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#include <sys/syscall.h>
#endif

static volatile int signal_descriptor = -1;

static void note_signal(int number) {
    int kept = errno;
    unsigned char byte = (unsigned char)number;
    // A full pipe already holds a signal that nobody has read yet: nothing is lost when this write fails.
    (void)!write(signal_descriptor, &byte, 1);
    errno = kept;
}

int csystem_handle_signals(int descriptor) {
    signal_descriptor = descriptor;
    struct sigaction action = {0};
    action.sa_handler = note_signal;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGTERM, &action, 0) || sigaction(SIGINT, &action, 0)) return -1;
    action.sa_handler = SIG_IGN;
    // A file that may not grow is an error of the write (EFBIG), not the end of the process.
    return sigaction(SIGPIPE, &action, 0) || sigaction(SIGXFSZ, &action, 0) ? -1 : 0;
}

int csystem_open(const char *path, int flags, unsigned int mode) { return open(path, flags | O_CLOEXEC, mode); }

int csystem_reopen_for_writing(int descriptor) {
#ifdef __linux__
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
#else
    (void)descriptor;
    errno = ENOTSUP;
    return -1;
#endif
}

void csystem_enlarge_pipe(int descriptor, int size) {
#ifdef F_SETPIPE_SZ
    (void)fcntl(descriptor, F_SETPIPE_SZ, size);
#else
    (void)descriptor;
    (void)size;
#endif
}

int csystem_process_descriptor(pid_t process) {
#if defined(__linux__) && defined(SYS_pidfd_open)
    return (int)syscall(SYS_pidfd_open, process, 0);
#else
    (void)process;
    errno = ENOSYS;
    return -1;
#endif
}

int csystem_set_nonblocking(int descriptor, int enabled) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0) return -1;
    return fcntl(descriptor, F_SETFL, enabled ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}

int csystem_pipe(int ends[2]) {
    if (pipe(ends)) return -1;
    for (int end = 0; end < 2; end++) {
        if (fcntl(ends[end], F_SETFD, FD_CLOEXEC) || csystem_set_nonblocking(ends[end], 1)) {
            int kept = errno;
            close(ends[0]);
            close(ends[1]);
            errno = kept;
            return -1;
        }
    }
    return 0;
}

int csystem_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

int csystem_exit_status(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

int csystem_errno(void) { return errno; }

static int is_named(const char *variable, const char *const names[]) {
    for (; *names; names++) {
        size_t length = strlen(*names);
        if (!strncmp(variable, *names, length) && variable[length] == '=') return 1;
    }
    return 0;
}

/// The environment without some variables, to be freed; its strings stay those of the environment.
static char **environment_without(const char *const names[]) {
    extern char **environ;
    size_t count = 0;
    while (environ[count]) count++;
    char **kept = malloc((count + 1) * sizeof *kept);
    if (!kept) return 0;
    char **next = kept;
    for (size_t index = 0; index < count; index++) {
        if (!is_named(environ[index], names)) *next++ = environ[index];
    }
    *next = 0;
    return kept;
}

/// All signals as a fresh process has them, none blocked, a process group of its own.
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    int failed = posix_spawnattr_setsigdefault(attributes, &all);
    if (!failed) failed = posix_spawnattr_setsigmask(attributes, &none);
    if (!failed) failed = posix_spawnattr_setpgroup(attributes, 0);
    return failed ? failed : posix_spawnattr_setflags(attributes, flags);
}

static int set_descriptors(posix_spawn_file_actions_t *actions, const int descriptors[4]) {
    int failed = 0;
    for (int target = 0; target < 4 && !failed; target++) {
        failed = posix_spawn_file_actions_adddup2(actions, descriptors[target], target);
    }
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 34)
    // What we opened is closed on exec anyway; this is for what our own parent has left open.
    if (!failed) failed = posix_spawn_file_actions_addclosefrom_np(actions, 4);
#endif
#endif
    return failed;
}

static int spawn_with(pid_t *process, const char *const arguments[], const int descriptors[4], char **environment) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int failed = posix_spawnattr_init(&attributes);
    if (failed) return failed;
    failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        failed = set_attributes(&attributes);
        if (!failed) failed = set_descriptors(&actions, descriptors);
        // posix_spawn takes pointers to characters that it does not change.
        char *const *texts = (char *const *)arguments;
        if (!failed) failed = posix_spawnp(process, arguments[0], &actions, &attributes, texts, environment);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return failed;
}

/// Has the process group killed when the other end of the pipe is closed: a signal of our choice comes, instead of
/// SIGIO, once there is something to read, and the end is the only thing that ever is. The setting belongs to the open
/// file, which lives in the child, and is gone with it.
static void tie(int descriptor, pid_t group) {
#ifdef F_SETSIG
    if (fcntl(descriptor, F_SETOWN, -group) || fcntl(descriptor, F_SETSIG, SIGKILL)) return;
    (void)fcntl(descriptor, F_SETFL, O_NONBLOCK | O_ASYNC);
#else
    (void)descriptor;
    (void)group;
#endif
}

int csystem_spawn(pid_t *process, const char *const arguments[], const int descriptors[4], const char *const without[]) {
    struct sigaction action;
    // Where our parent had children's ends ignored, and we inherited it, there would be no exit status to wait for.
    if (!sigaction(SIGCHLD, 0, &action) && action.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
    char **environment = environment_without(without);
    if (!environment) return ENOMEM;
    // Above the four targets, so that none of the child's duplications destroys the source of the next one.
    int sources[4] = {-1, -1, -1, -1}, failed = 0;
    for (int index = 0; index < 4 && !failed; index++) {
        sources[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, 4);
        if (sources[index] < 0) failed = errno;
    }
    if (!failed) failed = spawn_with(process, arguments, sources, environment);
    if (!failed) tie(descriptors[3], *process);
    for (int index = 0; index < 4; index++) {
        if (sources[index] >= 0) close(sources[index]);
    }
    free(environment);
    return failed;
}

int csystem_reap(pid_t process) {
    int status = 0;
    pid_t found;
    do found = waitpid(process, &status, WNOHANG);
    while (found < 0 && errno == EINTR);
    if (found == 0) return -1;
    return found < 0 ? 255 : csystem_exit_status(status);
}

void csystem_local_date(long long *year, long long *month, long long *day) {
    time_t now = time(0);
    struct tm parts = {0};
    tzset();
    localtime_r(&now, &parts);
    *year = parts.tm_year + 1900LL;
    *month = parts.tm_mon + 1;
    *day = parts.tm_mday;
}

long long csystem_start_of_day(long long year, long long month, long long day) {
    struct tm parts = {0};
    parts.tm_year = (int)(year - 1900);
    parts.tm_mon = (int)(month - 1);
    parts.tm_mday = (int)day;
    parts.tm_isdst = -1;
    return mktime(&parts);
}

extern char **environ;

char **csystem_environment(void) { return environ; }

int csystem_watch_file(const char *path) {
#ifdef __linux__
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch >= 0 && inotify_add_watch(watch, path, IN_MODIFY) < 0) {
        close(watch);
        return -1;
    }
    return watch;
#else
    (void)path;
    errno = ENOSYS;
    return -1;
#endif
}
