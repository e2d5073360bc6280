import Glibc

/// How the processes of an extractor end by themselves.
enum ExitCode: Int32 {
  /// There was nothing to do for a while, or the daemon has closed the socket.
  case isIdle = 0
  /// The daemon is gone.
  case hasNoDaemon = 64
  /// A worker has read enough, or met an error; another one goes on.
  case isRetired = 65
  /// The jail cannot be made.
  case hasNoJail = 70
  /// A request breaks the rules.
  case hasBadRequest = 71

  /// Ends this process.
  func exit() -> Never {
    _exit(rawValue)
  }
}
