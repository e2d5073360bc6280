#pragma once

/// The name of the VFS that csqlite_register_owned_vfs registers; see sqlite3_vfs and sqlite3_open_v2.
extern const char *const csqlite_owned_vfs_name;

/// Registers a VFS for databases in WAL mode that belong to this process alone. Returns a result code of
/// SQLite; a second call does nothing.
///
/// It is the VFS of the system except for this:
/// - The wal-index lies in memory that the connections of this process share. There is no `-shm`
///   file: no program can truncate one, and none needs room on a disk.
/// - Locks on the database are kept in memory as well. Against other processes one lock is held as long
///   as a connection is open; they get SQLITE_BUSY.
/// - Read-only connections do without a log that cannot be made, on a read-only file system for example.
/// - A log that was truncated, replaced or removed under its connections is noticed before the next
///   transaction and the next checkpoint, with SQLITE_IOERR_SHORT_READ.
int csqlite_register_owned_vfs(void);
