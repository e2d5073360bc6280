#define _GNU_SOURCE
#include "Attempts.h"
#include "CJail.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Enters the jail, and tries what it must forbid; each attempt has a process of its own.
//
// usage: JailProbe free|parent|child|strict LIMIT PLACE [FOLDER]
//        JailProbe unfiltered PROGRAM
//
// `unfiltered` runs a program as on a kernel without seccomp filters.
//
// `free` makes no jail: "ALLOWED" there shows that the attempts are right. `parent` is the jail of
// the process that starts the readers, `child` the jail of a reader. `strict` is the jail of a
// reader in which each refused call kills. LIMIT is the highest ABI of Landlock, -1 for the
// kernel's. PLACE is an empty folder for files of the attempts, FOLDER the only one that may be
// read in the jail.

enum level { unjailed, parent, child, strict };

/// The result of an attempt for the first process.
struct outcome {
  int is_known;
  long result;
  int code;
};

static volatile struct outcome *outcome;
static volatile struct cjail_state *granted;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int checked(int result, const char *what) {
  if (result < 0) fail(what);
  return result;
}

static struct prepared prepare(const char *place) {
  static char path[4096];
  struct prepared p = {.parent = getpid(), .path = path};
  snprintf(path, sizeof path, "%s/file", place);
  p.folder = checked(open(place, O_RDONLY | O_DIRECTORY), place);
  int file = checked(open(path, O_RDWR | O_CREAT, 0600), path);
  checked(ftruncate(file, 4096), path);
  p.file = checked(open(path, O_RDONLY), path);
  close(file);
  p.parent_descriptor = checked((int)syscall(SYS_pidfd_open, p.parent, 0), "pidfd_open");
  p.program = checked(open("/bin/true", O_RDONLY), "/bin/true");
  p.listener = checked(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), "socket");
  p.tcp_socket = checked(socket(AF_INET, SOCK_STREAM, 0), "socket");
  p.unix_socket = checked(socket(AF_UNIX, SOCK_STREAM, 0), "socket");
  p.netlink_socket = checked(socket(AF_NETLINK, SOCK_RAW, 0), "socket");
  checked(socketpair(AF_UNIX, SOCK_STREAM, 0, p.socket_pair), "socketpair");
  p.memory = checked(memfd_create("probe", 0), "memfd_create");
  checked(ftruncate(p.memory, 4096), "ftruncate");
  p.page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p.file_page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, p.file, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  checked(bind(p.listener, (struct sockaddr *)&address, size), "bind");
  checked(listen(p.listener, 16), "listen");
  checked(getsockname(p.listener, (struct sockaddr *)&address, &size), "getsockname");
  memcpy(p.page, &address, size);
  return p;
}

static void run(const struct attempt *attempt, const struct prepared *p) {
  pid_t process = getpid();
  errno = 0;
  long result = attempt->run(p);
  if (getpid() != process) _exit(0);
  outcome->result = result;
  outcome->code = errno;
  outcome->is_known = 1;
  _exit(0);
}

/// Enters the jail and makes an attempt; ends this process like the attempt.
static void run_jailed(
    const struct attempt *attempt, const struct prepared *p, enum level level,
    const struct cjail_options *options) {
  pid_t process = getpid();
  struct cjail_state state;
  if (cjail_enter(options, &state) != 0) _exit(2);
  granted->landlock = state.landlock;
  granted->seccomp = state.seccomp;
  if (level == parent) run(attempt, p);
  pid_t reader = cjail_fork();
  if (reader == 0) {
    if (cjail_enter_child(1 << 30, 10, process) != 0) _exit(2);
    run(attempt, p);
  }
  struct cjail_ending ending;
  if (reader < 0 || cjail_wait(reader, &ending) != 0) _exit(2);
  _exit(ending.status < 0 ? 128 - ending.status : ending.status);
}

static const char *verdict(const struct attempt *attempt, int status, char text[32]) {
  if (outcome->is_known && outcome->result >= 0) return "ALLOWED";
  if (outcome->is_known) {
    int code = outcome->code;
    if (code == EPERM || code == EACCES || (code && code == attempt->code)) return "refused";
    snprintf(text, 32, "failed (%s)", strerrorname_np(code));
    return text;
  }
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) - 128;
  if (signal == SIGSYS) return "killed";
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2) return "not jailed";
  // It runs another program.
  return "ALLOWED";
}

/// Runs a program that cannot install a seccomp filter.
static int run_unfiltered(char **words) {
  struct sock_filter code[] = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_prctl},
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, PR_SET_SECCOMP},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EINVAL},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  };
  struct sock_fprog filter = {.len = sizeof code / sizeof *code, .filter = code};
  checked(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl");
  checked(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0), "prctl");
  execv(words[2], words + 2);
  return 1;
}

int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "unfiltered") == 0) return run_unfiltered(words);
  static const char *const names[] = {"free", "parent", "child", "strict"};
  if (count < 4) return 1;
  enum level level = unjailed;
  while (level < strict && strcmp(words[1], names[level]) != 0) level++;
  struct cjail_options options = {
      .folder = count > 4 ? words[4] : NULL,
      .landlock_limit = atoi(words[2]),
      .is_strict = level == strict,
  };
  struct prepared prepared = prepare(words[3]);
  outcome = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  granted = (volatile struct cjail_state *)(outcome + 1);
  for (int i = 0; i < attempt_count; i++) {
    const struct attempt *attempt = &attempts[i];
    if (level == parent && attempt->needed == to_parent) continue;
    if (options.folder && attempt->needed == with_folder) continue;
    outcome->is_known = 0;
    fflush(stdout);
    pid_t process = checked(fork(), "fork");
    if (process == 0 && level == unjailed) run(attempt, &prepared);
    if (process == 0) run_jailed(attempt, &prepared, level, &options);
    int status;
    checked(waitpid(process, &status, 0), "waitpid");
    char text[32];
    printf("%s: %s\n", attempt->name, verdict(attempt, status, text));
  }
  printf("Landlock: %d\nseccomp: %d\n", granted->landlock, granted->seccomp);
  return 0;
}
