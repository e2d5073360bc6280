import LinuxSystem
import Synchronization

/// Recognizes the files of the index by device and inode instead of path.
///
/// If this process opens and closes a hard link to the database, SQLite loses its lock on it:
/// <https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_>.
final class OwnFiles: Sendable {
  private let folders: [FilePath]
  /// The listings of folders, each kept until its folder changes.
  private let listings = Mutex<[FilePath: Listing]>([:])

  init(in folders: [FilePath]) {
    self.folders = folders
  }

  /// Whether a file is in one of the folders, compared by device and inode.
  ///
  /// A file with only one link is not. For other files, folders that have changed are listed again;
  /// if this fails, the result is true.
  func contain(_ status: FileStatus) -> Bool {
    guard status.kind == .regular, status.linkCount > 1 else { return false }
    return folders.contains { folder in
      do throws(SystemError) {
        return try listing(of: folder).contains(status)
      } catch {
        // True even if descriptors are used up, because a hard link to the database must not be indexed.
        return !error.isMissing
      }
    }
  }

  private func listing(of folder: FilePath) throws(SystemError) -> Listing {
    let status = try FileStatus(of: folder)
    if let known = listings.withLock({ $0[folder] }), known.folder == status { return known }
    let moment = FileClock.now
    let listing = try Listing(of: folder)
    let isLasting = listing.isLasting(at: moment)
    listings.withLock { $0[folder] = isLasting ? listing : nil }
    return listing
  }
}

/// The identities of all entries in a folder.
private struct Listing: Sendable {
  /// The coarsest time stamps of all file systems: FAT's steps are two seconds.
  private static let coarsestTime = Duration.seconds(2)

  let folder: FileStatus
  private let files: Set<FileIdentity>

  init(of path: FilePath) throws(SystemError) {
    let directory = try FileDescriptor(openingDirectory: path.resolvingSymbolicLinks())
    folder = try directory.status()
    var files: Set<FileIdentity> = []
    for name in try DirectoryListing(of: directory).names {
      do throws(SystemError) {
        files.insert(FileIdentity(try FileStatus(of: name, in: directory)))
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    self.files = files
  }

  func contains(_ file: FileStatus) -> Bool {
    files.contains(FileIdentity(file))
  }

  /// Whether every later change of the folder changes its times, so that the listing can be kept.
  func isLasting(at moment: FileTime) -> Bool {
    moment - folder.modified > Self.coarsestTime && moment - folder.changed > Self.coarsestTime
  }
}

/// The device and inode of a file, which are the same for all its hard links.
///
/// The device must come from the file itself, because on overlayfs, files can have another device
/// than their folder.
private struct FileIdentity: Hashable {
  private let device: UInt64
  private let inode: UInt64

  init(_ status: FileStatus) {
    (device, inode) = (status.device, status.inode)
  }
}
