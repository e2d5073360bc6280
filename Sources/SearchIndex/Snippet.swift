/// A part of a text, on one line, with the places that match.
public struct Snippet: Equatable, Sendable {
  /// The text; runs of white space are one blank.
  public let text: String
  /// The matches, as offsets into the UTF-8 bytes of ``text``, ascending.
  public let matches: [Range<Int>]

  /// What FTS5 puts around matches: the last code points for private use, which no font shows.
  static let opening: Unicode.Scalar = "\u{10fffc}"
  static let closing: Unicode.Scalar = "\u{10fffd}"

  /// A snippet of nothing.
  public init() {
    text = ""
    matches = []
  }

  /// Reads what FTS5's `snippet()` gave with ``opening`` and ``closing`` around matches.
  init(marked: String) {
    var text = ""
    var matches: [Range<Int>] = []
    var start: Int?
    for scalar in marked.unicodeScalars {
      switch scalar {
      case Self.opening:
        start = text.utf8.count
      case Self.closing:
        if let begin = start, begin < text.utf8.count { matches.append(begin..<text.utf8.count) }
        start = nil
      case _ where scalar.properties.isWhitespace:
        if !text.isEmpty, text.unicodeScalars.last != " " { text += " " }
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    if text.unicodeScalars.last == " " {
      // Of the scalars, not the characters: some letters make one character with a blank.
      text.unicodeScalars.removeLast()
      // A text that holds our marks itself can have put the blank into a match.
      if let last = matches.popLast() {
        let match = last.clamped(to: 0..<text.utf8.count)
        if !match.isEmpty { matches.append(match) }
      }
    }
    self.text = text
    self.matches = matches
  }
}
