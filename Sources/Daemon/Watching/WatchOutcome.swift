public import LinuxSystem

/// The result of a request for the watch of a folder.
public enum WatchOutcome: Equatable, Sendable {
  /// The folder is watched.
  case watched
  /// The folder is polled, because the watches are used up by folders that changed more recently.
  case polled
  /// The disk contradicts the tree: this folder has another path there, or another folder this
  /// path.
  ///
  /// The events of a rename have not been read yet.
  case conflict
  /// The folder cannot be watched, now or at all.
  case refused(SystemError)
}
