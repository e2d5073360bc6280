#define _GNU_SOURCE
#include "CLinux.h"
#include <dirent.h>
#include <malloc.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/openat2.h>
#include <linux/sock_diag.h>
#include <locale.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <wchar.h>

void clinux_forbid_core_dumps(void) {
  const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
  setrlimit(RLIMIT_CORE, &none);
  int file = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // Without the filter, the resource limit still prevents core files.
  if (write(file, "0", 1) < 0) errno = 0;
  close(file);
}

void clinux_keep_capabilities(void) { prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); }

int clinux_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_peer(int socket, uid_t *user, pid_t *process) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
  *user = credentials.uid;
  *process = credentials.pid;
  return 0;
}

int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t generation, uint32_t events) {
  struct epoll_event event = {
      .events = events,
      .data.u64 = (uint64_t)generation << 32 | (uint32_t)descriptor,
  };
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int clinux_epoll_wait(int epoll, struct clinux_ready ready[32], int timeout) {
  struct epoll_event events[32];
  int count = epoll_wait(epoll, events, 32, timeout);
  for (int i = 0; i < count; i++) {
    ready[i].descriptor = (int32_t)(uint32_t)events[i].data.u64;
    ready[i].generation = events[i].data.u64 >> 32;
    ready[i].events = events[i].events;
  }
  return count;
}

ssize_t clinux_getdents(int directory, void *buffer, size_t count) {
  return getdents64(directory, buffer, count);
}

int clinux_open_without_links(int directory, const char *path, int flags, int stays_beneath) {
  struct open_how how = {
      .flags = flags,
      .resolve = RESOLVE_NO_SYMLINKS | (stays_beneath ? RESOLVE_BENEATH : 0),
  };
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

const int clinux_path_flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;

int clinux_open_path(int directory, const char *path, int flags) {
  return openat(directory, path, O_PATH | O_CLOEXEC | flags);
}

int clinux_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}

int clinux_file_system_type(int file, uint32_t *type) {
  struct statfs status;
  if (fstatfs(file, &status) != 0) return -1;
  *type = status.f_type;
  return 0;
}

static locale_t unicode;

static void make_unicode(void) {
  unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

ssize_t clinux_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

ssize_t clinux_named_attribute(int file, const char *name, void *value, size_t size) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return getxattr(path, name, value, size);
}

int clinux_columns(unsigned character) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_unicode);
  if (!unicode) return 1;
  locale_t before = uselocale(unicode);
  int columns = wcwidth((wchar_t)character);
  uselocale(before);
  return columns;
}

void clinux_give_back_memory(void) {
  malloc_trim(0);
}

void clinux_keep_memory_small(void) {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
}

struct start {
  char name[16];
  void *(*body)(void *);
  void *context;
};

// A thread sets its own name: pthread_setname_np(3) for others writes to /proc, which Landlock may forbid.
static void *run_named(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  pthread_setname_np(pthread_self(), start.name);
  return start.body(start.context);
}

int clinux_start_thread(const char *name, void *(*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  *start = (struct start){.body = body, .context = context};
  strncpy(start->name, name, sizeof start->name - 1);
  sigset_t all, before;
  sigfillset(&all);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int result = pthread_create(&thread, &attributes, run_named, start);
  if (result != 0) free(start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return result;
}

int clinux_wait_for_semaphore(void *semaphore, int64_t milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += milliseconds % 1000 * 1000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec += 1;
    end.tv_nsec -= 1000000000;
  }
  int result;
  do {
    result = sem_clockwait(semaphore, CLOCK_MONOTONIC, &end);
  } while (result != 0 && errno == EINTR);
  return result;
}

int clinux_set_batch_scheduling(int is_batch) {
  struct sched_param none = {0};
  return sched_setscheduler(0, is_batch ? SCHED_BATCH : SCHED_OTHER, &none);
}

int clinux_set_idle_io(int is_idle) {
  // Not every system has linux/ioprio.h: class 3 is idle, class 0 is none, and the first 1 means a thread.
  return (int)syscall(SYS_ioprio_set, 1, 0, is_idle ? 3 << 13 : 0);
}

int clinux_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC);
}

int clinux_memory_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int clinux_seal(int file) {
  return fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
}

// Returns pointers to concatenated strings; a null pointer ends the list.
static char **list(const char *strings, size_t count) {
  char **list = calloc(count + 1, sizeof *list);
  for (size_t i = 0; list && i < count; i++) {
    list[i] = (char *)strings;
    strings += strlen(strings) + 1;
  }
  return list;
}

int clinux_spawn(pid_t *process, const char *program, const char *arguments, size_t argument_count,
                 const char *environment, size_t environment_count, const char *directory,
                 const int streams[3]) {
  char **argv = list(arguments, argument_count);
  char **envp = environment ? list(environment, environment_count) : environ;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int result = argv && envp ? 0 : ENOMEM;

  // Moves the streams to numbers above 2: a stream may be 0 to 2, and dup2(2) would overwrite it.
  int copies[3] = {-1, -1, -1};
  for (int i = 0; i < 3 && result == 0; i++) {
    if (streams[i] < 0) {
      result = posix_spawn_file_actions_addopen(&actions, i, "/dev/null", O_RDWR, 0);
    } else if ((copies[i] = fcntl(streams[i], F_DUPFD_CLOEXEC, 3)) < 0) {
      result = errno;
    } else {
      result = posix_spawn_file_actions_adddup2(&actions, copies[i], i);
    }
  }
  if (result == 0) result = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (result == 0 && directory)
    result = posix_spawn_file_actions_addchdir_np(&actions, directory);

  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (result == 0) result = posix_spawn(process, program, &actions, &attributes, argv, envp);

  for (int i = 0; i < 3; i++)
    if (copies[i] >= 0) close(copies[i]);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  free(argv);
  if (envp != environ) free(envp);

  int pidfd = result == 0 ? pidfd_open(*process, 0) : -1;
  if (result == 0 && pidfd < 0) {
    result = errno;
    kill(*process, SIGKILL);
    while (waitpid(*process, NULL, 0) < 0 && errno == EINTR) continue;
  }
  errno = result;
  return pidfd;
}

int clinux_wait(int pidfd, int options, int *code, int *status) {
  siginfo_t info = {0};
  if (waitid(P_PIDFD, pidfd, &info, WEXITED | options) != 0) return -1;
  *code = info.si_code;
  *status = info.si_status;
  return info.si_pid;
}

int clinux_loopback_owner(uint16_t peer_port, uint16_t port, uid_t *user) {
  int channel = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (channel < 0) return -1;
  const struct timeval patience = {.tv_sec = 2};
  setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  // The peer's socket itself: its own port is the source.
  struct {
    struct nlmsghdr header;
    struct inet_diag_req_v2 body;
  } request = {
    .header = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
    .body = {
      .sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0U,
      .id = {
        .idiag_sport = htons(peer_port), .idiag_dport = htons(port), .idiag_src = {htonl(INADDR_LOOPBACK)},
        .idiag_dst = {htonl(INADDR_LOOPBACK)}, .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}}};
  union {
    struct nlmsghdr header;
    char bytes[4096];
  } answer;
  int result = -1, error = EPROTO;
  if (send(channel, &request, sizeof request, 0) < 0) {
    error = errno;
  } else {
    ssize_t size = recv(channel, &answer, sizeof answer, 0);
    if (size < 0) {
      error = errno;
    } else if (NLMSG_OK(&answer.header, (unsigned)size) && answer.header.nlmsg_type == SOCK_DIAG_BY_FAMILY &&
               answer.header.nlmsg_len >= NLMSG_LENGTH(sizeof(struct inet_diag_msg))) {
      const struct inet_diag_msg *found = NLMSG_DATA(&answer.header);
      // An exact question has an exact answer; anything else is of another connection.
      if (found->id.idiag_sport == htons(peer_port) && found->id.idiag_dport == htons(port)) {
        *user = found->idiag_uid;
        result = 0;
      }
    } else if (NLMSG_OK(&answer.header, (unsigned)size) && answer.header.nlmsg_type == NLMSG_ERROR &&
               answer.header.nlmsg_len >= NLMSG_LENGTH(sizeof(struct nlmsgerr))) {
      error = -((const struct nlmsgerr *)NLMSG_DATA(&answer.header))->error;
    }
  }
  close(channel);
  errno = error;
  return result;
}
