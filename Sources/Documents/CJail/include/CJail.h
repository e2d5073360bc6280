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
