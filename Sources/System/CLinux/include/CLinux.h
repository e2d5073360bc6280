#pragma once
// Linux calls that the Glibc module hides: either their headers are not part of it, or they need
// _GNU_SOURCE, which a header must not define (it would break the Glibc module itself).
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/types.h>

/// accept4(2) with SOCK_CLOEXEC and SOCK_NONBLOCK.
int clinux_accept(int listener);

/// The peer of a connected Unix socket (SO_PEERCRED in socket(7), unix(7)). Returns 0, or -1 with errno.
int clinux_peer(int socket, uid_t *user, pid_t *process);

/// A descriptor that epoll found ready, without the union of `struct epoll_event`.
struct clinux_ready {
  int32_t descriptor;
  uint32_t generation;
  uint32_t events;
};

/// epoll_ctl(2) with the descriptor and a number of the caller's as the event's data.
int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t generation, uint32_t events);

/// epoll_wait(2) for at most 32 descriptors; `timeout` in milliseconds, -1 for ever.
int clinux_epoll_wait(int epoll, struct clinux_ready ready[32], int timeout);

/// getdents64(2): fills `buffer` with directory entries; returns the number of bytes, 0 at the end,
/// or -1 with errno.
ssize_t clinux_getdents(int directory, void *buffer, size_t count);

/// openat2(2) with RESOLVE_NO_SYMLINKS, and with RESOLVE_BENEATH if `stays_beneath`. Returns a descriptor, or
/// -1 with errno: ELOOP if a symbolic link is in the path, EXDEV if the path leads out of `directory`,
/// ENOSYS if the kernel does not have the call.
int clinux_open_without_links(int directory, const char *path, int flags, int stays_beneath);

/// The flags of a descriptor that only names a path, perhaps of a symbolic link: O_PATH, O_NOFOLLOW and
/// O_CLOEXEC.
extern const int clinux_path_flags;

/// openat(2) with O_PATH and O_CLOEXEC: a descriptor that only names a path, for other calls.
int clinux_open_path(int directory, const char *path, int flags);

/// renameat2(2) with RENAME_EXCHANGE: exchanges two entries. Returns 0, or -1 with errno.
int clinux_exchange(const char *one, const char *other);

/// fstatfs(2): sets `type` to `f_type`. Returns 0, or -1 with errno.
int clinux_file_system_type(int file, uint32_t *type);

/// wcwidth(3) in the locale C.UTF-8, which glibc has built in: how many columns of a terminal a character
/// takes; -1 for a control character.
int clinux_columns(unsigned character);

/// malloc_trim(3): returns all freed memory to the system.
void clinux_give_back_memory(void);

/// mallopt(3): few arenas, and large blocks always from mmap(2), so that free(3) returns their memory.
void clinux_keep_memory_small(void);

/// setrlimit(2) with RLIMIT_CORE, and /proc/self/coredump_filter, see core(5): no memory in core dumps.
void clinux_forbid_core_dumps(void);

/// pthread_create(3) with a named, detached thread whose signals are all blocked. Returns 0 or an errno.
int clinux_start_thread(const char *name, void *(*body)(void *), void *context);

/// sem_clockwait(3) with CLOCK_MONOTONIC: waits for a `sem_t` at most this long. Returns 0, or -1 with errno.
int clinux_wait_for_semaphore(void *semaphore, int64_t milliseconds);

/// sched_setscheduler(2) for the calling thread: SCHED_BATCH, or SCHED_OTHER. Returns 0, or -1 with errno.
int clinux_set_batch_scheduling(int is_batch);

/// ioprio_set(2) for the calling thread: the idle class, or none of its own. Returns 0, or -1 with errno.
int clinux_set_idle_io(int is_idle);

/// pipe2(2) with O_CLOEXEC: ends[0] is the reading end, ends[1] the writing end.
int clinux_pipe(int ends[2]);

/// memfd_create(2) with MFD_CLOEXEC: an empty file that is in no directory. MFD_ALLOW_SEALING is for
/// ``clinux_seal``.
int clinux_memory_file(const char *name);

/// Makes a file in memory unchangeable for good: F_ADD_SEALS of fcntl(2).
int clinux_seal(int file);

/// posix_spawn(3) of a process with only the three streams (-1: /dev/null), and no blocked or ignored
/// signals. Arguments and environment are concatenated strings, each with its NUL; a null environment
/// or directory is inherited from this process. Returns a pidfd, or -1 with errno.
int clinux_spawn(pid_t *process, const char *program, const char *arguments, size_t argument_count,
                 const char *environment, size_t environment_count, const char *directory,
                 const int streams[3]);

/// waitid(2) for a child's pidfd. Returns its number and sets `code` (CLD_EXITED or another) and
/// `status`, or 0 if it is still running and `options` has WNOHANG, or -1 with errno.
int clinux_wait(int pidfd, int options, int *code, int *status);
