#pragma once
#include <stddef.h>
#include <sys/uio.h>
#include <systemd/sd-daemon.h>

// sd-journal.h turns its functions into macros that note file and line, which Swift cannot import.
// Declared here as sd_journal_sendv(3) describes it.
extern int sd_journal_sendv(const struct iovec *fields, int count);
