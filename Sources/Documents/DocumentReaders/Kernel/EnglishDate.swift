/// Reads dates that are written in English words.
enum EnglishDate {
  private static let months = [
    "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
  ]

  /// Returns the number of the month whose English name the word begins with, in any case; else nil.
  static func month(_ word: Span<UInt8>) -> Int? {
    months.firstIndex(of: word.extracting(first: 3).string.uppercased()).map { $0 + 1 }
  }

  /// Returns an RFC 3339 date for words such as `June 3, 2023` or `3 June 2023`.
  ///
  /// - Returns: nil if there is no English month name, or no year.
  static func date(_ text: Span<UInt8>) -> String? {
    var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
    let end = min(text.count, 128)
    var index = 0
    while index < end {
      let start = index
      while index < end, text[index].isNamePart { index += 1 }
      let word = text.extracting(start..<index)
      if word.count >= 3, word[0].isLetter {
        month = month ?? Self.month(word)
      } else if word.count > 0, word.count <= 4, let number = Int(word.string) {
        if number >= 1_000 {
          year = year ?? number
        } else if 1...31 ~= number {
          day = day ?? number
        }
      }
      index += 1
    }
    guard let year, let month else { return nil }
    return CivilDate.rfc3339(year: year, month: month, day: day ?? 1)
  }
}
