/// Joins words that are hyphenated at the end of a line.
enum HyphenatedWords {
  private static let hyphens: Set<Unicode.Scalar> = [
    "-", "\u{ac}", "\u{ad}", "\u{2010}", "\u{2011}",
  ]

  /// Joins a word if it continues in lower case on the next line, as poppler does for PDF documents.
  ///
  /// O(text).
  ///
  /// - Parameter text: lines of recognized text.
  /// - Returns: the text without the hyphens and ends of lines that divide words.
  static func join(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var joined = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let dividesWord =
        hyphens.contains(scalars[index]) && index > 0 && index + 2 < scalars.count
        && scalars[index - 1].properties.isAlphabetic && scalars[index + 1] == "\n"
        && scalars[index + 2].properties.isLowercase
      if dividesWord {
        index += 2
      } else {
        joined.append(scalars[index])
        index += 1
      }
    }
    return String(joined)
  }
}
