#pragma once
#include <stdint.h>

/// A seccomp filter in the kernel's format; see seccomp(2).
struct cjail_filter {
  unsigned short length;
  uint64_t code[512];
};

/// Makes a filter of the allowed system calls. `may_open` allows openat(2); `is_child` forbids new processes
/// and prlimit64; `is_strict` kills for each refused call. Returns 0, or -1.
int cjail_make_filter(struct cjail_filter *filter, int may_open, int is_child, int is_strict);

/// Makes a filter for programs of other people: all system calls are allowed but those that reach beyond the
/// process and that Landlock does not restrict. Returns 0, or -1.
int cjail_make_conversion_filter(struct cjail_filter *filter);

/// Installs a filter. A system call must pass all installed filters. Returns 0, or -1 with errno.
int cjail_load_filter(const struct cjail_filter *filter);
