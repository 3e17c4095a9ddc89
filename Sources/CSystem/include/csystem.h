// The few calls of the operating system that Swift cannot make, or not safely: variable arguments, signal
// handlers, macros with parameters.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <sys/types.h>

/// From now on SIGTERM and SIGINT write their number as one byte to `descriptor`; SIGPIPE is ignored.
/// Returns 0, or -1 with errno set.
int csystem_handle_signals(int descriptor);

/// open(2) with a mode, closed on exec.
int csystem_open(const char *path, int flags, unsigned int mode);

/// A new open file description for the pipe or FIFO behind `descriptor`, writing and non-blocking, closed on exec.
/// Only where the system can do so without changing the flags of `descriptor`, which others share; else -1.
int csystem_reopen_for_writing(int descriptor);

/// Asks for room for `size` bytes in the pipe behind `descriptor`. A refusal is harmless.
void csystem_enlarge_pipe(int descriptor, int size);

/// A descriptor that becomes readable when the process ends; -1 with errno ESRCH when it is gone,
/// with ENOSYS when the system has no such thing.
int csystem_process_descriptor(pid_t process);

/// A pipe, both ends non-blocking and closed on exec. Returns 0, or -1 with errno set.
int csystem_pipe(int ends[2]);

/// Makes a descriptor of this process's own non-blocking, or blocking.
int csystem_set_nonblocking(int descriptor, int enabled);

/// A duplicate of the descriptor above 2, closed on exec.
int csystem_duplicate(int descriptor);

/// A descriptor that becomes readable when somebody writes to the file; -1 where the system has no such thing, or when
/// there is no such file.
int csystem_watch_file(const char *path);

/// The exit status of a waited-for child, or 128 and the signal that ended it.
int csystem_exit_status(int status);

/// The date where the process is (`TZ`), in three numbers.
void csystem_local_date(long long *year, long long *month, long long *day);

/// Seconds since 1970 until a day begins where the process is, also where it has no midnight. Days beyond the end of a
/// month count on into the next.
long long csystem_start_of_day(long long year, long long month, long long day);

/// `NAME=value` texts, ended by NULL.
char **csystem_environment(void);

/// errno, which Swift imports differently from one system to the next.
int csystem_errno(void);

/// Starts a program, found on PATH, without a shell. Its standard input, output and errors are the first three
/// `descriptors`, and it has no other but `descriptors[3]` as its 3, the reading end of a pipe that it isn't told of:
/// where the system can do so (Linux), closing the writing end, as our own end by whatever signal does, kills it.
/// All its signals are as a fresh process has them; it leads a process group of its own, so that kill(-process)
/// reaches whatever it starts. Its environment is ours without the variables named in `without`, a list that ends with
/// NULL, as `arguments` does. Gives 0, or an errno.
int csystem_spawn(pid_t *process, const char *const arguments[], const int descriptors[4], const char *const without[]);

/// Whether a child is still there: -1 while it runs; its exit status as csystem_exit_status gives it, once, when it has
/// ended; 255 when somebody else has waited for it. Never waits.
int csystem_reap(pid_t process);

#endif
