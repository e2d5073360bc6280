#pragma once
// Three faults that SQLite's own VFS does not survive, even where a lock keeps other processes away:
// 1. It maps the file `-shm`. Where that file is emptied, the next query ends the process with SIGBUS.
// 2. It needs disk space for `-shm` to read a database that has a log: on a disk that was full at the
//    start no search is answered (SQLITE_IOERR_SHMSIZE).
// 3. It writes commits into a log that was removed. They are confirmed, and lost at the end.
// The cases `lost-log` and `full-disk-at-start` of Benchmarks/FaultSuite show them; so does OwnedDatabaseTests.
#include <pthread.h>
#include <sqlite3.h>
#include <sys/stat.h>

typedef struct Node Node;
typedef struct OwnedFile OwnedFile;

// A database or a log. The file of the system's VFS follows it in memory.
struct OwnedFile {
  sqlite3_file base;
  Node *node;
  const char *name;
  int flags;

  // Of a database: its log, the level of its lock, its locks in the wal-index.
  OwnedFile *log;
  int level;
  int has_mapped;
  unsigned shared_slots;
  unsigned exclusive_slots;

  // Of a log: whether it is open.
  int is_open;
};

// The state that the connections to one database file share. `mutex` guards all but the list of
// nodes.
struct Node {
  Node *next;
  dev_t device;
  ino_t inode;
  int references;
  pthread_mutex_t mutex;

  // The open file that holds the lock against other processes.
  sqlite3_filename name;
  sqlite3_file *holder;
  int holder_writes;

  // The locks of connections: how many have SHARED or more, and which one has more.
  int shared;
  OwnedFile *writer;

  // The wal-index, in blocks that never move.
  void **regions;
  int region_count;
  int mappings;
  int slots[SQLITE_SHM_NLOCK];

  // The log as it was written: which file, how long, and whether frames of it are known to be lost.
  int logs;
  dev_t log_device;
  ino_t log_inode;
  sqlite3_int64 log_end;
  int has_lost_frames;
};

// The VFS that does the work.
extern sqlite3_vfs *system_vfs;

static inline sqlite3_file *system_file(OwnedFile *file) {
  return (sqlite3_file *)(file + 1);
}

// Finds or makes the node of an open database.
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
