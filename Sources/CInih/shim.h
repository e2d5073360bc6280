#pragma once
#include <ini.h>

// libinih keeps its options in global variables, which Swift 6 does not let anyone write.

/// One key a line, as systemd has it, and lines of up to 4,093 bytes.
static inline void cinih_read_long_single_lines(void) {
  ini_allow_multiline = false;
  ini_use_stack = false;
  ini_max_line = 4096;
  ini_initial_alloc = 4096;
}
