import CSystemd
import LinuxSystem

/// Talks to systemd; without systemd its functions do nothing.
enum ServiceManager {
  /// Reports that the service is ready; see sd_notify(3).
  static func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

  /// Reports the state of the service, as a sentence.
  static func status(_ status: String) { notify("STATUS=\(status)") }

  /// Reports that the service is stopping.
  static func stopping() { notify("STOPPING=1") }

  /// Reports that the service is alive.
  static func keepAlive() { notify("WATCHDOG=1") }

  /// How often the service must call ``keepAlive()``; see sd_watchdog_enabled(3).
  static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// The listening socket that systemd passes; nil if there is none.
  ///
  /// See sd_listen_fds(3).
  static func inheritedSocket() -> FileDescriptor? {
    // 3 is SD_LISTEN_FDS_START; the variables are unset, so that no child process uses them.
    guard sd_listen_fds(1) > 0 else { return nil }
    return FileDescriptor(owning: 3)
  }

  /// Another descriptor of the socket that ``inheritedSocket()`` returns; nil if systemd passes none.
  ///
  /// - Throws: an error if there are too many descriptors.
  static func duplicateOfSocket() throws(SystemError) -> FileDescriptor? {
    guard sd_listen_fds(0) > 0 else { return nil }
    return try FileDescriptor(duplicating: 3)
  }

  private static func notify(_ state: String) {
    _ = unsafe sd_notify(0, state)
  }
}
