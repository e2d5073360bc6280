#pragma once

/// The name of the VFS that csqlite_register_owned_vfs registers; see sqlite3_vfs and sqlite3_open_v2.
extern const char *const csqlite_owned_vfs_name;

/// Registers a VFS for databases in WAL mode that only this process uses. Returns a result code of SQLite; a
/// second call does nothing.
///
/// The VFS works like the system's VFS, except for this:
/// - The wal-index is in memory that the connections of this process share, and not in a file `-shm`, which
///   another program could truncate, and which needs disk space.
/// - Locks on the database are in memory, too. As long as a connection is open, one lock on the file excludes
///   other processes; they get SQLITE_BUSY.
/// - Read-only connections work without a log if none can be made, for example on a read-only file system.
/// - If the log was truncated, replaced or removed while connections use it, the next transaction or
///   checkpoint fails with SQLITE_IOERR_SHORT_READ.
int csqlite_register_owned_vfs(void);
