extension UnixTime {
  /// Parses the date of a document: an RFC 3339 date, or date and time, also in looser forms.
  ///
  /// - A missing month or day counts as the first.
  /// - All hyphens, or all colons, may be missing (the basic form of ISO 8601).
  /// - A date without time counts as noon in UTC, which is the same day in most time zones.
  /// - A time without time zone is in UTC. Fractions of seconds, and other text at the end, are ignored.
  ///
  /// Nil if the year is not from 1 to 9999, if month or day do not exist, or if further digits follow.
  ///
  /// - Parameter text: a text such as `2024-05-01T10:20:30+02:00`, `2024-05-01 10:20` or `2024`.
  public init?(documentDate text: some StringProtocol) {
    var scanner = DigitScanner(text)
    scanner.skipSpaces()
    guard let year = scanner.number(ofDigits: 4), year >= 1 else { return nil }
    var (month, day) = (1, 1)
    var hasDay = false
    // In the basic form, without hyphens, the month directly follows the year.
    let isBasic = scanner.startsWithDigit
    if isBasic || scanner.skip("-") {
      guard let number = scanner.number(ofDigits: 2), 1...12 ~= number else { return nil }
      month = number
      if isBasic || scanner.skip("-") {
        guard let number = scanner.number(ofDigits: 2),
          1...Self.length(ofMonth: month, in: year) ~= number
        else { return nil }
        (day, hasDay) = (number, true)
      }
    }
    if scanner.startsWithDigit { return nil }
    let seconds = (hasDay ? scanner.secondsOfDay() : nil) ?? 12 * 3_600
    self.init(seconds: Int64(Self.days(year, month, day) * 86_400 + seconds))
  }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns the number of days from 1970-01-01 to a day of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March in this computation, so that the leap day is the last day.
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

/// Reads numbers with a fixed number of digits from ASCII text.
private struct DigitScanner {
  private var rest: ArraySlice<UInt8>

  /// Keeps only the beginning of the text, which is enough for a date.
  init(_ text: some StringProtocol) {
    rest = Array(text.utf8.prefix(64))[...]
  }

  mutating func skipSpaces() {
    while rest.first == 0x20 { rest.removeFirst() }
  }

  var startsWithDigit: Bool { rest.first.map { 0x30...0x39 ~= $0 } ?? false }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number with exactly `count` digits; nil, without reading anything, if there are fewer.
  mutating func number(ofDigits count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    rest.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Reads a time as seconds from the start of the day in UTC, possibly before or after the day; nil if none.
  mutating func secondsOfDay() -> Int? {
    guard skip("T") || skip("t") || skip(" "), let hour = number(ofDigits: 2), hour < 24 else {
      return nil
    }
    let isBasic = !skip(":")
    guard let minute = number(ofDigits: 2), minute < 60 else { return nil }
    var seconds = hour * 3_600 + minute * 60
    if isBasic || skip(":"), let second = number(ofDigits: 2), second <= 60 {
      seconds += min(second, 59)
    }
    if skip(".") { while number(ofDigits: 1) != nil {} }
    let isBehind = skip("-")
    guard isBehind || skip("+"), let hours = number(ofDigits: 2), hours < 24 else { return seconds }
    _ = skip(":")
    let offset = hours * 3_600 + min(number(ofDigits: 2) ?? 0, 59) * 60
    return isBehind ? seconds + offset : seconds - offset
  }
}
