#define _GNU_SOURCE
#include "CLandlock.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The header of Debian 12 defines only ABI 2 of Landlock; these numbers are from landlock(7).
struct ruleset {
  uint64_t file_rights;
  uint64_t network_rights; // ABI 4
  uint64_t scopes;         // ABI 6
};

struct path_rule {
  uint64_t rights;
  int32_t path;
} __attribute__((packed));

enum {
  truncate_file = 1 << 14,
  device_control = 1 << 15,
  rights_of_files =
      clandlock_execute | clandlock_write_file | clandlock_read_file | truncate_file | device_control,
  path_rule_type = 1,
  version_flag = 1,
};

int clandlock_abi(int limit) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, version_flag);
  if (limit >= 0 && abi > limit) abi = limit;
  return abi < 1 ? 0 : (int)abi;
}

uint64_t clandlock_file_rights(int abi) {
  if (abi >= 5) return (1 << 16) - 1; // device control
  if (abi >= 3) return (1 << 15) - 1; // truncate
  if (abi == 2) return (1 << 14) - 1; // refer
  return (1 << 13) - 1;
}

int clandlock_create(int abi, uint64_t file_rights, int is_isolating) {
  struct ruleset ruleset = {
      .file_rights = file_rights,
      .network_rights = is_isolating && abi >= 4 ? 3 : 0,
      .scopes = is_isolating && abi >= 6 ? 3 : 0,
  };
  size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  return (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
}

int clandlock_allow(int ruleset, const char *path, uint64_t rights) {
  struct path_rule rule = {.rights = rights, .path = open(path, O_PATH | O_CLOEXEC)};
  if (rule.path < 0) return -1;
  struct stat status;
  if (fstat(rule.path, &status) == 0 && !S_ISDIR(status.st_mode)) rule.rights &= rights_of_files;
  int result = (int)syscall(SYS_landlock_add_rule, ruleset, path_rule_type, &rule, 0);
  int code = errno;
  close(rule.path);
  errno = code;
  return result;
}

int clandlock_forbid_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int clandlock_enforce(int ruleset) {
  int result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
  int code = errno;
  close(ruleset);
  errno = code;
  return result;
}
