/// Reads dates as they are typed, in lower case: `7d`, `yesterday`, `2026-01..2026-03`, `>2026`.
///
/// A date is a span: `2026` is a year, `2026-01-31t12:00` a minute, and `>2026` begins after the year. A
/// duration is an age: `>7d` means older than seven days.
struct DateReader {
  /// The clock for relative dates and the time zone; nil for UTC without relative dates.
  let clock: LocalClock?

  private var zone: LocalClock { clock ?? .utc }

  func span(_ text: String) -> Query.DateSpan? {
    if let (first, last) = Self.halves(ofInterval: text) { return span(from: first, to: last) }
    switch ValueForm(text) {
    case .plain(let date):
      if let moment = moment(ago: date) { return Query.DateSpan(from: moment, until: nil) }
      return interval(date).map { Query.DateSpan(from: $0.lowerBound, until: $0.upperBound) }
    case .compared(let comparison, let date):
      if let moment = moment(ago: date) {
        return switch comparison {
        case .greater, .greaterOrEqual: Query.DateSpan(from: nil, until: moment)
        case .less, .lessOrEqual: Query.DateSpan(from: moment, until: nil)
        }
      }
      guard let interval = interval(date) else { return nil }
      return switch comparison {
      case .greater: Query.DateSpan(from: interval.upperBound, until: nil)
      case .greaterOrEqual: Query.DateSpan(from: interval.lowerBound, until: nil)
      case .less: Query.DateSpan(from: nil, until: interval.lowerBound)
      case .lessOrEqual: Query.DateSpan(from: nil, until: interval.upperBound)
      }
    case .between(let first, let last):
      return span(from: first, to: last)
    case nil: return nil
    }
  }

  /// Reads a date as a moment: the start of a span such as `2026-01`; for `7d`, the moment seven days ago.
  func moment(_ text: String) -> Int64? {
    end(text[...])?.lowerBound
  }

  /// The two days that a date such as `1/11/2026` can mean; nil for other texts and dates with one meaning.
  static func days(of text: String) -> (CivilDate, CivilDate)? {
    let text = text.drop { "<>=≤≥".contains($0) }
    guard let numbers = SlashedDate.numbers(text), numbers.separator == "/",
      let first = CivilDate(year: numbers.year, month: numbers.second, day: numbers.first),
      let second = CivilDate(year: numbers.year, month: numbers.first, day: numbers.second),
      first != second
    else { return nil }
    return (first, second)
  }

  /// Splits an interval of ISO 8601, `2026-01-01/2026-03-31`; nil if the slash belongs to a date.
  private static func halves(ofInterval text: String) -> (Substring?, Substring?)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.isEmpty || $0.contains("-") || $0.count == 4 })
    else { return nil }
    return (parts[0].isEmpty ? nil : parts[0], parts[1].isEmpty ? nil : parts[1])
  }

  private func span(from first: Substring?, to last: Substring?) -> Query.DateSpan? {
    var ends = [first, last].map { $0.flatMap { end($0) } }
    guard (ends[0] == nil) == (first == nil), (ends[1] == nil) == (last == nil) else { return nil }
    if let first = ends[0], let last = ends[1], first.lowerBound > last.lowerBound {
      ends.reverse()
    }
    return Query.DateSpan(from: ends[0]?.lowerBound, until: ends[1]?.upperBound)
  }

  private func end(_ text: Substring) -> Range<Int64>? {
    moment(ago: text).map { $0..<$0 } ?? interval(text)
  }

  // MARK: - Relative to now

  /// Reads `12h`, `-12h`, `12 hours` and `last 12 hours` as twelve hours ago; nil if the text is not a
  /// duration.
  private func moment(ago text: Substring) -> Int64? {
    let text =
      ["last ", "past ", "-"].first(where: text.hasPrefix)
      .map { text.dropFirst($0.count) } ?? text
    let digits = text.prefix { "0"..."9" ~= $0 }
    guard let now = clock?.now, !digits.isEmpty, digits.count <= 6, let count = Int(digits),
      let unit = Self.units[text[digits.endIndex...].drop { $0 == " " }]
    else { return nil }
    switch unit {
    case .seconds(let length):
      let earliest = zone.start(of: CivilDate(dayNumber: .min))
      return max(now - Int64(count) * length, earliest)
    case .months(let length):
      let (date, second) = zone.date(at: now)
      let day = date.adding(months: -count * length).dayNumber
      return zone.seconds(ofLocal: Int64(day) * CivilDate.secondsPerDay + second)
    }
  }

  private enum Unit {
    case seconds(Int64)
    case months(Int)
  }

  private static let units: [Substring: Unit] = {
    let names: [(String, Unit)] = [
      ("min mins minute minutes", .seconds(60)), ("h hr hrs hour hours", .seconds(3_600)),
      ("d day days", .seconds(86_400)), ("w week weeks", .seconds(604_800)),
      ("m mo month months", .months(1)), ("y yr year years", .months(12)),
    ]
    return Dictionary(
      uniqueKeysWithValues: names.flatMap { names, unit in
        names.split(separator: " ").map { ($0, unit) }
      })
  }()

  private func interval(_ text: Substring) -> Range<Int64>? {
    named(text) ?? absolute(text)
  }

  /// Reads names such as `last-month`, with a hyphen or a blank; a week begins on Monday.
  private func named(_ text: Substring) -> Range<Int64>? {
    // Most dates are not names, and reading the local clock is slow.
    guard let now = clock?.now, let first = text.utf8.first, "tyl".utf8.contains(first) else {
      return nil
    }
    let today = zone.date(at: now).date
    let monday = today.dayNumber - today.weekday
    let month = CivilDate(dayNumber: today.dayNumber - today.day + 1)
    let january = month.adding(months: 1 - month.month)
    return switch String(text.map { $0 == " " ? "-" : $0 }) {
    case "today": days(today.dayNumber, today.dayNumber + 1)
    case "yesterday": days(today.dayNumber - 1, today.dayNumber)
    case "this-week": days(monday, monday + 7)
    case "last-week": days(monday - 7, monday)
    case "this-month": months(month, 1)
    case "last-month": months(month.adding(months: -1), 1)
    case "this-year": months(january, 12)
    case "last-year": months(january.adding(months: -12), 12)
    default: nil
    }
  }

  private func days(_ first: Int, _ end: Int) -> Range<Int64> {
    // A time zone can skip a day (Samoa had no 2011-12-30).
    let start = zone.start(ofDay: first)
    return start..<max(start, zone.start(ofDay: end))
  }

  /// Returns the span of `count` months from `first` on; no month after 9999-12 is possible.
  private func months(_ first: CivilDate, _ count: Int) -> Range<Int64> {
    let last = first.adding(months: count - 1)
    let next = last.adding(months: 1)
    let end = next == last ? last.dayNumber + 31 : next.dayNumber
    return days(first.dayNumber, end)
  }

  // MARK: - Absolute

  /// Reads the common forms of ISO 8601: `2026`, `2026-01`, `2026-01-31`, `20260131`,
  /// `2026-01-31t12:00`, `…:30`, and `z` or `+01:00` after a time; and `31.1.2026` and `2026/01/31`.
  private func absolute(_ text: Substring) -> Range<Int64>? {
    if let slashed = SlashedDate(text) {
      return slashed.isMonth
        ? months(slashed.date, 1) : days(slashed.date.dayNumber, slashed.date.dayNumber + 1)
    }
    let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
      $0 == "t" || $0 == " "
    }
    guard let numbers = numbers(extended(halves[0]), separator: "-", lengths: [4, 2, 2]),
      let date = CivilDate(
        year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
        day: numbers.count > 2 ? numbers[2] : 1)
    else { return nil }
    switch (numbers.count, halves.count) {
    case (1, 1): return months(date, 12)
    case (2, 1): return months(date, 1)
    case (3, 1): return days(date.dayNumber, date.dayNumber + 1)
    case (3, 2): return time(halves[1], of: date)
    default: return nil
    }
  }

  /// Writes eight digits with hyphens, as `2026-01-31`; returns other texts unchanged.
  private func extended(_ date: Substring) -> Substring {
    guard date.utf8.count == 8, date.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return date }
    return "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))"[...]
  }

  private func time(_ text: Substring, of date: CivilDate) -> Range<Int64>? {
    let clockTime = text.prefix { $0 != "z" && $0 != "+" && $0 != "-" }
    guard let numbers = numbers(clockTime, separator: ":", lengths: [2, 2, 2]), numbers.count > 1,
      numbers[0] < 24, numbers[1] < 60, numbers.count < 3 || numbers[2] < 60
    else { return nil }
    let second = numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    let local = Int64(date.dayNumber) * CivilDate.secondsPerDay + Int64(second)
    let start: Int64
    switch text[clockTime.endIndex...] {
    case "": start = zone.seconds(ofLocal: local)
    case "z": start = local
    case let rest:
      guard let offset = self.numbers(rest.dropFirst(), separator: ":", lengths: [2, 2]),
        offset.count == 2, rest.first != "z", offset[0] < 24, offset[1] < 60
      else { return nil }
      let ahead = Int64(offset[0] * 3_600 + offset[1] * 60)
      start = rest.first == "+" ? local - ahead : local + ahead
    }
    return start..<start + (numbers.count > 2 ? 1 : 60)
  }

  /// Reads numbers with exactly these numbers of digits; the last ones may be missing.
  private func numbers(_ text: Substring, separator: Character, lengths: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count <= lengths.count else { return nil }
    var numbers: [Int] = []
    for (part, length) in zip(parts, lengths) {
      guard part.count == length, part.allSatisfy({ "0"..."9" ~= $0 }), let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
