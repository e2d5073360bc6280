#include "CSittaSQLiteVFS.h"

#include <string.h>

#include "Node.h"

const char *const csqlite_owned_vfs_name = "sitta-owned";
sqlite3_vfs *system_vfs;
static sqlite3_vfs owned_vfs;

static OwnedFile *owned(sqlite3_file *file) {
  return (OwnedFile *)file;
}

#define SYSTEM(file, method, ...) \
  (system_file(owned(file))->pMethods->method(system_file(owned(file)), ##__VA_ARGS__))

// MARK: - Databases and logs

static int read_file(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  return SYSTEM(file, xRead, buffer, count, offset);
}

static int write_file(sqlite3_file *file, const void *buffer, int count, sqlite3_int64 offset) {
  return SYSTEM(file, xWrite, buffer, count, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  return SYSTEM(file, xTruncate, size);
}

static int sync_file(sqlite3_file *file, int flags) {
  return SYSTEM(file, xSync, flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return SYSTEM(file, xFileSize, size);
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
  return SYSTEM(file, xFileControl, operation, argument);
}

static int sector_size(sqlite3_file *file) {
  return SYSTEM(file, xSectorSize);
}

static int characteristics(sqlite3_file *file) {
  return SYSTEM(file, xDeviceCharacteristics);
}

// MARK: - Databases

static int close_database(sqlite3_file *file) {
  int code = SYSTEM(file, xClose);
  node_leave(owned(file));
  return code;
}

static int lock_database(sqlite3_file *file, int level) {
  return node_lock(owned(file), level);
}

static int unlock_database(sqlite3_file *file, int level) {
  return node_unlock(owned(file), level);
}

static int is_reserved(sqlite3_file *file, int *result) {
  Node *node = owned(file)->node;
  pthread_mutex_lock(&node->mutex);
  *result = node->writer != NULL;
  pthread_mutex_unlock(&node->mutex);
  return SQLITE_OK;
}

static int map_index(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
  return node_map(owned(file), region, size, extends, memory);
}

static int lock_index(sqlite3_file *file, int first, int count, int flags) {
  return node_lock_slots(owned(file), first, count, flags);
}

static void index_barrier(sqlite3_file *file) {
  node_barrier(owned(file));
}

static int unmap_index(sqlite3_file *file, int deletes) {
  (void)deletes;
  return node_unmap(owned(file));
}

// Version 2 excludes mapped memory: if a mapped file is truncated, reading it ends the process.
static const sqlite3_io_methods database_methods = {
    .iVersion = 2,
    .xClose = close_database,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_database,
    .xUnlock = unlock_database,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_index,
    .xShmLock = lock_index,
    .xShmBarrier = index_barrier,
    .xShmUnmap = unmap_index,
};

static int open_database(sqlite3_file *file, const char *name, int flags, int *opened) {
  OwnedFile *database = owned(file);
  int code = system_vfs->xOpen(system_vfs, name, system_file(database), flags, &database->flags);
  if (code != SQLITE_OK) return code;
  database->name = name;
  code = node_join(database);
  if (code != SQLITE_OK) {
    SYSTEM(file, xClose);
    return code;
  }
  if (opened) *opened = database->flags;
  file->pMethods = &database_methods;
  return SQLITE_OK;
}

// MARK: - Logs

// Opens a log that is not open yet.
static int open_system_log(OwnedFile *log) {
  if (log->is_open) return SQLITE_OK;
  sqlite3_file *file = system_file(log);
  int opened = log->flags;
  int code = system_vfs->xOpen(system_vfs, log->name, file, log->flags, &opened);
  if (code != SQLITE_OK) return code;
  log->flags = opened;
  code = node_add_log(log);
  if (code != SQLITE_OK) {
    file->pMethods->xClose(file);
    return code;
  }
  log->is_open = 1;
  return SQLITE_OK;
}

static int log_exists(const char *name) {
  int exists = 1;
  system_vfs->xAccess(system_vfs, name, SQLITE_ACCESS_EXISTS, &exists);
  return exists;
}

// Opens a log. SQLITE_NOTFOUND means that there is no log and none can be made, so there are no commits in
// it. For a log that exists but cannot be opened, returns the error: it may contain commits.
static int open_existing_log(OwnedFile *log) {
  int code = open_system_log(log);
  if (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ) return code;
  return log_exists(log->name) ? code : SQLITE_NOTFOUND;
}

static int close_log(sqlite3_file *file) {
  OwnedFile *log = owned(file);
  OwnedFile *database = (OwnedFile *)sqlite3_database_file_object(log->name);
  database->log = NULL;
  if (!log->is_open) return SQLITE_OK;
  node_remove_log(log);
  return SYSTEM(file, xClose);
}

static int read_log(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  int code = open_existing_log(owned(file));
  if (code == SQLITE_NOTFOUND) {
    memset(buffer, 0, count);
    return SQLITE_IOERR_SHORT_READ;
  }
  if (code != SQLITE_OK) return code;
  code = SYSTEM(file, xRead, buffer, count, offset);
  if (code == SQLITE_IOERR_SHORT_READ) node_note_lost_frames(owned(file)->node);
  return code;
}

static int write_log(sqlite3_file *file, const void *buffer, int count, sqlite3_int64 offset) {
  int code = open_system_log(owned(file));
  if (code == SQLITE_OK) code = SYSTEM(file, xWrite, buffer, count, offset);
  if (code == SQLITE_OK) node_note_log_end(owned(file), offset + count, 0);
  return code;
}

static int truncate_log(sqlite3_file *file, sqlite3_int64 size) {
  int code = open_system_log(owned(file));
  if (code == SQLITE_OK) code = SYSTEM(file, xTruncate, size);
  if (code == SQLITE_OK) node_note_log_end(owned(file), size, 1);
  return code;
}

static int sync_log(sqlite3_file *file, int flags) {
  int code = open_existing_log(owned(file));
  if (code == SQLITE_NOTFOUND) return SQLITE_OK;
  return code == SQLITE_OK ? sync_file(file, flags) : code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
  *size = 0;
  int code = open_existing_log(owned(file));
  if (code == SQLITE_NOTFOUND) return SQLITE_OK;
  return code == SQLITE_OK ? file_size(file, size) : code;
}

static int control_log(sqlite3_file *file, int operation, void *argument) {
  int code = open_existing_log(owned(file));
  return code == SQLITE_OK ? control_file(file, operation, argument) : code;
}

static int log_sector_size(sqlite3_file *file) {
  return open_existing_log(owned(file)) == SQLITE_OK ? sector_size(file) : 4096;
}

static int log_characteristics(sqlite3_file *file) {
  return open_existing_log(owned(file)) == SQLITE_OK ? characteristics(file) : 0;
}

static int lock_log(sqlite3_file *file, int level) {
  (void)file;
  (void)level;
  return SQLITE_OK;
}

static int log_is_reserved(sqlite3_file *file, int *result) {
  (void)file;
  *result = 0;
  return SQLITE_OK;
}

static const sqlite3_io_methods log_methods = {
    .iVersion = 1,
    .xClose = close_log,
    .xRead = read_log,
    .xWrite = write_log,
    .xTruncate = truncate_log,
    .xSync = sync_log,
    .xFileSize = log_size,
    .xLock = lock_log,
    .xUnlock = lock_log,
    .xCheckReservedLock = log_is_reserved,
    .xFileControl = control_log,
    .xSectorSize = log_sector_size,
    .xDeviceCharacteristics = log_characteristics,
};

static int open_log(sqlite3_file *file, const char *name, int flags, int *opened) {
  OwnedFile *log = owned(file);
  OwnedFile *database = (OwnedFile *)sqlite3_database_file_object(name);
  log->node = database->node;
  log->name = name;
  log->flags = flags;
  int code = open_system_log(log);
  if (code != SQLITE_OK) {
    if (!(database->flags & SQLITE_OPEN_READONLY) || code == SQLITE_IOERR_SHORT_READ) return code;
    if (log_exists(name)) return code;
  }
  database->log = log;
  if (opened) *opened = log->flags;
  file->pMethods = &log_methods;
  return SQLITE_OK;
}

// MARK: - The VFS

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *opened) {
  (void)vfs;
  int is_database = name && flags & SQLITE_OPEN_MAIN_DB;
  // The system's VFS opens journals and temporary files.
  if (!is_database && !(flags & SQLITE_OPEN_WAL))
    return system_vfs->xOpen(system_vfs, name, file, flags, opened);
  memset(file, 0, owned_vfs.szOsFile);
  return is_database ? open_database(file, name, flags, opened) : open_log(file, name, flags, opened);
}

static int register_once(void) {
  system_vfs = sqlite3_vfs_find("unix");
  if (!system_vfs) return SQLITE_ERROR;
  // All other calls go to the system's functions, which do not use the VFS that is passed to them.
  owned_vfs = *system_vfs;
  owned_vfs.pNext = NULL;
  owned_vfs.zName = csqlite_owned_vfs_name;
  owned_vfs.szOsFile = (int)sizeof(OwnedFile) + system_vfs->szOsFile;
  owned_vfs.xOpen = open_file;
  return sqlite3_vfs_register(&owned_vfs, 0);
}

static int registration;

static void set_registration(void) {
  registration = register_once();
}

int csqlite_register_owned_vfs(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, set_registration);
  return registration;
}
