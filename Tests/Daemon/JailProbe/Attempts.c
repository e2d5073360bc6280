#define _GNU_SOURCE
#include "Attempts.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

// All calls are raw, because the C library may make other calls in their place.
#define ATTEMPT(NAME) static long NAME(const struct prepared *p)
#define CALL(NAME, ...)                                     \
  ATTEMPT(NAME) {                                           \
    (void)p;                                                \
    return syscall(__VA_ARGS__);                            \
  }

enum { here = AT_FDCWD };

// Files
CALL(open_to_read, SYS_openat, here, "/etc/passwd", O_RDONLY)
CALL(open_to_write, SYS_openat, here, p->path, O_WRONLY)
CALL(open_to_truncate, SYS_openat, here, p->path, O_RDONLY | O_TRUNC)
CALL(open_to_create, SYS_openat, p->folder, "made", O_RDWR | O_CREAT, 0600)
CALL(open_folder, SYS_openat, here, "/", O_RDONLY | O_DIRECTORY)
CALL(open_home, SYS_openat, here, "/home", O_RDONLY)
CALL(open_below, SYS_openat, p->folder, "file", O_RDONLY)
CALL(open_path, SYS_openat, here, "/etc", O_PATH)
CALL(open_own_memory, SYS_openat, here, "/proc/self/mem", O_RDWR)
CALL(reopen_file, SYS_openat, here, "/proc/self/fd/0", O_RDWR)
CALL(open_terminal, SYS_openat, here, "/dev/tty", O_RDWR)
ATTEMPT(open_environment_of_parent) {
  char path[64] = "/proc/";
  char digits[16];
  int count = 0;
  for (pid_t rest = p->parent; rest > 0; rest /= 10) digits[count++] = (char)('0' + rest % 10);
  size_t length = strlen(path);
  while (count > 0) path[length++] = digits[--count];
  strcpy(path + length, "/environ");
  return syscall(SYS_openat, here, path, O_RDONLY);
}
ATTEMPT(open_how) {
  uint64_t how[3] = {O_RDONLY, 0, 0};
  (void)p;
  return syscall(SYS_openat2, here, "/etc/passwd", how, sizeof how);
}
#ifdef SYS_open
CALL(old_open, SYS_open, "/etc/passwd", O_RDONLY)
CALL(creat_file, SYS_creat, p->path, 0600)
CALL(stat_path, SYS_stat, "/etc/passwd", p->page)
CALL(access_path, SYS_access, "/etc/passwd", R_OK)
#endif
CALL(statx_path, SYS_statx, here, "/etc/passwd", 0, 0x7ff, p->page)
CALL(newfstatat_path, SYS_newfstatat, here, "/etc/passwd", p->page, 0)
CALL(faccessat_path, SYS_faccessat, here, "/etc/passwd", R_OK)
CALL(readlink_path, SYS_readlinkat, here, "/proc/self/exe", p->page, 64)
CALL(getdents, SYS_getdents64, p->folder, p->page, 4096)
CALL(change_folder, SYS_fchdir, p->folder)
CALL(unlink_file, SYS_unlinkat, p->folder, "gone", 0)
CALL(rename_file, SYS_renameat2, p->folder, "made", p->folder, "renamed", RENAME_NOREPLACE)
CALL(symlink_file, SYS_symlinkat, "file", p->folder, "link")
CALL(link_file, SYS_linkat, p->folder, "file", p->folder, "hard", 0)
CALL(make_folder, SYS_mkdirat, p->folder, "folder", 0700)
CALL(change_mode, SYS_fchmod, p->file, 0777)
CALL(change_attribute, SYS_fsetxattr, p->file, "user.a", "b", 1, 0)
CALL(truncate_file, SYS_truncate, p->path, 0)
CALL(truncate_descriptor, SYS_ftruncate, p->file, 0)
CALL(truncate_memory, SYS_ftruncate, p->memory, 0)
CALL(write_descriptor, SYS_write, p->file, "x", 1)
CALL(write_at, SYS_pwrite64, p->memory, "x", 1, 0)
CALL(memory_file, SYS_memfd_create, "a", 0)
CALL(watch_files, SYS_inotify_init1, 0)

// Descriptors
CALL(set_owner, SYS_fcntl, p->socket_pair[0], F_SETOWN, p->parent)
CALL(set_signal, SYS_fcntl, p->socket_pair[0], F_SETSIG, SIGURG)
CALL(set_flags, SYS_fcntl, p->socket_pair[0], F_SETFL, O_ASYNC)
CALL(take_lease, SYS_fcntl, p->file, F_SETLEASE, F_RDLCK)
CALL(watch_folder, SYS_fcntl, p->folder, F_NOTIFY, DN_MODIFY)
ATTEMPT(lock_file) {
  struct flock lock = {.l_type = F_RDLCK};
  return syscall(SYS_fcntl, p->file, F_SETLK, &lock);
}
CALL(type_into_terminal, SYS_ioctl, 0, TIOCSTI, "x")
CALL(set_owner_by_ioctl, SYS_ioctl, p->socket_pair[0], FIOSETOWN, &p->parent)

// Sockets
CALL(unix_socket, SYS_socket, AF_UNIX, SOCK_STREAM, 0)
CALL(tcp_socket, SYS_socket, AF_INET, SOCK_STREAM, 0)
CALL(udp_socket, SYS_socket, AF_INET, SOCK_DGRAM, 0)
CALL(netlink_socket, SYS_socket, AF_NETLINK, SOCK_RAW, 0)
CALL(socket_pair, SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, p->page)
ATTEMPT(connect_tcp) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  memcpy(&address, p->page, size);
  return syscall(SYS_connect, p->tcp_socket, &address, size);
}
ATTEMPT(bind_tcp) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  return syscall(SYS_bind, p->tcp_socket, &address, sizeof address);
}
ATTEMPT(bind_abstract) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  return syscall(SYS_bind, p->unix_socket, &address, sizeof address.sun_family);
}
ATTEMPT(connect_netlink) {
  struct sockaddr address = {.sa_family = AF_NETLINK};
  return syscall(SYS_connect, p->netlink_socket, &address, 12);
}
CALL(listen_tcp, SYS_listen, p->tcp_socket, 1)
CALL(accept_tcp, SYS_accept4, p->listener, NULL, NULL, SOCK_NONBLOCK)

// Processes
#ifdef SYS_fork
CALL(old_fork, SYS_fork)
#endif
// Not by syscall(2): the child would return over the frame of its parent.
ATTEMPT(virtual_fork) {
  (void)p;
  pid_t child = vfork();
  if (child == 0) _exit(0);
  return child;
}
CALL(clone_process, SYS_clone, SIGCHLD, 0, 0, 0, 0)
CALL(clone_namespace, SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)
CALL(clone_sibling, SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0)
ATTEMPT(clone_three) {
  uint64_t arguments[8] = {[4] = SIGCHLD};
  (void)p;
  return syscall(SYS_clone3, arguments, sizeof arguments);
}
ATTEMPT(execute) {
  char *words[] = {"true", NULL};
  (void)p;
  return syscall(SYS_execve, "/bin/true", words, words + 1);
}
ATTEMPT(execute_descriptor) {
  char *words[] = {"true", NULL};
  return syscall(SYS_execveat, p->program, "", words, words + 1, AT_EMPTY_PATH);
}
CALL(kill_parent, SYS_kill, p->parent, 0)
CALL(kill_thread_of_parent, SYS_tgkill, p->parent, p->parent, 0)
CALL(old_kill_thread, SYS_tkill, p->parent, 0)
CALL(signal_parent, SYS_pidfd_send_signal, p->parent_descriptor, 0, NULL, 0)
ATTEMPT(queue_signal) {
  siginfo_t info = {.si_code = SI_QUEUE};
  return syscall(SYS_rt_sigqueueinfo, p->parent, 0, &info);
}
CALL(open_parent, SYS_pidfd_open, p->parent, 0)
CALL(take_descriptor, SYS_pidfd_getfd, p->parent_descriptor, 0, 0)
CALL(trace_parent, SYS_ptrace, PTRACE_SEIZE, p->parent, 0, 0)
ATTEMPT(read_memory) {
  struct iovec piece = {p->page, 8};
  return syscall(SYS_process_vm_readv, p->parent, &piece, 1, &piece, 1, 0);
}
ATTEMPT(write_memory) {
  struct iovec piece = {p->page, 8};
  return syscall(SYS_process_vm_writev, p->parent, &piece, 1, &piece, 1, 0);
}
ATTEMPT(limit_parent) {
  struct rlimit limit;
  return syscall(SYS_prlimit64, p->parent, RLIMIT_CPU, NULL, &limit);
}
ATTEMPT(raise_limit) {
  struct rlimit limit = {1024, 1024};
  (void)p;
  return syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, NULL);
}
CALL(be_dumpable, SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0)
CALL(allow_tracing, SYS_prctl, PR_SET_PTRACER, -1, 0, 0, 0)
CALL(adopt_orphans, SYS_prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
CALL(outlive_parent, SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0)
CALL(filter_calls, SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &(uint32_t){SECCOMP_RET_ALLOW})
CALL(set_user, SYS_setuid, getuid())
CALL(new_session, SYS_setsid)
CALL(set_priority, SYS_setpriority, PRIO_PROCESS, 0, 0)
CALL(set_affinity, SYS_sched_setaffinity, 0, 8, &(uint64_t){1})

// The system
CALL(unshare_user, SYS_unshare, CLONE_NEWUSER)
CALL(enter_namespace, SYS_setns, p->parent_descriptor, CLONE_NEWUTS)
CALL(mount_folder, SYS_mount, "none", "/nowhere", "tmpfs", 0, NULL)
CALL(unmount_folder, SYS_umount2, "/nowhere", 0)
CALL(change_root, SYS_chroot, "/")
CALL(keys, SYS_keyctl, 0, -3, 0)
CALL(add_key, SYS_add_key, "user", "a", "b", 1, -1)
CALL(load_program, SYS_bpf, 0, p->page, 64)
CALL(make_ring, SYS_io_uring_setup, 1, memset(p->page, 0, 256))
CALL(handle_faults, SYS_userfaultfd, 1)
ATTEMPT(count_events) {
  struct perf_event_attr attributes = {.type = PERF_TYPE_SOFTWARE, .size = sizeof attributes};
  attributes.exclude_kernel = 1;
  (void)p;
  return syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}
CALL(shared_memory, SYS_shmget, 1, 4096, 0600)
CALL(message_queue, SYS_msgget, 1, 0600)
CALL(semaphores, SYS_semget, 1, 1, 0600)
CALL(posix_queue, SYS_mq_open, "a", O_RDWR, 0, NULL)
CALL(asynchronous_io, SYS_io_setup, 1, memset(p->page, 0, 8))
CALL(personality, SYS_personality, 0x400000)
CALL(landlock, SYS_landlock_create_ruleset, NULL, 0, 1)

// Memory
CALL(map_code, SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
CALL(map_file_as_code, SYS_mmap, 0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, p->file, 0)
CALL(make_code, SYS_mprotect, p->page, 4096, PROT_READ | PROT_EXEC)
CALL(make_code_by_key, SYS_pkey_mprotect, p->page, 4096, PROT_READ | PROT_EXEC, -1)
CALL(map_to_write, SYS_mmap, 0, 4096, PROT_WRITE, MAP_SHARED, p->file, 0)
CALL(make_writable, SYS_mprotect, p->file_page, 4096, PROT_READ | PROT_WRITE)
CALL(attach_memory, SYS_shmat, -1, 0, 0100000)

#if defined(__x86_64__)
// Numbers of other calling conventions, which may lead to other calls.
CALL(x32_open, 0x40000000 | SYS_open, "/etc/passwd", O_RDONLY)
CALL(x32_getpid, 0x40000000 | SYS_getpid)
ATTEMPT(compatible_getpid) {
  long result = 20; // getpid of i386
  (void)p;
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
  if (result >= 0) return result;
  errno = (int)-result;
  return -1;
}
#endif

const struct attempt attempts[] = {
    {"open to read", open_to_read, nowhere, 0},
    {"open to write", open_to_write, nowhere, 0},
    {"open to truncate", open_to_truncate, nowhere, 0},
    {"open to create", open_to_create, nowhere, 0},
    {"open folder", open_folder, nowhere, 0},
    {"open home", open_home, nowhere, 0},
    {"open below", open_below, nowhere, 0},
    {"open path", open_path, nowhere, 0},
    {"open own memory", open_own_memory, nowhere, 0},
    {"reopen file", reopen_file, nowhere, 0},
    {"open terminal", open_terminal, nowhere, 0},
    {"open environment of parent", open_environment_of_parent, nowhere, 0},
    {"open how", open_how, nowhere, 0},
#ifdef SYS_open
    {"old open", old_open, nowhere, 0},
    {"creat file", creat_file, nowhere, 0},
    {"stat path", stat_path, nowhere, 0},
    {"access path", access_path, nowhere, 0},
#endif
    {"statx path", statx_path, nowhere, 0},
    {"newfstatat path", newfstatat_path, with_folder, 0},
    {"faccessat path", faccessat_path, nowhere, 0},
    {"readlink path", readlink_path, nowhere, 0},
    {"getdents", getdents, with_folder, 0},
    {"change folder", change_folder, nowhere, 0},
    {"unlink file", unlink_file, nowhere, 0},
    {"rename file", rename_file, nowhere, 0},
    {"symlink file", symlink_file, nowhere, 0},
    {"link file", link_file, nowhere, 0},
    {"make folder", make_folder, nowhere, 0},
    {"change mode", change_mode, nowhere, 0},
    {"change attribute", change_attribute, nowhere, 0},
    {"truncate file", truncate_file, nowhere, 0},
    {"truncate descriptor", truncate_descriptor, nowhere, 0},
    {"truncate memory", truncate_memory, nowhere, 0},
    {"write descriptor", write_descriptor, nowhere, EBADF},
    {"write at", write_at, nowhere, 0},
    {"memory file", memory_file, nowhere, 0},
    {"watch files", watch_files, nowhere, 0},
    {"set owner", set_owner, nowhere, 0},
    {"set signal", set_signal, nowhere, 0},
    {"set flags", set_flags, nowhere, 0},
    {"take lease", take_lease, nowhere, 0},
    {"watch folder", watch_folder, nowhere, 0},
    {"lock file", lock_file, nowhere, 0},
    {"type into terminal", type_into_terminal, nowhere, 0},
    {"set owner by ioctl", set_owner_by_ioctl, nowhere, 0},
    {"unix socket", unix_socket, nowhere, 0},
    {"tcp socket", tcp_socket, nowhere, 0},
    {"udp socket", udp_socket, nowhere, 0},
    {"netlink socket", netlink_socket, nowhere, 0},
    {"socket pair", socket_pair, nowhere, 0},
    {"connect tcp", connect_tcp, nowhere, 0},
    {"bind tcp", bind_tcp, nowhere, 0},
    {"bind abstract", bind_abstract, nowhere, 0},
    {"connect netlink", connect_netlink, nowhere, 0},
    {"listen tcp", listen_tcp, nowhere, 0},
    {"accept tcp", accept_tcp, nowhere, 0},
#ifdef SYS_fork
    {"old fork", old_fork, nowhere, 0},
#endif
    {"virtual fork", virtual_fork, nowhere, 0},
    {"clone process", clone_process, to_parent, 0},
    {"clone namespace", clone_namespace, nowhere, 0},
    {"clone sibling", clone_sibling, nowhere, 0},
    {"clone three", clone_three, nowhere, ENOSYS},
    {"execute", execute, nowhere, 0},
    {"execute descriptor", execute_descriptor, nowhere, 0},
    {"kill parent", kill_parent, nowhere, 0},
    {"kill thread of parent", kill_thread_of_parent, nowhere, 0},
    {"old kill thread", old_kill_thread, nowhere, 0},
    {"signal parent", signal_parent, nowhere, 0},
    {"queue signal", queue_signal, nowhere, 0},
    {"open parent", open_parent, nowhere, 0},
    {"take descriptor", take_descriptor, nowhere, 0},
    {"trace parent", trace_parent, nowhere, 0},
    {"read memory", read_memory, nowhere, 0},
    {"write memory", write_memory, nowhere, 0},
    {"limit parent", limit_parent, nowhere, 0},
    {"raise limit", raise_limit, nowhere, 0},
    {"be dumpable", be_dumpable, nowhere, 0},
    {"allow tracing", allow_tracing, nowhere, 0},
    {"adopt orphans", adopt_orphans, nowhere, 0},
    {"outlive parent", outlive_parent, to_parent, 0},
    {"filter calls", filter_calls, nowhere, 0},
    {"set user", set_user, nowhere, 0},
    {"new session", new_session, nowhere, 0},
    {"set priority", set_priority, nowhere, 0},
    {"set affinity", set_affinity, nowhere, 0},
    {"unshare user", unshare_user, nowhere, 0},
    {"enter namespace", enter_namespace, nowhere, 0},
    {"mount folder", mount_folder, nowhere, 0},
    {"unmount folder", unmount_folder, nowhere, 0},
    {"change root", change_root, nowhere, 0},
    {"keys", keys, nowhere, 0},
    {"add key", add_key, nowhere, 0},
    {"load program", load_program, nowhere, 0},
    {"make ring", make_ring, nowhere, 0},
    {"handle faults", handle_faults, nowhere, 0},
    {"count events", count_events, nowhere, 0},
    {"shared memory", shared_memory, nowhere, 0},
    {"message queue", message_queue, nowhere, 0},
    {"semaphores", semaphores, nowhere, 0},
    {"posix queue", posix_queue, nowhere, 0},
    {"asynchronous io", asynchronous_io, nowhere, 0},
    {"personality", personality, nowhere, 0},
    {"landlock", landlock, nowhere, 0},
    {"map code", map_code, nowhere, 0},
    {"map file as code", map_file_as_code, nowhere, 0},
    {"make code", make_code, nowhere, 0},
    {"make code by key", make_code_by_key, nowhere, 0},
    {"map to write", map_to_write, nowhere, 0},
    {"make writable", make_writable, nowhere, 0},
    {"attach memory", attach_memory, nowhere, 0},
#if defined(__x86_64__)
    {"x32 open", x32_open, nowhere, 0},
    {"x32 getpid", x32_getpid, nowhere, 0},
    {"compatible getpid", compatible_getpid, nowhere, 0},
#endif
};

const int attempt_count = sizeof attempts / sizeof *attempts;
