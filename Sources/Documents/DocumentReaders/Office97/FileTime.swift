/// Dates as RFC 3339 writes them, from the forms in which Microsoft's formats store them.
enum FileTime {
  /// Returns date and time of a FILETIME: units of 100 ns since 1601, UTC.
  ///
  /// - Returns: nil for zero, and beyond the year 9999.
  static func rfc3339(_ fileTime: UInt64) -> String? {
    let seconds = Int(fileTime / 10_000_000)
    guard seconds > 0, seconds < 265_000_000_000 else { return nil }
    let (day, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let date = civilDate(daysSince1601: day)
    if date.year > 9_999 { return nil }
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { padded($0, 2) }
    return "\(text(date))T\(clock.joined(separator: ":"))Z"
  }

  /// Returns a date, or nil if there is no such day.
  static func rfc3339(year: Int, month: Int, day: Int) -> String? {
    guard (1...9_999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    return text((year, month, day))
  }

  /// The Gregorian date of a day, in eras of 400 years that begin on 1 March.
  private static func civilDate(daysSince1601: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = daysSince1601 + 306
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (1_600 + era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }

  private static func text(_ date: (year: Int, month: Int, day: Int)) -> String {
    "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
