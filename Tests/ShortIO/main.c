// Runs a program and lets some of its reads from standard input, or of its writes to standard output, carry over a few
// bytes only. The system does that itself: the call is stopped on its way, its number of bytes is made smaller, and then it
// goes on, so that what it answers is true. That is how a pipe behaves whose other end is slow, but at a place that can be
// chosen, and it needs nothing of the program, not even shared libraries.
//
//     short-io read|write FIRST LAST BYTES PROGRAM [ARGUMENT]...
//
// The calls from the FIRST to the LAST, counted from 1, carry over BYTES at most; with FIRST 0 and LAST 0 none is cut. The
// status is the program's, or 128 and the number of the signal that ended it; 125 when it cannot be run like this. The last
// line on standard error says how many such calls there were, and how many of them were cut. Stopping the program with a
// signal has no effect.

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// What is to be cut short, and what has been so far.
struct plan {
    long call;
    struct stat file;
    long first, last;
    unsigned long bytes;
    long count, cut;
    // The thread whose call has been made smaller and has not ended yet, and the number of bytes that it had.
    pid_t thread;
    unsigned long before;
};

static int fail(const char *what) {
    perror(what);
    return 125;
}

// The register of the third argument of a call.
static int set_size(pid_t thread, unsigned long bytes) {
#if defined(__x86_64__)
    return ptrace(PTRACE_POKEUSER, thread, offsetof(struct user_regs_struct, rdx), bytes) == 0;
#else
    struct user_regs_struct registers;
    struct iovec all = {&registers, sizeof registers};
    if (ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &all) != 0) return 0;
    registers.regs[2] = bytes;
    return ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &all) == 0;
#endif
}

// Whether a descriptor of the thread leads where ours does: it may have another number there.
static int is_meant(const struct plan *plan, pid_t thread, unsigned long descriptor) {
    char path[64];
    struct stat file;
    snprintf(path, sizeof path, "/proc/%d/fd/%lu", thread, descriptor);
    return stat(path, &file) == 0 && file.st_dev == plan->file.st_dev && file.st_ino == plan->file.st_ino;
}

// What the system answers itself when a signal has interrupted a call that it begins again.
static int is_restarted(long answer) { return answer <= -512 && answer >= -516; }

// Whether it has gone as it should.
static int at_call(struct plan *plan, pid_t thread) {
    struct __ptrace_syscall_info info;
    // Somebody else may have killed it meanwhile.
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) return errno == ESRCH;
    if (info.op == PTRACE_SYSCALL_INFO_EXIT && thread == plan->thread && !is_restarted((long)info.exit.rval)) {
        // Code may rely on its registers after a call.
        plan->thread = 0;
        return set_size(thread, plan->before);
    }
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY || (long)info.entry.nr != plan->call || thread == plan->thread) return 1;
    if (!is_meant(plan, thread, info.entry.args[0])) return 1;
    plan->count++;
    if (plan->count < plan->first || plan->count > plan->last || info.entry.args[2] <= plan->bytes) return 1;
    // Two threads in one pipe at once are nothing that this can follow.
    if (plan->thread) return 0;
    plan->thread = thread;
    plan->before = info.entry.args[2];
    plan->cut++;
    return set_size(thread, plan->bytes);
}

// Follows the program with all its threads and children to its end.
static int follow(struct plan *plan, pid_t program) {
    int result = 125;
    for (;;) {
        int status;
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0 && errno == EINTR) continue;
        if (thread < 0) return result;
        if (!WIFSTOPPED(status)) {
            if (thread == program) result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            continue;
        }
        int signal = WSTOPSIG(status);
        int is_call = signal == (SIGTRAP | 0x80), is_event = status >> 16 != 0;
        if (is_call && !at_call(plan, thread)) {
            kill(program, SIGKILL);
            return 125;
        }
        ptrace(PTRACE_SYSCALL, thread, 0, (long)(is_call || is_event ? 0 : signal));
    }
}

int main(int count, char **arguments) {
    if (count < 6) return 125;
    int is_read = strcmp(arguments[1], "read") == 0;
    if (!is_read && strcmp(arguments[1], "write") != 0) return 125;
    struct plan plan = {.call = is_read ? SYS_read : SYS_write};
    plan.first = atol(arguments[2]);
    plan.last = atol(arguments[3]);
    plan.bytes = strtoul(arguments[4], NULL, 10);
    // None would be the end of what there is to read.
    if (plan.bytes == 0 || fstat(is_read ? 0 : 1, &plan.file) != 0) return 125;

    int followed[2];
    if (pipe(followed) != 0) return fail("pipe");
    pid_t program = fork();
    if (program < 0) return fail("fork");
    if (program == 0) {
        char byte;
        close(followed[1]);
        if (read(followed[0], &byte, 1) != 1) _exit(125);
        close(followed[0]);
        execvp(arguments[5], arguments + 5);
        _exit(fail(arguments[5]));
    }
    long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK
        | PTRACE_O_TRACEVFORK | PTRACE_O_EXITKILL;
    // It goes on until it becomes the program, and is followed from there.
    if (ptrace(PTRACE_SEIZE, program, 0, options) != 0) return fail("ptrace");
    if (write(followed[1], "", 1) != 1) return fail("write");
    close(followed[0]);
    close(followed[1]);
    close(is_read ? 0 : 1);
    int result = follow(&plan, program);
    fprintf(stderr, "short-io: %ld calls, %ld cut\n", plan.count, plan.cut);
    return result;
}

#else

// Elsewhere calls cannot be stopped on their way.
int main(void) { return 125; }

#endif
