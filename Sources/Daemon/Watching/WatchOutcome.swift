public import LinuxSystem

/// The result of watching a folder.
public enum WatchOutcome: Equatable, Sendable {
  /// The folder is watched.
  case watched
  /// The folder is polled, because folders that changed more recently have all watches.
  case polled
  /// The disk contradicts the tree: the watch belongs to another path, or the path has another
  /// watch.
  ///
  /// The events of a rename are probably not read yet.
  case conflict
  /// The kernel refused the watch with this error.
  case refused(SystemError)
}
