import Glibc

/// The local time zone, from the environment variable `TZ` or `/etc/localtime`.
public enum LocalTime {
  /// How many seconds local time is ahead of UTC at a moment.
  ///
  /// The C functions are `tzset`, which reads a changed time zone, and `localtime_r`.
  ///
  /// - Parameter seconds: the moment, in seconds since 1970.
  /// - Returns: the seconds; 0 for a moment whose year does not fit in an `int`.
  public static func offset(at seconds: Int64) -> Int64 {
    offsets()(seconds)
  }

  /// The offset as a function, for many moments in the current time zone.
  ///
  /// Each call of `tzset` checks a file; this method calls it only once.
  public static func offsets() -> @Sendable (Int64) -> Int64 {
    tzset()
    return localOffset
  }

  @Sendable private static func localOffset(at seconds: Int64) -> Int64 {
    var moment = time_t(seconds)
    var fields = unsafe tm()
    guard unsafe localtime_r(&moment, &fields) != nil else { return 0 }
    return unsafe Int64(fields.tm_gmtoff)
  }
}
