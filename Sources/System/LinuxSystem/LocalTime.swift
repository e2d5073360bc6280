import Glibc

/// The local time zone: from the environment variable `TZ`, or from `/etc/localtime`.
public enum LocalTime {
  /// Returns by how many seconds local time is ahead of UTC at a moment.
  ///
  /// The C functions are `tzset`, which notices a change of the time zone, and `localtime_r`.
  ///
  /// - Parameter time: the moment.
  /// - Returns: the number of seconds; 0 if the year does not fit into an `int`.
  public static func offset(at time: UnixTime) -> Int64 {
    offsets()(time)
  }

  /// Returns ``offset(at:)`` as a function, for many moments in the current time zone.
  ///
  /// This is faster, because `tzset`, which checks a file, is called only once.
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
