import Glibc

/// The local time zone, from the environment variable `TZ` or `/etc/localtime`.
public enum LocalTime {
  /// How many seconds local time is ahead of UTC at a moment.
  ///
  /// The C functions are `tzset`, which reads a changed time zone, and `localtime_r`.
  ///
  /// - Parameter time: the time.
  /// - Returns: the seconds; 0 for a moment whose year does not fit in an `int`.
  public static func offset(at time: UnixTime) -> Int64 {
    offsets()(time)
  }

  /// The offset as a function, for many moments in the current time zone.
  ///
  /// Each call of `tzset` checks a file; this method calls it only once.
  public static func offsets() -> @Sendable (UnixTime) -> Int64 {
    tzset()
    return localOffset
  }

  @Sendable private static func localOffset(at time: UnixTime) -> Int64 {
    var moment = time_t(time.seconds)
    var fields = unsafe tm()
    guard unsafe localtime_r(&moment, &fields) != nil else { return 0 }
    return unsafe Int64(fields.tm_gmtoff)
  }
}
