import Cooldown
import FoundationEssentials
import LinuxSystem
import QueryLanguage

extension LocalClock {
  /// This moment, in the time zone of this process.
  static var current: LocalClock {
    LocalClock(now: Int64(Date.now.timeIntervalSince1970), offset: LocalTime.offsets())
  }
}

/// A time of a file as RFC 3339 has it, in UTC and the whole second that has begun.
///
/// - Returns: as `2026-11-21T12:15:00Z`.
func rfc3339(_ time: FileTime) -> String {
  let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
  let begun = rest < 0 ? seconds - 1 : seconds
  return WallClock.rfc3339(begun)
}
