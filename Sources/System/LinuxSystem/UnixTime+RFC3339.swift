import Glibc

extension UnixTime {
  /// The time in UTC in the format of RFC 3339: `2026-11-21T12:15:00Z`.
  ///
  /// RFC 3339 allows the years up to 9999; other times become the nearest allowed time.
  public var rfc3339: String { clockText(aheadOfUTC: 0) + "Z" }

  /// Returns the date and time that a clock in a time zone shows: `2026-11-21T13:15:00`.
  ///
  /// The C function is `gmtime_r`.
  ///
  /// - Parameter offset: by how many seconds the clock is ahead of UTC.
  /// - Returns: the date and time, to the second.
  public func clockText(aheadOfUTC offset: Int64) -> String {
    var shown = time_t(min(max(seconds, Self.firstYear), Self.lastYear) + offset)
    var fields = unsafe tm()
    unsafe gmtime_r(&shown, &fields)
    let (year, month, day) = unsafe (fields.tm_year + 1_900, fields.tm_mon + 1, fields.tm_mday)
    let (hour, minute, second) = unsafe (fields.tm_hour, fields.tm_min, fields.tm_sec)
    let date = "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    return "\(date)T\(padded(hour, to: 2)):\(padded(minute, to: 2)):\(padded(second, to: 2))"
  }

  /// The first second of the year 1, since 1970.
  private static let firstYear: Int64 = -62_135_596_800
  /// The last second of the year 9999, since 1970.
  private static let lastYear: Int64 = 253_402_300_799

  private func padded(_ number: Int32, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
