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

/// A moment of a file as RFC 3339 has it, in UTC and the whole second that has begun.
///
/// - Parameter nanoseconds: since 1970; 64 bits of them reach from 1677 to 2262.
/// - Returns: as `2026-11-21T12:15:00Z`.
func rfc3339(_ nanoseconds: Int64) -> String {
  let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
  let begun = rest < 0 ? seconds - 1 : seconds
  return WallClock.rfc3339(begun)
}
