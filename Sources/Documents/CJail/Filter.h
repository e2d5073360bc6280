#pragma once
/// Installs a seccomp filter with a list of allowed calls; see seccomp(2). `may_open` allows openat(2), and
/// `is_child` refuses new processes and limits. Filters add up: a call passes if all allow it. Returns 0, or
/// -1 with errno.
int cjail_filter(int may_open, int is_child, int is_strict);
