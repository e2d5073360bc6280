import CSystemd
import LinuxSystem

/// What passes between a service and systemd; without systemd nothing happens.
enum ServiceManager {
  /// Says that queries are answered from now on; see sd_notify(3).
  static func ready(_ status: String) { notify("READY=1\nSTATUS=\(status)") }

  /// Says what the service is doing, in words.
  static func status(_ status: String) { notify("STATUS=\(status)") }

  /// Says that the service is ending.
  static func stopping() { notify("STOPPING=1") }

  /// Says that the service is alive.
  static func keepAlive() { notify("WATCHDOG=1") }

  /// How often the service has to say that it is alive; see sd_watchdog_enabled(3).
  static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// The socket that systemd listens on for us; nil where there is none.
  ///
  /// See sd_listen_fds(3).
  static func inheritedSocket() -> FileDescriptor? {
    // 3 is SD_LISTEN_FDS_START; the variables are unset, so that no child takes them for its own.
    guard sd_listen_fds(1) > 0 else { return nil }
    return FileDescriptor(owning: 3)
  }

  private static func notify(_ state: String) {
    _ = unsafe sd_notify(0, state)
  }
}
