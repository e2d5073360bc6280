#pragma once
#include <stddef.h>
#include <sys/uio.h>
#include <systemd/sd-daemon.h>

// sd-journal.h turns its functions into macros that note file and line, which Swift cannot import.
// Declared here as sd_journal_sendv(3) describes it.
extern int sd_journal_sendv(const struct iovec *fields, int count);

/// Sends `count` fields, at most 16, which are stored one after another in `block`.
static inline int csystemd_journal_send(const void *block, const size_t *lengths, int count) {
  struct iovec fields[16];
  const char *place = (const char *)block;
  for (int i = 0; i < count && i < 16; i++) {
    fields[i].iov_base = (void *)place;
    fields[i].iov_len = lengths[i];
    place += lengths[i];
  }
  return sd_journal_sendv(fields, count < 16 ? count : 16);
}
