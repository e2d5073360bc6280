#pragma once
// Three faults of SQLite's own VFS, which remain even if a lock excludes other processes:
// 1. It maps the file `-shm` into memory. If the file is truncated, the next query ends the process (SIGBUS).
// 2. It needs disk space for `-shm` to read a database that has a log: if the disk is full at the
//    start, every search fails (SQLITE_IOERR_SHMSIZE).
// 3. It writes commits into a log that was removed. The commits are confirmed, but lost at the end.
// The cases `lost-log` and `full-disk-at-start` of Benchmarks/FaultSuite show them; so does OwnedDatabaseTests.
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

typedef struct Node Node;
typedef struct OwnedFile OwnedFile;

// A database or a log. In memory, the file of the system's VFS comes directly after this struct.
struct OwnedFile {
  sqlite3_file base;
  Node *node;
  const char *name;
  int flags;

  // For a database: its log, the level of its lock, and its locks in the wal-index.
  OwnedFile *log;
  int level;
  int has_mapped;
  unsigned shared_slots;
  unsigned exclusive_slots;

  // For a log: whether it is open.
  int is_open;
};

// The state that all connections to one database file share. `mutex` guards all members except `next`.
struct Node {
  Node *next;
  dev_t device;
  ino_t inode;
  int references;
  pthread_mutex_t mutex;

  // The open file whose lock excludes other processes.
  sqlite3_filename name;
  sqlite3_file *holder;
  int holder_writes;

  // The locks of the connections: how many have SHARED or more, and the one that has more than SHARED.
  int shared;
  OwnedFile *writer;

  // The wal-index, in blocks that never move.
  void **regions;
  int region_count;
  int mappings;
  int slots[SQLITE_SHM_NLOCK];

  // The log as it was written: how often it is open, which file it is, its length, whether frames are lost.
  int logs;
  dev_t log_device;
  ino_t log_inode;
  sqlite3_int64 log_end;
  int has_lost_frames;
};

// The system's VFS, to which all work is passed.
extern sqlite3_vfs *system_vfs;

static inline sqlite3_file *system_file(OwnedFile *file) {
  return (sqlite3_file *)(file + 1);
}

// Finds or makes the node for an open database file.
int node_join(OwnedFile *file);
void node_leave(OwnedFile *file);

// The locks on a database; see https://www.sqlite.org/lockingv3.html.
int node_lock(OwnedFile *file, int level);
int node_unlock(OwnedFile *file, int level);

// The wal-index; see https://www.sqlite.org/walformat.html#the_wal_index_file_format.
int node_map(OwnedFile *file, int region, int size, int extends, void volatile **memory);
int node_lock_slots(OwnedFile *file, int first, int count, int flags);
void node_barrier(OwnedFile *file);
int node_unmap(OwnedFile *file);

// The log.
int node_add_log(OwnedFile *log);
void node_remove_log(OwnedFile *log);
void node_note_log_end(OwnedFile *log, sqlite3_int64 end, int is_truncated);
void node_note_lost_frames(Node *node);
