/// A date and time in a cell: a number of days.
struct CellDate {
  /// The day in the calendar; nil for day 0, which is only a time.
  private(set) var day: (year: Int, month: Int, day: Int)?
  /// The day of the week, 0 for Sunday.
  private(set) var weekday = 0
  /// The time since the first day, in thousandths of a second, rounded to the shown places.
  let milliseconds: Int

  private static let dayLength = 86_400_000
  /// The number of days up to the year 9999.
  private static let mostDays = 2_958_466.0

  /// Converts a number; fails if spreadsheets show no date for it.
  ///
  /// - Parameters:
  ///   - number: the number of days.
  ///   - is1904: whether day 0 is 1904-01-01; otherwise day 1 is 1900-01-01.
  ///   - places: the number of shown digits of a second after the point, at most 3.
  init?(_ number: Double, is1904: Bool, places: Int) {
    guard 0..<Self.mostDays ~= number else { return nil }
    let unit = [1_000.0, 100, 10, 1][min(max(places, 0), 3)]
    milliseconds = Int((number * Double(Self.dayLength) / unit).rounded() * unit)
    // Excel believes that 1900 was a leap year, as Lotus did: day 60 does not exist.
    let serial = milliseconds / Self.dayLength
    let start = is1904 ? 1_462 : serial < 60 ? 1 : 0
    if serial > 0 || is1904 {
      // Day 0 is 1899-12-30, which is day -25,569 of the calendar that begins in 1970.
      let days = serial + start - 25_569
      day = CivilDate.day(days)
      weekday = (days % 7 + 11) % 7
    }
  }

  var hour: Int { milliseconds / 3_600_000 % 24 }
  var minute: Int { milliseconds / 60_000 % 60 }
  var second: Int { milliseconds / 1_000 % 60 }

  /// Converts a date in ISO 8601, such as `2024-03-15T12:30:00`, to the number of days that cells contain.
  ///
  /// - Returns: nil if it is no date from the first day on, or has a time zone.
  static func serial(of value: String, is1904: Bool = false) -> Double? {
    let parts = value.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let date = parts.first?.split(separator: "-").compactMap { Int($0) } ?? []
    guard date.count == 3, parts.first?.utf8.count == 10,
      CivilDate.rfc3339(year: date[0], month: date[1], day: date[2]) != nil
    else { return nil }
    var time = 0.0
    if parts.count > 1 {
      let numbers = parts[1].split(separator: ":").compactMap { Double($0) }
      guard numbers.count == 3, 0..<24 ~= numbers[0], 0..<60 ~= numbers[1], 0..<61 ~= numbers[2]
      else { return nil }
      time = (numbers[0] * 3_600 + numbers[1] * 60 + numbers[2]) / 86_400
    }
    let days = CivilDate.days(year: date[0], month: date[1], day: date[2]) + 25_569
    // 1899-12-31 and 1904-01-01 stand for a mere time; day 60 of 1900 does not exist.
    let serial = is1904 ? days - 1_462 : days < 61 ? days - 1 : days
    return serial < 0 ? nil : Double(serial) + time
  }

  /// Returns the searched text of a date in ISO 8601, with a blank before the time; nil if it is none.
  static func text(ofDate value: String) -> String? {
    let parts = value.split(separator: "T", maxSplits: 1)
    guard let date = parts.first, let day = W3CDate.rfc3339(date) else { return nil }
    let time = parts.count > 1 ? parts[1].prefix(8) : ""
    guard time.utf8.count == 8, time != "00:00:00",
      time.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ":") })
    else { return day }
    return day + " " + (time.hasSuffix(":00") ? time.prefix(5) : time)
  }

  /// Returns the searched text of a duration in ISO 8601 such as `PT12H30M05S`; nil if it is none.
  static func text(ofDuration value: String) -> String? {
    guard value.hasPrefix("PT") else { return nil }
    var (numbers, digits) = ([Character: Int](), "")
    for character in value.dropFirst(2).prefix(64) {
      if character.isASCII, character.isNumber {
        digits.append(character)
      } else if character == "." || character == "," {
        // A fraction of a second is left out.
        numbers["S"] = Int(digits.prefix(9)) ?? 0
        digits = ""
      } else {
        if numbers[character] == nil { numbers[character] = Int(digits.prefix(9)) ?? 0 }
        digits = ""
      }
    }
    let (hours, minutes) = (numbers["H"] ?? 0, numbers["M"] ?? 0)
    return clock(hours, minutes, numbers["S"] ?? 0)
  }

  /// Returns a time of day; without seconds if there are none.
  static func clock(_ hour: Int, _ minute: Int, _ second: Int) -> String {
    let seconds = second == 0 ? "" : ":" + CivilDate.padded(second)
    return "\(CivilDate.padded(hour)):\(CivilDate.padded(minute))\(seconds)"
  }
}
