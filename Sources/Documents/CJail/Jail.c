#define _GNU_SOURCE
#include "CJail.h"
#include "CLandlock.h"
#include "Filter.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static int enter_landlock(const struct cjail_options *options) {
  int abi = clandlock_abi(options->landlock_limit);
  if (abi < 1) return 0;
  int ruleset = clandlock_create(abi, clandlock_file_rights(abi), 1);
  if (ruleset < 0) return 0;
  // If the folder cannot be opened, the jail is made without it.
  if (options->folder)
    clandlock_allow(ruleset, options->folder, clandlock_read_file | clandlock_read_folder);
  return clandlock_enforce(ruleset) == 0 ? abi : 0;
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

// Whether this process runs under a filter, which its children inherit.
static int is_filtered;
// The filter of child processes. Made early: the parent's own filter forbids the calls for making it.
static struct cjail_filter child_filter;

int cjail_enter(const struct cjail_options *options, struct cjail_state *state) {
  volunteer_for_death();
  if (die_with(getppid()) != 0) return -1;
  if (prctl(PR_SET_DUMPABLE, 0) != 0) return -1;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_FSIZE, 256 << 20); // memory files count, too
  if (clandlock_forbid_new_privileges() != 0) return -1;
  state->landlock = enter_landlock(options);
  // Without Landlock openat(2) would open any file, so it stays forbidden.
  int may_open = options->folder != NULL && state->landlock > 0;
  static struct cjail_filter filter;
  is_filtered = cjail_make_filter(&filter, may_open, 0, options->is_strict) == 0
      && cjail_make_filter(&child_filter, 1, 1, options->is_strict) == 0 && cjail_load_filter(&filter) == 0;
  state->seccomp = is_filtered;
  return 0;
}

int cjail_enter_child(uint64_t memory, uint64_t seconds, pid_t parent) {
  // fork(2) clears PR_SET_PDEATHSIG in the child.
  if (die_with(parent) != 0) return -1;
  limit(RLIMIT_AS, memory);
  limit(RLIMIT_CPU, seconds);
  return is_filtered ? cjail_load_filter(&child_filter) : 0;
}
