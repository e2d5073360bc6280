import Indexing
import LinuxSystem
import SearchInterface
import Watching

extension RootMessage {
  /// Why a root is not available now.
  enum Absence {
    /// Nothing has its name.
    case missing
    /// Something else has its name.
    case noFolder
    /// Only the empty mount point is there.
    case unmounted

    /// The predicate of a sentence about the root.
    var reason: String {
      switch self {
      case .missing: "does not exist now"
      case .noFolder: "is not a folder"
      case .unmounted: "is not mounted now"
      }
    }

    /// The remedy, as a sentence.
    var remedy: String {
      switch self {
      case .missing: "Mount the drive that it is on, or correct Roots= in sittad.conf."
      case .noFolder: "Correct Roots= in sittad.conf."
      case .unmounted: "Mount the drive again to see its documents."
      }
    }

    /// Finds out why a root is not available now; nil if it is.
    ///
    /// - Parameters:
    ///   - root: the root.
    ///   - isMissing: whether no folder has its path.
    ///   - isOccupied: whether something else has its path.
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

  /// The message that says how a root is watched.
  ///
  /// - Parameters:
  ///   - root: the root.
  ///   - folders: how many folders it has.
  ///   - interval: how often folders are polled whose changes the kernel does not report.
  ///   - absence: why it is not available now; nil if it is.
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
