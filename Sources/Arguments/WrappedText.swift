/// A text in lines of limited length.
public struct WrappedText: Sendable {
  /// The lines, without line feeds; none for an empty text.
  public let lines: [String]

  /// Breaks a text at blanks.
  ///
  /// - Parameters:
  ///   - text: words between blanks or line feeds.
  ///   - columns: how many characters a line holds; a word that is longer stands alone.
  public init(_ text: String, columns: Int) {
    var lines: [String] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if let line = lines.last, line.count + 1 + word.count <= columns {
        lines[lines.count - 1] = line + " " + word
      } else {
        lines.append(String(word))
      }
    }
    self.lines = lines
  }
}

extension [String] {
  /// The lines behind so many blanks each, as one text.
  func indented(by columns: Int) -> String {
    map { String(repeating: " ", count: columns) + $0 }.joined(separator: "\n")
  }
}
