#pragma once
// The jail of the programs that read foreign documents: Landlock, seccomp, resource limits. Everything is
// called on the only thread of a process.
#include <stdint.h>
#include <sys/types.h>

/// The protection that the kernel granted.
struct cjail_state {
  /// The ABI of Landlock in effect; 0 if there is none.
  int landlock;
  /// Whether the seccomp filter is in effect.
  int seccomp;
};

/// How a jail is made.
struct cjail_options {
  /// The only folder that may be read; null for none. Without Landlock it cannot be read either.
  const char *folder;
  /// The highest ABI of Landlock to use, for tests; -1 for the kernel's.
  int landlock_limit;
  /// Whether every refused call kills the process instead of failing, for tests.
  int is_strict;
};

/// Makes this process the first to go when memory is short, has it killed when its parent ends, limits its
/// resources, and takes away all other rights for good: landlock(7), seccomp(2), setrlimit(2), prctl(2).
/// Returns 0, or -1 with errno if the parent has ended or privileges cannot be given up.
int cjail_enter(const struct cjail_options *options, struct cjail_state *state);

/// fork(2) for a process in the jail.
pid_t cjail_fork(void);

/// Limits a child of a process in the jail: RLIMIT_AS in bytes, RLIMIT_CPU in seconds, and no further
/// processes. Returns 0, or -1 with errno.
int cjail_enter_child(uint64_t memory, uint64_t seconds, pid_t parent);

/// How a child ended.
struct cjail_ending {
  /// Its exit code, or the negative number of the signal that killed it.
  int32_t status;
  /// Its CPU time in microseconds.
  uint64_t microseconds;
  /// Its largest resident size in KiB.
  uint64_t kibibytes;
};

/// wait4(2). Returns 0, or -1 with errno.
int cjail_wait(pid_t child, struct cjail_ending *ending);

/// SO_RCVTIMEO of socket(7).
int cjail_set_timeout(int socket, int seconds);

/// Reads a file from its beginning. Returns the number of bytes, fewer than `size` at its end; -1 with errno.
ssize_t cjail_read(int descriptor, void *bytes, size_t size);

/// Maps a file for reading; null with errno. An empty file cannot be mapped.
const void *cjail_map(int descriptor, size_t size);

/// munmap(2).
void cjail_unmap(const void *bytes, size_t size);

/// The CPU time of this thread, which is the only one, in microseconds; CLOCK_THREAD_CPUTIME_ID of
/// clock_gettime(2). Under RLIMIT_CPU, the kernel brings the time of the process up to date only at ticks.
uint64_t cjail_cpu_time(void);

/// The resident size of this process in bytes, at its largest.
uint64_t cjail_peak_memory(void);

/// Reserves a number that a process shares with its children; 0 at first. Returns 0, or -1 with errno.
int cjail_share_number(void);

/// The shared number.
uint32_t cjail_shared_number(void);

/// Sets the shared number.
void cjail_set_shared_number(uint32_t number);
