import CSystemd
import LinuxSystem

/// Sends notifications to systemd; without systemd, its functions do nothing.
enum ServiceManager {
  /// Reports that the daemon is ready; see sd_notify(3).
  static func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

  /// Reports the state of the daemon, as a sentence.
  static func status(_ status: String) { notify("STATUS=\(status)") }

  /// Reports that the daemon is stopping.
  static func stopping() { notify("STOPPING=1") }

  /// Reports that the daemon is alive.
  static func keepAlive() { notify("WATCHDOG=1") }

  /// How often to call ``keepAlive()``, see sd_watchdog_enabled(3); nil without a watchdog.
  static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// The listening socket from systemd; nil if there is none.
  ///
  /// See sd_listen_fds(3).
  static func inheritedSocket() -> FileDescriptor? {
    // The number 3 is SD_LISTEN_FDS_START. The variables are unset, so that no child process uses them.
    guard sd_listen_fds(1) > 0 else { return nil }
    return FileDescriptor(owning: 3)
  }

  /// A duplicate of the descriptor that ``inheritedSocket()`` returns; nil if systemd passes none.
  ///
  /// - Throws: an error if descriptors are used up.
  static func duplicateOfSocket() throws(SystemError) -> FileDescriptor? {
    guard sd_listen_fds(0) > 0 else { return nil }
    return try FileDescriptor(duplicating: 3)
  }

  private static func notify(_ state: String) {
    _ = unsafe sd_notify(0, state)
  }
}
