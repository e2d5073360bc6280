/// A day of the Gregorian calendar, from 0001-01-01 to 9999-12-31.
struct CivilDate: Equatable {
  let year: Int
  let month: Int
  let day: Int

  static let secondsPerDay: Int64 = 86_400

  /// Makes a date; nil if there is no such day.
  init?(year: Int, month: Int = 1, day: Int = 1) {
    guard (1...9_999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.init(trusted: year, month, day)
  }

  private init(trusted year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date this many days after 1970-01-01, or the nearest possible date.
  init(dayNumber: Int) {
    let last = Self.number(ofYear: 10_000) - 1
    let number = min(max(dayNumber, Self.number(ofYear: 1)), last)
    // No year has more than 366 days, so this year is never too late, and at most 21 years too early.
    var year = 1 + (number - Self.number(ofYear: 1)) / 366
    while Self.number(ofYear: year + 1) <= number { year += 1 }
    var day = number - Self.number(ofYear: year) + 1
    var month = 1
    while day > Self.days(inMonth: month, of: year) {
      day -= Self.days(inMonth: month, of: year)
      month += 1
    }
    self.init(trusted: year, month, day)
  }

  /// The number of days since 1970-01-01.
  var dayNumber: Int {
    let months = (1..<month).reduce(0) { $0 + Self.days(inMonth: $1, of: year) }
    return Self.number(ofYear: year) + months + day - 1
  }

  /// Returns the date `months` later: the same day or the last of its month, but no impossible date.
  func adding(months: Int) -> CivilDate {
    let last = 9_999 * 12 + 11
    let index = min(max(year * 12 + month - 1 + min(max(months, -last), last), 12), last)
    let (year, month) = (index / 12, index % 12 + 1)
    return CivilDate(trusted: year, month, min(day, Self.days(inMonth: month, of: year)))
  }

  /// The day of the week, 0 for Monday.
  var weekday: Int {
    // 1970-01-01 was a Thursday.
    let remainder = (dayNumber + 3) % 7
    return remainder < 0 ? remainder + 7 : remainder
  }

  /// The number of days from 1970-01-01 to the first day of a year.
  private static func number(ofYear year: Int) -> Int {
    let past = year - 1
    // There are 719,162 days between 0001-01-01 and 1970-01-01.
    return past * 365 + past / 4 - past / 100 + past / 400 - 719_162
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as in ISO 8601: `2026-01-31`.
  var description: String {
    "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }
}

/// Returns a number with leading zeros.
func padded(_ number: Int, to count: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: max(0, count - digits.count)) + digits
}
