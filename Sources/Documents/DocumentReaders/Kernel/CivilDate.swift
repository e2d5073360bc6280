/// Dates of the Gregorian calendar as RFC 3339 writes them.
enum CivilDate {
  /// Returns a date, or nil if there is no such day in the years 1 to 9999.
  static func rfc3339(year: Int, month: Int, day: Int) -> String? {
    guard 1...9_999 ~= year, 1...12 ~= month, 1...length(ofMonth: month, in: year) ~= day else {
      return nil
    }
    return "\(padded(year, to: 4))-\(padded(month))-\(padded(day))"
  }

  /// Returns date and time of a number of seconds since 1970, in UTC.
  ///
  /// - Returns: nil before the year 1601, and beyond the year 9999.
  static func rfc3339(seconds: Int) -> String? {
    guard -11_644_473_600..<253_402_300_800 ~= seconds else { return nil }
    // Years begin in March here, so that the leap day is the last one.
    let (days, time) = (seconds + 719_468 * 86_400).quotientAndRemainder(dividingBy: 86_400)
    let (era, day) = days.quotientAndRemainder(dividingBy: 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = rfc3339(
      year: year + era * 400 + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
      day: dayOfYear - (153 * month + 2) / 5 + 1)
    return date.map { $0 + clock(time / 3_600, time / 60 % 60, time % 60) + "Z" }
  }

  /// Returns date and time of a FILETIME of Windows: units of 100 ns since 1601, UTC.
  ///
  /// - Returns: nil for zero, and beyond the year 9999.
  static func rfc3339(fileTime: UInt64) -> String? {
    let seconds = Int(fileTime / 10_000_000)
    return seconds == 0 ? nil : rfc3339(seconds: seconds - 11_644_473_600)
  }

  /// The time of day, which follows a date, without its offset from UTC.
  static func clock(_ hour: Int, _ minute: Int, _ second: Int) -> String {
    "T\(padded(hour)):\(padded(minute)):\(padded(second))"
  }

  /// Writes a number with zeros before it.
  static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
