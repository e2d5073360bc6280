/// A text, broken into lines of limited length.
public struct WrappedText: Sendable {
  /// The lines, without line feeds; none for an empty text.
  public let lines: [String]

  /// Breaks a text at blanks.
  ///
  /// - Parameters:
  ///   - text: words between blanks or line feeds.
  ///   - columns: the largest number of characters in a line; a longer word gets a line of its own.
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
  /// Returns the lines as one text, each indented by a number of blanks.
  func indented(by columns: Int) -> String {
    map { String(repeating: " ", count: columns) + $0 }.joined(separator: "\n")
  }
}

extension WrappedText {
  /// A text as a comment of a configuration file, wrapped for 100 columns.
  package static func comment(_ text: String) -> String {
    WrappedText(text, columns: 98).lines.map { "# \($0)\n" }.joined()
  }
}
