/// Converts the date of a mail (RFC 5322, 3.3, with the obsolete forms) to RFC 3339.
enum MailDate {
  /// The offsets from UTC, in minutes, of the time zones that RFC 5322 names.
  private static let zones: [String: Int] = [
    "ut": 0, "utc": 0, "gmt": 0, "z": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300,
    "mst": -420, "mdt": -360, "pst": -480, "pdt": -420, "cet": 60, "cest": 120, "met": 60,
    "mest": 120, "bst": 60, "jst": 540,
  ]

  /// Reads a date.
  ///
  /// - Parameter value: the value of a Date field, without line breaks.
  /// - Returns: date, time and UTC offset; nil if the value is not a date.
  static func parse(_ value: [UInt8]) -> String? {
    var (day, month, year): (Int?, Int?, Int?) = (nil, nil, nil)
    var (time, offset): ((Int, Int, Int)?, Int) = (nil, 0)
    for word in words(of: value) {
      if let clock = clock(word) {
        time = time ?? clock
      } else if time != nil, word[0] == 0x2b || word[0] == 0x2d, word.count >= 5 {
        offset = numericOffset(word) ?? offset
      } else if let number = number(word[...]) {
        if day == nil, word.count <= 2 { day = number } else { year = year ?? number }
      } else if month == nil, let found = EnglishDate.month(word.span) {
        month = found
      } else if time != nil, let zone = zones[MailLines.lowercased(word.span, 0..<word.count)] {
        offset = zone
      }
    }
    guard let day, let month, var year else { return nil }
    if year < 50 { year += 2_000 } else if year < 1_000 { year += 1_900 }
    guard year >= 1_900, let date = CivilDate.rfc3339(year: year, month: month, day: day) else {
      return nil
    }
    guard let (hour, minute, second) = time else { return date }
    return date + CivilDate.clock(hour, minute, second) + zone(offset)
  }

  private static func zone(_ offset: Int) -> String {
    if offset == 0 { return "Z" }
    let (hours, minutes) = Int(offset.magnitude).quotientAndRemainder(dividingBy: 60)
    return (offset < 0 ? "-" : "+") + "\(CivilDate.padded(hours)):\(CivilDate.padded(minutes))"
  }

  /// Splits a value at blanks, at commas, and at hyphens between date fields; skips comments.
  private static func words(of value: [UInt8]) -> [[UInt8]] {
    var (words, word, depth): ([[UInt8]], [UInt8], Int) = ([], [], 0)
    // A date has at most six words; the limit bounds the work.
    for byte in value.prefix(256) {
      if byte == 0x28 { depth += 1 }
      let isHyphenInDate = byte == 0x2d && !word.isEmpty && word.first != 0x2b && word.count < 4
      let isSeparator = byte <= 0x20 || byte == 0x2c || byte == 0x28 || isHyphenInDate
      if depth > 0 || isSeparator {
        if !word.isEmpty { words.append(word) }
        word = []
      } else if byte == 0x2b || byte == 0x2d, word.contains(0x3a) {
        // Ends the time where the UTC offset follows without a blank, as in 12:00:00+0100.
        words.append(word)
        word = [byte]
      } else {
        word.append(byte)
      }
      if byte == 0x29, depth > 0 { depth -= 1 }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Parses `hour:minute` or `hour:minute:second`; nil for any other word.
  private static func clock(_ word: [UInt8]) -> (Int, Int, Int)? {
    guard word.contains(0x3a) else { return nil }
    let fields = word.split(separator: 0x3a, omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), let hour = number(fields[0]),
      let minute = number(fields[1]),
      let second = fields.count == 3 ? number(fields[2].prefix { $0 != 0x2e }) : 0
    else { return nil }
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return (hour, minute, min(second, 59))
  }

  private static func numericOffset(_ word: [UInt8]) -> Int? {
    let digits = word.dropFirst().filter { $0 != 0x3a }
    guard digits.count == 4, let value = number(digits[...]), value / 100 < 24, value % 100 < 60
    else { return nil }
    let minutes = value / 100 * 60 + value % 100
    return word[0] == 0x2d ? -minutes : minutes
  }

  /// Parses a number of one to four decimal digits; nil for any other word.
  private static func number(_ word: ArraySlice<UInt8>) -> Int? {
    guard !word.isEmpty, word.count <= 4, word.allSatisfy(\.isDigit) else { return nil }
    return word.reduce(0) { $0 * 10 + Int($1 & 0xf) }
  }
}
