#pragma once
// The jail of the programs that read untrusted documents: Landlock, seccomp, resource limits. These functions
// may be called only in a process with a single thread.
#include <stdint.h>
#include <sys/types.h>

/// The protections that the kernel granted.
struct cjail_state {
  /// The ABI version of Landlock in effect; 0 without Landlock.
  int landlock;
  /// Whether the seccomp filter is in effect.
  int seccomp;
};

/// The options of a jail.
struct cjail_options {
  /// The only folder that may be read; null for none. Without Landlock no folder can be read.
  const char *folder;
  /// The highest ABI version of Landlock to use, for tests; -1 for the kernel's version.
  int landlock_limit;
  /// Whether a refused system call kills the process instead of failing; for tests.
  int is_strict;
};

/// Puts this process in the jail: the kernel kills it first when memory is short, and when its parent ends;
/// its resources are limited, and it gives up all other rights: landlock(7), seccomp(2), setrlimit(2),
/// prctl(2). Returns 0, or -1 with errno if the parent has ended or the privileges cannot be given up.
int cjail_enter(const struct cjail_options *options, struct cjail_state *state);

/// Another person's program that reads a document, and writes text or HTML.
struct cjail_conversion {
  /// The path of the program and its arguments, one after the other, each with a NUL at its end.
  const char *words;
  /// The number of words.
  int word_count;
  /// The document, which becomes standard input.
  int document;
  /// Set to the end of the pipe from which its output is read without waiting; its messages are discarded.
  int output;
  /// Set to a descriptor of the process, of pidfd_open(2); -1 before Linux 5.3, which has no Landlock either.
  int process;
  /// RLIMIT_AS in bytes and RLIMIT_CPU in seconds of each of its processes.
  uint64_t memory, seconds;
};

/// Exit codes of a program that did not start.
enum {
  /// The jail could not be made, without which no such program runs.
  cjail_no_jail = 120,
  /// The program is missing or cannot be executed.
  cjail_no_program = 121,
};

/// Returns the protections that the kernel can give to a conversion; without Landlock there is no filter either,
/// because it needs both.
void cjail_conversion_state(struct cjail_state *state);

/// Starts the program in a process group of its own. It may read and execute what the system has installed,
/// its own file and the document. It may not write to any file, open a socket, send signals, or change other
/// processes: landlock(7), seccomp(2). Returns the process, or -1 with errno.
pid_t cjail_convert(struct cjail_conversion *conversion);

/// Waits for output or its end. Returns 1; 0 if the process has ended, although what it has started may not have;
/// -1 if the other end of the socket was closed.
int cjail_wait_for_output(const struct cjail_conversion *conversion, int socket);

/// Calls fork(2) in a jailed process.
pid_t cjail_fork(void);

/// Limits a child of a jailed process: RLIMIT_AS to `memory` bytes, RLIMIT_CPU to `seconds`, no new
/// processes. Returns 0, or -1 with errno.
int cjail_enter_child(uint64_t memory, uint64_t seconds, pid_t parent);

/// How a child process ended.
struct cjail_ending {
  /// The exit code, or the negative number of the signal that killed the child.
  int32_t status;
  /// The child's CPU time in microseconds.
  uint64_t microseconds;
  /// The child's largest resident size in KiB.
  uint64_t kibibytes;
};

/// Waits for a child with wait4(2). Returns 0, or -1 with errno.
int cjail_wait(pid_t child, struct cjail_ending *ending);

/// Kills the process of a conversion and all that it has started.
void cjail_end_conversion(pid_t child);

/// Waits for the process of a conversion, and kills what it has started. Returns 0, or -1 with errno.
int cjail_wait_conversion(pid_t child, struct cjail_ending *ending);

/// Sets SO_RCVTIMEO; see socket(7). Returns 0, or -1 with errno.
int cjail_set_timeout(int socket, int seconds);

/// Reads a file from its start. Returns the number of bytes, `size` or up to the file's end; -1 with errno.
ssize_t cjail_read(int descriptor, void *bytes, size_t size);

/// Maps a file for reading. Returns null with errno if that fails, as it does for an empty file.
const void *cjail_map(int descriptor, size_t size);

/// Unmaps the bytes of cjail_map.
void cjail_unmap(const void *bytes, size_t size);

/// Returns the CPU time of the process's only thread in microseconds (CLOCK_THREAD_CPUTIME_ID). Under
/// RLIMIT_CPU, the kernel updates the time of the process only at ticks.
uint64_t cjail_cpu_time(void);

/// Returns the largest resident size of this process so far, in bytes.
uint64_t cjail_peak_memory(void);

/// Creates a number, initially 0, in memory that child processes share. Returns 0, or -1 with errno.
int cjail_share_number(void);

/// The shared number.
uint32_t cjail_shared_number(void);

/// Sets the shared number.
void cjail_set_shared_number(uint32_t number);
