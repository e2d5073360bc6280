import Glibc

/// Local time, as the environment variable `TZ` or `/etc/localtime` have it.
public enum LocalTime {
  /// How many seconds local time is ahead of UTC at a moment.
  ///
  /// The C functions are `tzset`, which notices that the person has travelled, and `localtime_r`.
  ///
  /// - Returns: the seconds; 0 for a moment so far away that its year is no `int`.
  public static func offset(at time: UnixTime) -> Int64 {
    offsets()(time)
  }

  /// The same for many moments, in the time zone that is the person's now.
  ///
  /// `tzset` looks at a file each time; here it does so once.
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
