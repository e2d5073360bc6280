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

/// Calls accept4(2) with SOCK_CLOEXEC and SOCK_NONBLOCK.
int clinux_accept(int listener);

/// Gets the user and process of a Unix socket's peer: SO_PEERCRED in unix(7). Returns 0, or -1 with errno.
int clinux_peer(int socket, uid_t *user, pid_t *process);

/// A descriptor that epoll reports as ready; without the union of `struct epoll_event`.
struct clinux_ready {
  int32_t descriptor;
  uint32_t generation;
  uint32_t events;
};

/// Calls epoll_ctl(2); the event's data has the descriptor and a number that the caller chooses.
int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t generation, uint32_t events);

/// Calls epoll_wait(2) for up to 32 descriptors; `timeout` is in milliseconds, -1 for ever.
int clinux_epoll_wait(int epoll, struct clinux_ready ready[32], int timeout);

/// Calls getdents64(2), which fills `buffer` with directory entries. Returns the number of bytes, 0 at the
/// end, or -1 with errno.
ssize_t clinux_getdents(int directory, void *buffer, size_t count);

/// Calls openat2(2) with RESOLVE_NO_SYMLINKS, and RESOLVE_BENEATH if `stays_beneath`. Returns a descriptor,
/// or -1 with errno: ELOOP if the path contains a symbolic link, EXDEV if it leads out of `directory`, ENOSYS
/// if the kernel lacks the call.
int clinux_open_without_links(int directory, const char *path, int flags, int stays_beneath);

/// The flags for a descriptor that only names a path, possibly of a symbolic link: O_PATH, O_NOFOLLOW,
/// O_CLOEXEC.
extern const int clinux_path_flags;

/// Calls openat(2) with O_PATH and O_CLOEXEC: the descriptor only names a path for other calls.
int clinux_open_path(int directory, const char *path, int flags);

/// Exchanges two directory entries: renameat2(2) with RENAME_EXCHANGE. Returns 0, or -1 with errno.
int clinux_exchange(const char *one, const char *other);

/// Sets `type` to the `f_type` of fstatfs(2). Returns 0, or -1 with errno.
int clinux_file_system_type(int file, uint32_t *type);

/// Gets the value of an extended attribute: fgetxattr(2). Returns its size, also with a `size` of 0, or -1 with
/// errno.
ssize_t clinux_attribute(int file, const char *name, void *value, size_t size);

/// Gets the value of an extended attribute of the file that a descriptor names, also with O_PATH: getxattr(2). Returns
/// its size, also with a `size` of 0, or -1 with errno.
ssize_t clinux_named_attribute(int file, const char *name, void *value, size_t size);

/// Returns how many columns of a terminal a character takes, -1 for a control character: wcwidth(3) in the
/// locale C.UTF-8, which is built into glibc.
int clinux_columns(unsigned character);

/// Returns all freed memory to the system: malloc_trim(3).
void clinux_give_back_memory(void);

/// Makes malloc use few arenas, and mmap(2) for large blocks, so that free(3) returns memory: mallopt(3).
void clinux_keep_memory_small(void);

/// Keeps memory out of core dumps: RLIMIT_CORE of setrlimit(2), and /proc/self/coredump_filter of core(5).
void clinux_forbid_core_dumps(void);

/// Keeps the capabilities of this process from the programs that it starts: PR_CAP_AMBIENT_CLEAR_ALL of prctl(2).
/// Its own capabilities stay. Other threads must start later.
void clinux_keep_capabilities(void);

/// Starts a named, detached thread that blocks all signals: pthread_create(3). Returns 0 or an errno.
int clinux_start_thread(const char *name, void *(*body)(void *), void *context);

/// Waits for a `sem_t` with a timeout: sem_clockwait(3) with CLOCK_MONOTONIC. Returns 0, or -1 with errno.
int clinux_wait_for_semaphore(void *semaphore, int64_t milliseconds);

/// Sets SCHED_BATCH or SCHED_OTHER for the calling thread, see sched(7). Returns 0, or -1 with errno.
int clinux_set_batch_scheduling(int is_batch);

/// Sets or ends the idle I/O class for the calling thread: ioprio_set(2). Returns 0, or -1 with errno.
int clinux_set_idle_io(int is_idle);

/// Creates a pipe with O_CLOEXEC: pipe2(2). ends[0] is the reading end, ends[1] the writing end.
int clinux_pipe(int ends[2]);

/// Creates an empty file in memory that is in no directory: memfd_create(2) with MFD_CLOEXEC, and
/// MFD_ALLOW_SEALING for ``clinux_seal``.
int clinux_memory_file(const char *name);

/// Makes a file in memory unchangeable for good: F_ADD_SEALS of fcntl(2).
int clinux_seal(int file);

/// Starts a process with only the three streams (-1 means /dev/null) and default signal handling:
/// posix_spawn(3). Arguments and environment are concatenated strings, each with its NUL; null inherits the
/// environment or the directory. Returns a pidfd, or -1 with errno.
int clinux_spawn(pid_t *process, const char *program, const char *arguments, size_t argument_count,
                 const char *environment, size_t environment_count, const char *directory,
                 const int streams[3]);

/// Calls waitid(2) for a child's pidfd. Returns the process number and sets `code` (such as CLD_EXITED) and
/// `status`; 0 if the child still runs and `options` has WNOHANG; -1 with errno.
int clinux_wait(int pidfd, int options, int *code, int *status);

/// Gets the user who has the other end of a TCP connection on 127.0.0.1, by the ports of both ends: sock_diag(7).
/// Returns 0, or -1 with errno.
int clinux_loopback_owner(uint16_t peer_port, uint16_t port, uid_t *user);
