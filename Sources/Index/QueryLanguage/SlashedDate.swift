/// A date as people write it, with dots or slashes: `31.1.2026`, `2026/01/31`, `2026/01`.
struct SlashedDate {
  /// The day, or the first day of the month.
  let date: CivilDate
  /// Whether the text names a month without a day.
  let isMonth: Bool

  /// Reads a date.
  ///
  /// With dots the day comes first. With slashes and the year at the end, it must be clear which number is
  /// the month: Americans write `1/31/2026`, others `31/1/2026`.
  init?(_ text: Substring) {
    if let numbers = Self.numbers(text) {
      let dayFirst = CivilDate(year: numbers.year, month: numbers.second, day: numbers.first)
      let monthFirst = CivilDate(year: numbers.year, month: numbers.first, day: numbers.second)
      switch (numbers.separator, dayFirst, monthFirst) {
      case (".", let date?, _): self.date = date
      case ("/", let date?, nil), ("/", nil, let date?): self.date = date
      case ("/", let date?, let other?) where date == other: self.date = date
      default: return nil
      }
      isMonth = false
      return
    }
    for separator in ["/", "."] as [Character] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count), parts[0].count == 4,
        parts.dropFirst().allSatisfy({ (1...2).contains($0.count) }),
        let numbers = Self.integers(parts),
        let date = CivilDate(
          year: numbers[0], month: numbers[1], day: numbers.count > 2 ? numbers[2] : 1)
      else { continue }
      (self.date, isMonth) = (date, numbers.count == 2)
      return
    }
    return nil
  }

  /// Reads the three numbers of a date that ends with its year.
  static func numbers(
    _ text: Substring
  ) -> (first: Int, second: Int, year: Int, separator: Character)? {
    for separator in ["/", "."] as [Character] {
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2].count == 4,
        parts.dropLast().allSatisfy({ (1...2).contains($0.count) }),
        let numbers = integers(parts)
      else { continue }
      return (numbers[0], numbers[1], numbers[2], separator)
    }
    return nil
  }

  private static func integers(_ parts: [Substring]) -> [Int]? {
    let numbers = parts.compactMap { part in
      part.allSatisfy { "0"..."9" ~= $0 } ? Int(part) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }
}
