#pragma once
#include <sys/types.h>

/// Descriptors and processes made before the jail, because it forbids them later.
struct prepared {
  pid_t parent;
  int parent_descriptor; // of pidfd_open(2)
  int file;              // of `path`, read-only, as the daemon hands it over
  const char *path;
  int folder;
  int program; // of /bin/true
  int listener;
  int tcp_socket;
  int unix_socket;
  int netlink_socket;
  int socket_pair[2];
  int memory; // a memory file of one page
  void *page;      // readable and writable
  void *file_page; // the file, mapped shared and read-only
};

/// Something that the jail must forbid.
struct attempt {
  const char *name;
  /// Returns a negative number with errno if it was refused.
  long (*run)(const struct prepared *prepared);
  /// The level at which it is needed, and is not tried.
  enum { nowhere, to_parent, with_folder } needed;
  /// Another errno of a refusal by the kernel itself; 0 for none.
  int code;
};

extern const struct attempt attempts[];
extern const int attempt_count;
