/// A time in whole seconds since 1970, without leap seconds; see time(2).
public struct UnixTime: Hashable, Comparable, Sendable {
  /// The number of seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64

  /// Creates a time.
  public init(seconds: Int64) {
    self.seconds = seconds
  }

  /// Rounds a file's time stamp down to a whole second, also before 1970.
  public init(_ time: FileTime) {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.seconds = rest < 0 ? seconds - 1 : seconds
  }

  /// The current time.
  public static var now: UnixTime { UnixTime(FileClock.now) }

  /// 1970-01-01T00:00:00Z.
  public static var epoch: UnixTime { UnixTime(seconds: 0) }
}

extension FileTime {
  /// Creates a time at the beginning of a second; clamps it to the range of a time stamp.
  public init(_ time: UnixTime) {
    let farthest = Int64.max / 1_000_000_000
    nanoseconds = min(max(time.seconds, -farthest), farthest) * 1_000_000_000
  }
}

extension UnixTime {
  /// Returns the time later by a duration, truncated to seconds.
  public static func + (time: UnixTime, duration: Duration) -> UnixTime {
    let sum = Duration.seconds(time.seconds) + duration
    return UnixTime(seconds: Int64(clamping: sum.attoseconds / 1_000_000_000_000_000_000))
  }

  /// Returns the duration from `earlier` to `later`.
  public static func - (later: UnixTime, earlier: UnixTime) -> Duration {
    Duration.seconds(later.seconds) - .seconds(earlier.seconds)
  }

  /// Whether the first time is earlier than the second.
  public static func < (first: UnixTime, second: UnixTime) -> Bool {
    first.seconds < second.seconds
  }
}
