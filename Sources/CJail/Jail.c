#define _GNU_SOURCE
#include "CJail.h"
#include "Filter.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// linux/landlock.h of Debian 12 knows ABI 2; the numbers are those of landlock(7).
struct ruleset {
  uint64_t file_rights;
  uint64_t network_rights; // ABI 4
  uint64_t scopes;         // ABI 6
};

struct path_rule {
  uint64_t rights;
  int32_t folder;
} __attribute__((packed));

enum {
  read_file = 1 << 2,
  read_folder = 1 << 3,
  path_rule_type = 1,
  version_flag = 1,
};

static uint64_t file_rights(int abi) {
  if (abi >= 5) return (1 << 16) - 1; // device ioctl
  if (abi >= 3) return (1 << 15) - 1; // truncate
  if (abi == 2) return (1 << 14) - 1; // refer
  return (1 << 13) - 1;
}

static int enter_landlock(const struct cjail_options *options) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, version_flag);
  if (options->landlock_limit >= 0 && abi > options->landlock_limit) abi = options->landlock_limit;
  if (abi < 1) return 0;
  struct ruleset ruleset = {
      .file_rights = file_rights((int)abi),
      .network_rights = abi >= 4 ? 3 : 0,
      .scopes = abi >= 6 ? 3 : 0,
  };
  size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  int set = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
  if (set < 0) return 0;
  if (options->folder) {
    struct path_rule rule = {.rights = read_file | read_folder};
    rule.folder = open(options->folder, O_PATH | O_CLOEXEC);
    if (rule.folder >= 0) {
      syscall(SYS_landlock_add_rule, set, path_rule_type, &rule, 0);
      close(rule.folder);
    }
  }
  int result = (int)syscall(SYS_landlock_restrict_self, set, 0);
  close(set);
  return result == 0 ? (int)abi : 0;
}

static void limit(int resource, uint64_t value) {
  struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
  setrlimit(resource, &limit);
}

static void volunteer_for_death(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  if (write(file, "1000", 4) < 0) errno = 0;
  close(file);
}

static int die_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
  if (getppid() == parent) return 0;
  errno = ESRCH;
  return -1;
}

// Whether the kernel has filters for this process and its children.
static int is_filtered;

int cjail_enter(const struct cjail_options *options, struct cjail_state *state) {
  volunteer_for_death();
  if (die_with(getppid()) != 0) return -1;
  if (prctl(PR_SET_DUMPABLE, 0) != 0) return -1;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_FSIZE, 256 << 20); // memory files count, too
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  state->landlock = enter_landlock(options);
  // Without Landlock no file can be opened at all.
  int may_open = options->folder != NULL && state->landlock > 0;
  is_filtered = cjail_filter(may_open, 0, options->is_strict) == 0;
  state->seccomp = is_filtered;
  return 0;
}

int cjail_enter_child(uint64_t memory, uint64_t seconds, pid_t parent, int is_strict) {
  // fork clears it.
  if (die_with(parent) != 0) return -1;
  limit(RLIMIT_AS, memory);
  limit(RLIMIT_CPU, seconds);
  return is_filtered ? cjail_filter(1, 1, is_strict) : 0;
}
