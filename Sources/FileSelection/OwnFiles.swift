import LinuxSystem

/// The files in folders that belong to the index, whatever other names they have.
///
/// To open and close a second name of the database in this process would drop SQLite's lock on it:
/// <https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_>.
enum OwnFiles {
  /// Whether a file is one of those in the folders, by device and inode.
  ///
  /// A file with one name is answered without a look at the disk; for any other the folders on its
  /// device are listed.
  static func contain(_ status: FileStatus, in folders: [FilePath]) -> Bool {
    guard status.kind == .regular, status.linkCount > 1 else { return false }
    return folders.contains { folder in
      guard let directory = try? FileDescriptor(openingDirectory: folder),
        let place = try? directory.status(), place.device == status.device,
        let names = try? DirectoryListing(of: directory).names
      else { return false }
      return names.contains { name in
        (try? FileStatus(of: name, in: directory))?.inode == status.inode
      }
    }
  }
}
