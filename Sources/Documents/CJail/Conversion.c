#define _GNU_SOURCE
#include "CJail.h"
#include "CLandlock.h"
#include "Filter.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// What programs of a system need to run: themselves, their libraries, data and settings.
static const char *const readable[] = {
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix/store", "/gnu/store",
    "/dev/zero", "/dev/random", "/dev/urandom",
};

enum {
  reading = clandlock_read_file | clandlock_read_folder,
  first_closed = 3,
  most_files = 256,
  most_words = 256,
  most_processes = 4096,
  most_at_once = 1 << 24,
};

void cjail_conversion_state(struct cjail_state *state) {
  state->landlock = clandlock_abi(-1);
  uint32_t action = SECCOMP_RET_ERRNO;
  state->seccomp =
      state->landlock > 0 && syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

static int enter_landlock(const char *program) {
  int abi = clandlock_abi(-1);
  if (abi < 1) return -1;
  int ruleset = clandlock_create(abi, clandlock_file_rights(abi), 1);
  if (ruleset < 0) return -1;
  // A place that this system does not have is left out.
  for (unsigned i = 0; i < sizeof readable / sizeof *readable; i++)
    clandlock_allow(ruleset, readable[i], reading | clandlock_execute);
  clandlock_allow(ruleset, "/dev/null", clandlock_read_file | clandlock_write_file);
  if (clandlock_allow(ruleset, program, clandlock_read_file | clandlock_execute) != 0) return -1;
  // Landlock has no rules for a copy in memory, and lets it be opened.
  if (clandlock_allow(ruleset, "/proc/self/fd/0", clandlock_read_file) != 0 && errno != EBADFD) return -1;
  return clandlock_enforce(ruleset);
}

static void limit(int resource, uint64_t value) {
  struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
  setrlimit(resource, &limit);
}

static int reopen(int file) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return open(path, O_RDONLY | O_CLOEXEC);
}

// Copies a document into memory: a file that only the daemon may open, because it has a capability.
static int copy(int document) {
  int memory = memfd_create("document", MFD_CLOEXEC);
  if (memory < 0) return -1;
  off_t offset = 0;
  ssize_t count;
  do count = sendfile(memory, document, &offset, most_at_once);
  while (count > 0 || (count < 0 && errno == EINTR));
  int file = count == 0 ? reopen(memory) : -1;
  close(memory);
  return file;
}

// Makes descriptors 0 to 2, without which no program starts: the document, the output, and nothing.
static int arrange(int document, int output) {
  // A file of its own, because the daemon's descriptor shares its offset.
  int input = reopen(document);
  if (input < 0 && errno == EACCES) input = copy(document);
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (input < 0 || nothing < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(nothing, 2) < 0)
    return -1;
  return (int)syscall(SYS_close_range, first_closed, ~0U, 0);
}

// Nothing personal.
static char *const environment[] = {
    "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "TZ=UTC0", "HOME=/", "TMPDIR=/nonexistent", NULL,
};

static _Noreturn void become(const struct cjail_conversion *conversion, int output, pid_t parent) {
  static struct cjail_filter filter;
  static char *words[most_words + 1];
  const char *word = conversion->words;
  for (int i = 0; i < conversion->word_count && i < most_words; i++, word += strlen(word) + 1)
    words[i] = (char *)word;
  setpgid(0, 0);
  int is_ready = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent
      && arrange(conversion->document, output) == 0 && clandlock_forbid_new_privileges() == 0
      && enter_landlock(words[0]) == 0 && chdir("/") == 0
      && cjail_make_conversion_filter(&filter) == 0;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, most_files);
  // Of the person; it ends a program that only starts others.
  limit(RLIMIT_NPROC, most_processes);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_AS, conversion->memory);
  limit(RLIMIT_CPU, conversion->seconds);
  signal(SIGPIPE, SIG_DFL);
  if (!is_ready || cjail_load_filter(&filter) != 0) _exit(cjail_no_jail);
  execve(words[0], words, environment);
  _exit(cjail_no_program);
}

pid_t cjail_convert(struct cjail_conversion *conversion) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) become(conversion, ends[1], parent);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return -1;
  }
  // Also here, so that the group exists when this returns.
  setpgid(child, child);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  conversion->output = ends[0];
  conversion->process = (int)syscall(SYS_pidfd_open, child, 0);
  return child;
}

int cjail_wait_for_output(const struct cjail_conversion *conversion, int socket) {
  struct pollfd sources[] = {
      {.fd = conversion->output, .events = POLLIN},
      {.fd = socket, .events = POLLRDHUP},
      {.fd = conversion->process, .events = POLLIN},
  };
  while (poll(sources, sizeof sources / sizeof *sources, -1) < 0 && errno == EINTR) {}
  if (sources[1].revents) return -1;
  return sources[2].revents == 0;
}

void cjail_end_conversion(pid_t child) { kill(-child, SIGKILL); }

int cjail_wait_conversion(pid_t child, struct cjail_ending *ending) {
  siginfo_t info;
  int result;
  // It stays in the process table, so that its group cannot become another one's.
  do result = waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
  while (result != 0 && errno == EINTR);
  cjail_end_conversion(child);
  return cjail_wait(child, ending);
}
