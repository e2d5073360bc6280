/// The other ways in which a number of a query can be written.
///
/// Any mark between digits ends a token, so `342,000`, `342.000` and `342 000` are the same two tokens, and one phrase
/// finds all of them. `342000` is one token.
struct NumberForms {
  /// The other ways, each with blanks between its tokens; empty if the tokens are no number.
  private(set) var texts: [String] = []
  private let typed: String

  /// The most digits of a number; longer runs of digits are no numbers that people write in groups.
  private static let digitLimit = 34

  /// Finds the other ways to write the tokens of a text.
  init(_ tokens: [[UInt8]]) {
    let groups = tokens.map { String(decoding: $0, as: UTF8.self) }
    typed = groups.joined(separator: " ")
    let digits = groups.joined()
    guard Self.areDigits(groups), digits.utf8.count <= Self.digitLimit else { return }
    if let date = Self.date(groups) {
      date.forEach { add($0) }
    } else if let amount = Amount(groups) {
      addAmount(amount)
    }
    if groups.count == 1 || Self.isCode(groups) {
      if groups.count > 1 { add([digits]) }
      addCodes(digits)
    }
  }

  /// Whether tokens are digits, and there are some.
  static func areDigits(_ tokens: [[UInt8]]) -> Bool {
    !tokens.isEmpty && tokens.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
  }

  /// Whether texts are digits, and there are some.
  static func areDigits(_ groups: [String]) -> Bool {
    !groups.isEmpty && groups.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }

  /// Whether groups of digits between blanks are one number: `342 000`, `04 78 55 01 92`.
  static func areOneNumber(_ groups: [String]) -> Bool {
    guard areDigits(groups), groups.count > 1 else { return false }
    return Amount.isGrouped(groups) || isCode(groups) && date(groups) == nil
  }

  /// Whether groups are the number of a telephone, a book or a card: three or more, with 8 digits or more.
  private static func isCode(_ groups: [String]) -> Bool {
    let count = groups.reduce(0) { $0 + $1.utf8.count }
    if groups.count == 2, count == 13, ["978", "979"].contains(groups[0]) { return true }
    // Years in a row are no code, and neither is the address of a machine.
    return groups.count > 2 && (8...digitLimit).contains(count) && date(groups) == nil
      && !groups.allSatisfy(isYear)
      && !(groups.count == 4 && groups.allSatisfy { UInt8($0) != nil })
  }

  static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func isYear(_ digits: String) -> Bool {
    digits.utf8.count == 4 && (digits.hasPrefix("19") || digits.hasPrefix("20"))
  }

  private mutating func add(_ groups: [String]) {
    let text = groups.joined(separator: " ")
    if text != typed, !texts.contains(text) { texts.append(text) }
  }

  // MARK: - Amounts

  /// A number in thousands, with or without decimals.
  private struct Amount {
    /// The digits before the decimals.
    let whole: String
    let decimals: String?

    init?(_ groups: [String]) {
      var rest = groups[...]
      var decimals: String?
      if rest.count > 1, let last = rest.last, (1...2).contains(last.utf8.count) {
        decimals = last
        rest.removeLast()
      }
      guard rest.count == 1 || Self.isGrouped(Array(rest)) else { return nil }
      whole = rest.joined()
      self.decimals = decimals
      guard (4...15).contains(whole.utf8.count), !whole.hasPrefix("0"),
        !(NumberForms.isYear(whole) && rest.count == 1)
      else { return nil }
    }

    /// Whether the groups after the first one have three digits each.
    static func isGrouped(_ groups: [String]) -> Bool {
      guard groups.count > 1, let first = groups.first, (1...3).contains(first.utf8.count) else {
        return false
      }
      return !first.hasPrefix("0") && groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
    }

    /// The groups of thousands.
    var groups: [String] {
      let first = (whole.utf8.count - 1) % 3 + 1
      return [String(whole.prefix(first))] + NumberForms.groups(of: whole.dropFirst(first), 3)
    }
  }

  private mutating func addAmount(_ amount: Amount) {
    let decimals = amount.decimals.map { [$0] } ?? []
    add([amount.whole] + decimals)
    add(amount.groups + decimals)
    if amount.decimals?.allSatisfy({ $0 == "0" }) ?? false {
      add([amount.whole])
      add(amount.groups)
    }
  }

  /// Returns the groups of a length; the last one may be shorter.
  static func groups(of digits: Substring, _ length: Int) -> [String] {
    var groups: [String] = []
    var rest = digits
    while !rest.isEmpty {
      groups.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return groups
  }

  // MARK: - Dates

  /// Returns the other orders of a date: `2024-03-05`, `05.03.2024`, `3/5/2024`; nil for any other number.
  private static func date(_ groups: [String]) -> [[String]]? {
    let numbers = groups.compactMap { Int($0) }
    guard numbers.count == groups.count else { return nil }
    if groups.count == 1, groups[0].utf8.count == 8, isYear(String(groups[0].prefix(4))) {
      let rest = groups[0].dropFirst(4)
      let parts = [String(groups[0].prefix(4)), String(rest.prefix(2)), String(rest.suffix(2))]
      return date(parts).map { [parts] + $0 }
    }
    if groups.count == 2 {
      guard let year = groups.first(where: isYear),
        let month = groups.first(where: { !isYear($0) }),
        month.utf8.count <= 2, 1...12 ~= Int(month) ?? 0
      else { return nil }
      return orders(year: year, month: month)
    }
    guard groups.count == 3, groups.count(where: isYear) == 1 else { return nil }
    if isYear(groups[0]) { return orders(year: groups[0], month: groups[1], day: groups[2]) }
    guard isYear(groups[2]) else { return nil }
    let dayFirst = orders(year: groups[2], month: groups[1], day: groups[0])
    let monthFirst = orders(year: groups[2], month: groups[0], day: groups[1])
    return dayFirst ?? monthFirst
  }

  private static func orders(year: String, month: String) -> [[String]] {
    spellings(month).flatMap { [[year, $0], [$0, year]] }
  }

  private static func orders(year: String, month: String, day: String) -> [[String]]? {
    guard month.utf8.count <= 2, day.utf8.count <= 2, 1...12 ~= Int(month) ?? 0,
      1...31 ~= Int(day) ?? 0
    else { return nil }
    let (months, days) = (spellings(month), spellings(day))
    var orders = zip(months, days).flatMap { month, day in
      [[year, month, day], [day, month, year], [month, day, year]]
    }
    if months.count == 2, days.count == 2 { orders.append([year + months[1] + days[1]]) }
    return orders
  }

  /// A month or a day with one digit, if it has one, and with two.
  private static func spellings(_ number: String) -> [String] {
    guard let value = Int(number) else { return [] }
    return ["\(value)", value < 10 ? "0\(value)" : "\(value)"]
  }

  /// Returns the ways to write a month of a year in digits.
  static func texts(ofMonth month: Int, year: String) -> [String] {
    isYear(year)
      ? Set(orders(year: year, month: "\(month)").map { $0.joined(separator: " ") }).sorted() : []
  }

  // MARK: - Codes

  /// Adds the groups in which people write the numbers of telephones, books and cards.
  private mutating func addCodes(_ digits: String) {
    let count = digits.utf8.count
    if count == 13, digits.hasPrefix("978") || digits.hasPrefix("979") {
      addBooks(digits.dropFirst(3), after: [String(digits.prefix(3))])
    } else if count >= 12 {
      add(Self.groups(of: digits[...], 4))
    }
    if count == 10 {
      addBooks(digits[...], after: [])
      add([
        String(digits.prefix(3)), String(digits.dropFirst(3).prefix(3)), String(digits.suffix(4)),
      ])
      add([String(digits.prefix(4)), String(digits.suffix(6))])
    }
    if digits.hasPrefix("0"), (8...12).contains(count) {
      if count.isMultiple(of: 2) { add(Self.groups(of: digits[...], 2)) }
      for area in 3...5 {
        let rest = digits.dropFirst(area)
        add([String(digits.prefix(area)), String(rest)])
        for length in 2...3 { add([String(digits.prefix(area))] + Self.groups(of: rest, length)) }
      }
    } else if (11...13).contains(count) {
      addInternational(digits)
    }
  }

  /// Adds the groups of a telephone number after the code of a country, which has one or two digits.
  private mutating func addInternational(_ digits: String) {
    if digits.hasPrefix("1"), digits.utf8.count == 11 {
      let rest = digits.dropFirst()
      add([
        "1", String(rest.prefix(3)), String(rest.dropFirst(3).prefix(3)), String(rest.suffix(4)),
      ])
    }
    let (country, rest) = (String(digits.prefix(2)), digits.dropFirst(2))
    for area in 1...4 {
      let number = rest.dropFirst(area)
      add([country, String(rest.prefix(area)), String(number)])
      if area < 3, number.utf8.count.isMultiple(of: 2) {
        add([country, String(rest.prefix(area))] + Self.groups(of: number, 2))
      }
    }
    if rest.utf8.count.isMultiple(of: 3) { add([country] + Self.groups(of: rest, 3)) }
  }

  /// Adds the groups of an ISBN: the region or language, the publisher, the book, and a check digit.
  ///
  /// The length of the first group follows from its digits: <https://www.isbn-international.org/range_file_generation>.
  private mutating func addBooks(_ digits: Substring, after prefix: [String]) {
    guard digits.utf8.count == 10, let start = Int(digits.prefix(5)) else { return }
    let region =
      switch start {
      case ..<60_000, 70_000..<80_000: 1
      case 60_000..<70_000: 3
      case 80_000..<95_000: 2
      case 95_000..<99_000: 3
      case 99_000..<99_900: 4
      default: 5
      }
    let rest = digits.dropFirst(region).dropLast()
    for publisher in 2...7 where publisher < rest.utf8.count {
      add(
        prefix + [
          String(digits.prefix(region)), String(rest.prefix(publisher)),
          String(rest.dropFirst(publisher)), String(digits.suffix(1)),
        ])
    }
  }
}
