/// Writes dates of the Gregorian calendar in the format of RFC 3339.
enum CivilDate {
  /// Returns a date; nil if the day does not exist, or is not in the years 1 to 9999.
  static func rfc3339(year: Int, month: Int, day: Int) -> String? {
    guard 1...9_999 ~= year, 1...12 ~= month, 1...length(ofMonth: month, in: year) ~= day else {
      return nil
    }
    return "\(padded(year, to: 4))-\(padded(month))-\(padded(day))"
  }

  /// Returns the date and time, in UTC, of a number of seconds since 1970.
  ///
  /// - Returns: nil before the year 1601 and after the year 9999.
  static func rfc3339(seconds: Int) -> String? {
    guard -11_644_473_600..<253_402_300_800 ~= seconds else { return nil }
    let days = (seconds + 719_468 * 86_400) / 86_400 - 719_468
    let time = seconds - days * 86_400
    let (year, month, day) = day(days)
    let date = rfc3339(year: year, month: month, day: day)
    return date.map { $0 + clock(time / 3_600, time / 60 % 60, time % 60) + "Z" }
  }

  /// Returns the day that is a number of days after 1970-01-01, from -719,468 on, which is in the year 0.
  static func day(_ days: Int) -> (year: Int, month: Int, day: Int) {
    // The computation lets years begin in March, so that the leap day is the last day of a year.
    let (era, day) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      year + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  /// Returns the number of days from 1970-01-01 to a day that exists; the reverse of ``day(_:)``.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// Returns the date and time, in UTC, of a Windows FILETIME: units of 100 ns since 1601.
  ///
  /// - Returns: nil for zero, and for times after the year 9999.
  static func rfc3339(fileTime: UInt64) -> String? {
    let seconds = Int(fileTime / 10_000_000)
    return seconds == 0 ? nil : rfc3339(seconds: seconds - 11_644_473_600)
  }

  /// Returns a time of day with a leading `T`, to append to a date; without UTC offset.
  static func clock(_ hour: Int, _ minute: Int, _ second: Int) -> String {
    "T\(padded(hour)):\(padded(minute)):\(padded(second))"
  }

  /// Returns a number in decimal with leading zeros.
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
