#pragma once
// Landlock: a process takes rights to files away from itself and its children; see landlock(7).
#include <stdint.h>

/// Rights to files. The rights to a folder apply to everything below it.
enum clandlock_right {
  clandlock_execute = 1 << 0,
  clandlock_write_file = 1 << 1,
  clandlock_read_file = 1 << 2,
  clandlock_read_folder = 1 << 3,
};

/// The ABI of the running kernel, at most `limit` unless that is negative; 0 if there is none.
int clandlock_abi(int limit);

/// All rights to files that an ABI governs.
uint64_t clandlock_file_rights(int abi);

/// Creates a ruleset that takes rights to files away. With `is_isolating` it also takes away TCP (ABI 4), and
/// signals and abstract sockets to other processes (ABI 6). Returns a descriptor, or -1 with errno.
int clandlock_create(int abi, uint64_t file_rights, int is_isolating);

/// Gives rights below a path back. A file gets only the rights that files can have. Returns 0, or
/// -1 with errno.
int clandlock_allow(int ruleset, const char *path, uint64_t rights);

/// PR_SET_NO_NEW_PRIVS of prctl(2), without which no ruleset can be enforced. Returns 0, or -1 with errno.
int clandlock_forbid_new_privileges(void);

/// Takes the rights away for good from the calling thread, and from all threads and processes that it starts
/// later. Closes the ruleset. Returns 0, or -1 with errno.
int clandlock_enforce(int ruleset);
