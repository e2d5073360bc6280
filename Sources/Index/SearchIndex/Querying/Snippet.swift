import FullText
import Passages

/// A passage of a document's text, on one line, with the positions of its matches.
public struct Snippet: Equatable, Sendable {
  /// The text; each run of white space is replaced by one space.
  public let text: String
  /// The matches, as offsets into the UTF-8 bytes of ``text``, ascending.
  public let matches: [Range<Int>]

  /// Makes an empty snippet.
  public init() {
    text = ""
    matches = []
  }

  /// Puts a passage of a document's text on one line, with an ellipsis at each end that is inside a sentence.
  ///
  /// If the passage has secrets, `masked` is its text with the secrets masked, which has no matches.
  init(_ passage: Passage, of text: [UInt8], masked: String? = nil) {
    let ellipsis = [(text: "…", isMatch: false)]
    let parts =
      masked.map { [(text: $0, isMatch: false)] }
      ?? MarkedText(text.span, piece: passage.bytes).parts(marking: passage.matches)
      .map { ($0.text, $0.isMatch) }
    self.init(
      parts: (passage.isCutBefore ? ellipsis : []) + parts
        + (passage.isCutBehind ? ellipsis : []))
  }

  /// Joins parts of a text on one line.
  init(parts: [(text: String, isMatch: Bool)]) {
    var line = Line()
    for part in parts {
      let start = line.text.utf8.count
      line.append(part.text)
      if part.isMatch { line.matches.append(start..<line.text.utf8.count) }
    }
    line.dropLastSpace()
    text = line.text
    matches = line.matches.filter { !$0.isEmpty }
  }

  /// Returns the text with marks around each match.
  public func text(open: String, close: String) -> String {
    let bytes = Array(text.utf8)
    var marked: [UInt8] = []
    var position = 0
    for match in matches {
      marked += bytes[position..<match.lowerBound]
      marked += open.utf8
      marked += bytes[match]
      marked += close.utf8
      position = match.upperBound
    }
    return String(decoding: marked + bytes[position...], as: UTF8.self)
  }

  private struct Line {
    private(set) var text = ""
    var matches: [Range<Int>] = []
    /// Whether the line ends with a space, or is empty, so that no space is added.
    private var endsInSpace = true

    mutating func append(_ part: String) {
      for scalar in part.unicodeScalars {
        // Most characters are ASCII, for which Unicode's tables are not needed.
        let isSpace =
          scalar.isASCII
          ? scalar == " " || ("\t"..."\r").contains(scalar) : scalar.properties.isWhitespace
        if !isSpace {
          text.unicodeScalars.append(scalar)
        } else if !endsInSpace {
          text.unicodeScalars.append(" ")
        }
        endsInSpace = isSpace
      }
    }

    mutating func dropLastSpace() {
      guard endsInSpace, !text.isEmpty else { return }
      // A scalar is removed, because a space and a combining mark after it are one `Character`.
      text.unicodeScalars.removeLast()
      if let last = matches.popLast() { matches.append(last.clamped(to: 0..<text.utf8.count)) }
    }
  }
}
