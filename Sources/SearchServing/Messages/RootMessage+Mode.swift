import Indexing
import LinuxSystem
import SearchInterface
import Watching

extension RootMessage {
  /// Why a root is not there now.
  enum Absence: String {
    /// There is nothing of its name.
    case missing = "does not exist now"
    /// There is something else of its name.
    case noFolder = "is not a folder"
    /// There is only the empty folder that something was mounted on.
    case unmounted = "is not mounted now"

    /// Why a root is not there now; nil where it is.
    init?(of root: FilePath, isMissing: Bool, _ progress: IndexingStatus) {
      if isMissing {
        self = (try? FileStatus(of: root)) == nil ? .missing : .noFolder
      } else if progress.awayRoots.contains(root) {
        self = .unmounted
      } else {
        return nil
      }
    }
  }

  /// Tells how a root is watched.
  ///
  /// - Parameters:
  ///   - root: the root.
  ///   - folders: how many folders it has.
  ///   - interval: how often folders are looked at of which no event tells all.
  ///   - absence: what is the matter with it where it is not there now.
  init(
    _ root: WatchStatus.Root, of folders: Int, polledEvery interval: Duration,
    absence: Absence? = nil
  ) {
    var state = RootState.watched
    var note: String?
    if let absence {
      state = .missing
      note = absence.rawValue
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

extension Duration {
  /// The time in the largest unit of which it is a whole number, as `sittad.conf` has it.
  var inWords: String {
    let seconds = components.seconds
    for (unit, name) in [(86_400, "d"), (3_600, "h"), (60, "min")] as [(Int64, String)]
    where seconds >= unit && seconds % unit == 0 {
      return "\(seconds / unit) \(name)"
    }
    return "\(seconds) s"
  }
}
