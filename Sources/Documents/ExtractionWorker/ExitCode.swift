import Glibc

/// The exit codes of the processes that read documents.
enum ExitCode: Int32 {
  /// No request came before the timeout, or the daemon has closed the socket.
  case isIdle = 0
  /// The daemon has ended: a packet could not be sent.
  case hasNoDaemon = 64
  /// A worker has read enough, or met an error; a new worker continues.
  case isRetired = 65
  /// The jail could not be made.
  case hasNoJail = 70
  /// A request breaks a rule.
  case hasBadRequest = 71

  /// Ends this process with the code.
  func exit() -> Never {
    _exit(rawValue)
  }
}
