import LinuxSystem
import Synchronization

/// The files in folders that belong to the index, whatever other names they have.
///
/// To open and close a second name of the database in this process would drop SQLite's lock on it:
/// <https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_>.
final class OwnFiles: Sendable {
  private let folders: [FilePath]
  /// What was found in folders that have not changed since.
  private let listings = Mutex<[FilePath: Listing]>([:])

  init(in folders: [FilePath]) {
    self.folders = folders
  }

  /// Whether a file is one of those in the folders, by device and inode.
  ///
  /// A file with one name is answered without a look at the disk. For any other the folders are looked
  /// at, and listed where they have changed. Where that fails the file may be one of them.
  func contain(_ status: FileStatus) -> Bool {
    guard status.kind == .regular, status.linkCount > 1 else { return false }
    return folders.contains { folder in
      do throws(SystemError) {
        return try listing(of: folder).contains(status)
      } catch {
        // For want of descriptors, too: that must not let a name of the database pass.
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

/// What lay in a folder.
private struct Listing: Sendable {
  /// No file system has coarser times: FAT's are of two seconds.
  private static let coarsestTime = Duration.seconds(2)

  let folder: FileStatus
  private let inodes: Set<UInt64>

  init(of path: FilePath) throws(SystemError) {
    let directory = try FileDescriptor(openingDirectory: path.resolvingSymbolicLinks())
    folder = try directory.status()
    var inodes: Set<UInt64> = []
    for name in try DirectoryListing(of: directory).names {
      do throws(SystemError) {
        inodes.insert(try FileStatus(of: name, in: directory).inode)
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    self.inodes = inodes
  }

  func contains(_ file: FileStatus) -> Bool {
    folder.device == file.device && inodes.contains(file.inode)
  }

  /// Whether a later change gives the folder another time than it had at a moment.
  func isLasting(at moment: FileTime) -> Bool {
    moment - folder.modified > Self.coarsestTime && moment - folder.changed > Self.coarsestTime
  }
}
