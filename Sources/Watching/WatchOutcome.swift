public import LinuxSystem

/// What came of asking for the watch of a folder.
public enum WatchOutcome: Equatable, Sendable {
  /// The folder is watched.
  case watched
  /// There are more folders than watches, and this one is quieter than those that have one: it is
  /// looked at at intervals.
  case polled
  /// The tree knows this folder under another name, or another folder under this one: events
  /// that tell of a rename have not been read yet.
  case ahead
  /// The folder cannot be watched, now or at all.
  case refused(SystemError)
}
