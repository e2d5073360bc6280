#include "Node.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// The slots WAL_WRITE_LOCK and WAL_CKPT_LOCK of SQLite's wal.c; they are part of the file format.
enum { write_slot = 0, checkpoint_slot = 1 };

static pthread_mutex_t nodes_mutex = PTHREAD_MUTEX_INITIALIZER;
static Node *nodes;

// MARK: - Nodes

static void close_holder(sqlite3_file *holder) {
  if (!holder) return;
  holder->pMethods->xUnlock(holder, SQLITE_LOCK_NONE);
  holder->pMethods->xClose(holder);
  sqlite3_free(holder);
}

static Node *make_node(OwnedFile *file, const struct stat *status) {
  Node *node = calloc(1, sizeof *node);
  // The name is copied, because the node can outlive the connection.
  sqlite3_filename name = sqlite3_create_filename(file->name, "", "", 0, NULL);
  if (!node || !name) {
    free(node);
    sqlite3_free_filename((char *)name);
    return NULL;
  }
  node->name = name;
  node->device = status->st_dev;
  node->inode = status->st_ino;
  pthread_mutex_init(&node->mutex, NULL);
  node->next = nodes;
  nodes = node;
  return node;
}

int node_join(OwnedFile *file) {
  sqlite3_file *real = system_file(file);
  struct stat status;
  int has_moved = 1;
  // The system's VFS does not say which inode it has opened, only whether the name still leads to it.
  if (stat(file->name, &status) != 0) return SQLITE_CANTOPEN;
  real->pMethods->xFileControl(real, SQLITE_FCNTL_HAS_MOVED, &has_moved);
  if (has_moved) return SQLITE_CANTOPEN;
  pthread_mutex_lock(&nodes_mutex);
  Node *node = nodes;
  while (node && (node->device != status.st_dev || node->inode != status.st_ino)) node = node->next;
  if (!node) node = make_node(file, &status);
  if (node) node->references++;
  file->node = node;
  pthread_mutex_unlock(&nodes_mutex);
  return node ? SQLITE_OK : SQLITE_NOMEM;
}

void node_leave(OwnedFile *file) {
  Node *node = file->node;
  node_unmap(file);
  node_unlock(file, SQLITE_LOCK_NONE);
  pthread_mutex_lock(&nodes_mutex);
  if (--node->references == 0) {
    Node **place = &nodes;
    while (*place != node) place = &(*place)->next;
    *place = node->next;
    close_holder(node->holder);
    sqlite3_free_filename((char *)node->name);
    pthread_mutex_destroy(&node->mutex);
    free(node);
  }
  pthread_mutex_unlock(&nodes_mutex);
}

// MARK: - Locks on the database

// Opens the file and locks it with SHARED; sets `*writes` to 0 if it can only be read.
static int open_holder(Node *node, int *writes, sqlite3_file **holder) {
  sqlite3_file *file = sqlite3_malloc(system_vfs->szOsFile);
  if (!file) return SQLITE_NOMEM;
  memset(file, 0, system_vfs->szOsFile);
  int flags = SQLITE_OPEN_MAIN_DB | (*writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
  int opened = flags;
  int code = system_vfs->xOpen(system_vfs, node->name, file, flags, &opened);
  if (code != SQLITE_OK) {
    sqlite3_free(file);
    return code;
  }
  if (opened & SQLITE_OPEN_READONLY) *writes = 0;
  code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
  if (code != SQLITE_OK) {
    close_holder(file);
    return code;
  }
  *holder = file;
  return SQLITE_OK;
}

// Locks the database against other processes. A connection that only reads cannot exclude other readers, and
// on a read-only file system there are no writers.
//
// A lock grows from SHARED to EXCLUSIVE on a second file. This file has SHARED before the first one is
// closed, and keeps it if EXCLUSIVE fails. So the readers of this process never lose their lock.
static int hold(Node *node, int writes) {
  if (node->holder && (node->holder_writes || !writes)) return SQLITE_OK;
  sqlite3_file *holder;
  int code = open_holder(node, &writes, &holder);
  if (code != SQLITE_OK) return code;
  int has_readers = node->holder != NULL;
  close_holder(node->holder);
  node->holder = holder;
  node->holder_writes = 0;
  if (!writes) return SQLITE_OK;
  code = holder->pMethods->xLock(holder, SQLITE_LOCK_EXCLUSIVE);
  if (code == SQLITE_OK) {
    node->holder_writes = 1;
  } else if (has_readers) {
    // A failed attempt could otherwise leave a lock that keeps other processes from starting to read.
    holder->pMethods->xUnlock(holder, SQLITE_LOCK_SHARED);
  } else {
    close_holder(holder);
    node->holder = NULL;
  }
  return code;
}

static int check_length(OwnedFile *file);
static int check_name(OwnedFile *file);

static int lock_shared(OwnedFile *file) {
  Node *node = file->node;
  int code = hold(node, !(file->flags & SQLITE_OPEN_READONLY));
  if (code != SQLITE_OK) return code;
  if (node->writer && node->writer->level >= SQLITE_LOCK_PENDING) return SQLITE_BUSY;
  node->shared++;
  file->level = SQLITE_LOCK_SHARED;
  return SQLITE_OK;
}

static int lock_for_writing(OwnedFile *file, int level) {
  Node *node = file->node;
  if (file->flags & SQLITE_OPEN_READONLY) return SQLITE_IOERR_LOCK;
  if (node->writer && node->writer != file) return SQLITE_BUSY;
  if (level == SQLITE_LOCK_EXCLUSIVE) {
    // The last connection takes EXCLUSIVE to write the log into the database. That is right for a log that
    // was only removed, but a truncated log would leave parts of transactions in the database.
    int code = check_length(file);
    if (code != SQLITE_OK) return code;
  }
  node->writer = file;
  file->level = SQLITE_LOCK_RESERVED;
  if (level == SQLITE_LOCK_RESERVED) return SQLITE_OK;
  file->level = SQLITE_LOCK_PENDING;
  if (node->shared > 1) return SQLITE_BUSY;
  file->level = SQLITE_LOCK_EXCLUSIVE;
  return SQLITE_OK;
}

int node_lock(OwnedFile *file, int level) {
  pthread_mutex_lock(&file->node->mutex);
  int code = SQLITE_OK;
  if (file->level < SQLITE_LOCK_SHARED) code = lock_shared(file);
  if (code == SQLITE_OK && file->level < level) code = lock_for_writing(file, level);
  pthread_mutex_unlock(&file->node->mutex);
  return code;
}

int node_unlock(OwnedFile *file, int level) {
  Node *node = file->node;
  pthread_mutex_lock(&node->mutex);
  if (file->level > SQLITE_LOCK_SHARED) {
    node->writer = NULL;
    file->level = SQLITE_LOCK_SHARED;
  }
  if (level < SQLITE_LOCK_SHARED && file->level == SQLITE_LOCK_SHARED) {
    node->shared--;
    file->level = SQLITE_LOCK_NONE;
  }
  pthread_mutex_unlock(&node->mutex);
  return SQLITE_OK;
}

// MARK: - The wal-index

static int add_regions(Node *node, int count, int size) {
  void **regions = realloc(node->regions, count * sizeof *regions);
  if (!regions) return SQLITE_IOERR_NOMEM;
  node->regions = regions;
  while (node->region_count < count) {
    void *region = calloc(1, size);
    if (!region) return SQLITE_IOERR_NOMEM;
    node->regions[node->region_count++] = region;
  }
  return SQLITE_OK;
}

int node_map(OwnedFile *file, int region, int size, int extends, void volatile **memory) {
  Node *node = file->node;
  pthread_mutex_lock(&node->mutex);
  if (!file->has_mapped) {
    file->has_mapped = 1;
    node->mappings++;
  }
  int code = SQLITE_OK;
  if (region >= node->region_count && extends) code = add_regions(node, region + 1, size);
  *memory = region < node->region_count ? node->regions[region] : NULL;
  pthread_mutex_unlock(&node->mutex);
  return code;
}

static void unlock_slots(OwnedFile *file, unsigned mask) {
  for (int slot = 0; slot < SQLITE_SHM_NLOCK; slot++) {
    unsigned bit = 1u << slot;
    if (!(mask & bit)) continue;
    if (file->exclusive_slots & bit) file->node->slots[slot] = 0;
    if (file->shared_slots & bit) file->node->slots[slot]--;
  }
  file->exclusive_slots &= ~mask;
  file->shared_slots &= ~mask;
}

// Each slot counts its shared locks; -1 means one exclusive lock.
static int take_slots(OwnedFile *file, int first, int count, unsigned mask, int is_exclusive) {
  Node *node = file->node;
  if (!is_exclusive) {
    if (file->shared_slots & mask) return SQLITE_OK;
    if (node->slots[first] < 0) return SQLITE_BUSY;
    node->slots[first]++;
    file->shared_slots |= mask;
    return SQLITE_OK;
  }
  for (int slot = first; slot < first + count; slot++) {
    if (!(file->exclusive_slots & 1u << slot) && node->slots[slot]) return SQLITE_BUSY;
  }
  if (first == write_slot || first == checkpoint_slot) {
    int code = check_length(file);
    if (code == SQLITE_OK) code = check_name(file);
    if (code != SQLITE_OK) return code;
  }
  for (int slot = first; slot < first + count; slot++) node->slots[slot] = -1;
  file->exclusive_slots |= mask;
  return SQLITE_OK;
}

int node_lock_slots(OwnedFile *file, int first, int count, int flags) {
  unsigned mask = ((1u << count) - 1) << first;
  int code = SQLITE_OK;
  pthread_mutex_lock(&file->node->mutex);
  if (flags & SQLITE_SHM_UNLOCK) {
    unlock_slots(file, mask);
  } else {
    code = take_slots(file, first, count, mask, flags & SQLITE_SHM_EXCLUSIVE);
  }
  pthread_mutex_unlock(&file->node->mutex);
  return code;
}

void node_barrier(OwnedFile *file) {
  atomic_thread_fence(memory_order_seq_cst);
  pthread_mutex_lock(&file->node->mutex);
  pthread_mutex_unlock(&file->node->mutex);
}

int node_unmap(OwnedFile *file) {
  Node *node = file->node;
  pthread_mutex_lock(&node->mutex);
  unlock_slots(file, ~0u);
  if (file->has_mapped && --node->mappings == 0) {
    while (node->region_count > 0) free(node->regions[--node->region_count]);
    free(node->regions);
    node->regions = NULL;
    node->has_lost_frames = 0;
  }
  file->has_mapped = 0;
  pthread_mutex_unlock(&node->mutex);
  return SQLITE_OK;
}

// MARK: - The log

// Checks that the log has at least the length that was written.
static int check_length(OwnedFile *file) {
  Node *node = file->node;
  if (!file->log || !file->log->is_open) return SQLITE_OK;
  sqlite3_file *log = system_file(file->log);
  sqlite3_int64 size = 0;
  int code = log->pMethods->xFileSize(log, &size);
  if (code != SQLITE_OK) return code;
  if (size < node->log_end) node->has_lost_frames = 1;
  return node->has_lost_frames ? SQLITE_IOERR_SHORT_READ : SQLITE_OK;
}

// Checks that the name of the log still leads to the file that the connections have open.
static int check_name(OwnedFile *file) {
  if (!file->log || !file->log->is_open) return SQLITE_OK;
  struct stat status;
  if (stat(file->log->name, &status) != 0 || status.st_ino != file->node->log_inode ||
      status.st_dev != file->node->log_device)
    return SQLITE_IOERR_SHORT_READ;
  return SQLITE_OK;
}

int node_add_log(OwnedFile *log) {
  Node *node = log->node;
  struct stat status;
  if (stat(log->name, &status) != 0) return SQLITE_CANTOPEN;
  int code = SQLITE_OK;
  pthread_mutex_lock(&node->mutex);
  if (node->logs == 0) {
    node->log_device = status.st_dev;
    node->log_inode = status.st_ino;
    node->log_end = status.st_size;
  } else if (status.st_ino != node->log_inode || status.st_dev != node->log_device) {
    // The wal-index refers to frames of another file.
    code = SQLITE_IOERR_SHORT_READ;
  }
  if (code == SQLITE_OK) node->logs++;
  pthread_mutex_unlock(&node->mutex);
  return code;
}

void node_remove_log(OwnedFile *log) {
  pthread_mutex_lock(&log->node->mutex);
  log->node->logs--;
  pthread_mutex_unlock(&log->node->mutex);
}

void node_note_log_end(OwnedFile *log, sqlite3_int64 end, int is_truncated) {
  Node *node = log->node;
  pthread_mutex_lock(&node->mutex);
  if (is_truncated ? end < node->log_end : end > node->log_end) node->log_end = end;
  pthread_mutex_unlock(&node->mutex);
}

void node_note_lost_frames(Node *node) {
  pthread_mutex_lock(&node->mutex);
  node->has_lost_frames = 1;
  pthread_mutex_unlock(&node->mutex);
}
