#pragma once
#include <stdint.h>

/// A seccomp filter as the kernel reads it; see seccomp(2).
struct cjail_filter {
  unsigned short length;
  uint64_t code[512];
};

/// Makes a filter with a list of allowed calls. `may_open` allows openat(2), and `is_child` refuses new
/// processes and limits. Returns 0, or -1.
int cjail_make_filter(struct cjail_filter *filter, int may_open, int is_child, int is_strict);

/// Installs a filter. Filters add up: a call passes if all allow it. Returns 0, or -1 with errno.
int cjail_load_filter(const struct cjail_filter *filter);
