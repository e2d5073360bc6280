import Indexing
import LinuxSystem
import SearchInterface
import Watching

extension RootMessage {
  /// Why a root is not available.
  enum Absence {
    /// Its path does not exist.
    case missing
    /// Its path exists, but is not a folder.
    case noFolder
    /// Only the place where it is mounted exists.
    case unmounted

    /// The reason, as the predicate of a sentence about the root.
    var reason: String {
      switch self {
      case .missing: "does not exist now"
      case .noFolder: "is not a folder"
      case .unmounted: "is not mounted now"
      }
    }

    /// What to do, as a sentence.
    var remedy: String {
      switch self {
      case .missing: "Mount the drive that it is on, or correct Roots= in sittad.conf."
      case .noFolder: "Correct Roots= in sittad.conf."
      case .unmounted:
        """
        Mount the drive again to see its documents. If its files are in the folder itself now, run \
        'sitta remove-root' and 'sitta add-root' with it.
        """
      }
    }

    /// Finds out why a root is not available; nil if it is.
    ///
    /// - Parameters:
    ///   - root: the root.
    ///   - isMissing: whether its path is not a folder.
    ///   - isOccupied: whether its path exists, but is not a folder.
    ///   - progress: the status of the indexer.
    init?(of root: FilePath, isMissing: Bool, isOccupied: Bool, _ progress: IndexingStatus) {
      if isMissing {
        self = isOccupied ? .noFolder : .missing
      } else if progress.awayRoots.contains(root) {
        self = .unmounted
      } else {
        return nil
      }
    }
  }

  /// The message on how a root is watched.
  ///
  /// - Parameters:
  ///   - root: the root.
  ///   - folders: the number of folders in it.
  ///   - interval: the interval of polling folders whose changes the kernel does not report.
  ///   - absence: why the root is not available; nil if it is.
  init(
    _ root: WatchStatus.Root, of folders: Int, polledEvery interval: Duration,
    absence: Absence? = nil
  ) {
    var state = RootState.watched
    var note: String?
    if let absence {
      state = .missing
      note = absence.reason
    } else if !root.polledFileSystems.isEmpty {
      state = .polled
      note = """
        changes that others make on \(root.polledFileSystems.joined(separator: " and ")) are not \
        reported: polled every \(interval.inWords)
        """
    } else if let watched = root.watchedFolders, watched < folders {
      state = .partlyWatched
      note = """
        \(watched) of \(folders) folders are watched, the others are polled every \
        \(interval.inWords)
        """
    }
    self.init(uri: root.path.uri, path: root.path.utf8, state: state, note: note)
  }
}
