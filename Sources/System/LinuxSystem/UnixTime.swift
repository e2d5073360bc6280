/// A time in whole seconds since 1970, without leap seconds; see time(2).
public struct UnixTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64

  /// Makes a time.
  public init(seconds: Int64) {
    self.seconds = seconds
  }

  /// The second in which a time of a file lies, before 1970 as well as after.
  public init(_ time: FileTime) {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.seconds = rest < 0 ? seconds - 1 : seconds
  }

  /// The current second.
  public static var now: UnixTime { UnixTime(FileClock.now) }

  /// 1970-01-01T00:00:00Z.
  public static var epoch: UnixTime { UnixTime(seconds: 0) }
}

extension FileTime {
  /// The beginning of a second, or the nearest whole second in the range.
  public init(_ time: UnixTime) {
    let farthest = Int64.max / 1_000_000_000
    nanoseconds = min(max(time.seconds, -farthest), farthest) * 1_000_000_000
  }
}

extension UnixTime {
  /// Adds a duration, truncated to seconds.
  public static func + (time: UnixTime, duration: Duration) -> UnixTime {
    let sum = Duration.seconds(time.seconds) + duration
    return UnixTime(seconds: Int64(clamping: sum.attoseconds / 1_000_000_000_000_000_000))
  }

  /// The duration from the earlier time to the later one.
  public static func - (later: UnixTime, earlier: UnixTime) -> Duration {
    Duration.seconds(later.seconds) - .seconds(earlier.seconds)
  }

  /// Whether the first is the earlier time.
  public static func < (first: UnixTime, second: UnixTime) -> Bool {
    first.seconds < second.seconds
  }
}
