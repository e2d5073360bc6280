import LinuxSystem
import QueryLanguage

extension LocalClock {
  /// This moment, in the time zone of this process.
  static var current: LocalClock {
    let offset = LocalTime.offsets()
    // The query language knows no other target, so it counts bare seconds.
    return LocalClock(now: UnixTime.now.seconds) { offset(UnixTime(seconds: $0)) }
  }
}
