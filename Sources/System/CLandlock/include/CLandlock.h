#pragma once
// Landlock: a process gives up rights to files, for itself and its children; see landlock(7).
#include <stdint.h>

/// Rights to files. Rights to a folder apply to everything below it.
enum clandlock_right {
  clandlock_execute = 1 << 0,
  clandlock_write_file = 1 << 1,
  clandlock_read_file = 1 << 2,
  clandlock_read_folder = 1 << 3,
};

/// Returns Landlock's ABI version, at most `limit` unless it is negative; 0 if the kernel has no Landlock.
int clandlock_abi(int limit);

/// Returns all rights to files that a version of the ABI can restrict.
uint64_t clandlock_file_rights(int abi);

/// Creates a ruleset that takes these rights away. With `is_isolating`, it also forbids TCP (ABI 4), and
/// signals and abstract sockets to other processes (ABI 6). Returns a descriptor, or -1 with errno.
int clandlock_create(int abi, uint64_t file_rights, int is_isolating);

/// Allows rights below a path again; for a file, only the rights that a file can have. Returns 0, or -1 with
/// errno.
int clandlock_allow(int ruleset, const char *path, uint64_t rights);

/// Sets PR_SET_NO_NEW_PRIVS of prctl(2), which Landlock requires. Returns 0, or -1 with errno.
int clandlock_forbid_new_privileges(void);

/// Enforces the ruleset for good on the calling thread, and on threads and processes that it starts later;
/// closes the ruleset. Returns 0, or -1 with errno.
int clandlock_enforce(int ruleset);
