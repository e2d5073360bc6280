import FullText

/// A piece of a document's text, on one line, with the places that match.
public struct Snippet: Equatable, Sendable {
  /// The text; runs of white space are one blank.
  public let text: String
  /// The matches, as offsets into the UTF-8 bytes of ``text``, ascending.
  public let matches: [Range<Int>]

  /// A snippet of nothing.
  public init() {
    text = ""
    matches = []
  }

  /// Writes a piece on one line, with an ellipsis where it was cut.
  init(_ piece: TextSnippet) {
    let ellipsis = [(text: "…", isMatch: false)]
    self.init(
      parts: (piece.isCutBefore ? ellipsis : []) + piece.parts.map { ($0.text, $0.isMatch) }
        + (piece.isCutBehind ? ellipsis : []))
  }

  /// Writes the parts of a text on one line.
  init(parts: [(text: String, isMatch: Bool)]) {
    var line = Line()
    for part in parts {
      let start = line.text.utf8.count
      line.append(part.text)
      if part.isMatch { line.matches.append(start..<line.text.utf8.count) }
    }
    line.dropLastBlank()
    text = line.text
    matches = line.matches.filter { !$0.isEmpty }
  }

  /// The text with something around each match.
  public func text(open: String, close: String) -> String {
    let bytes = Array(text.utf8)
    var marked: [UInt8] = []
    var place = 0
    for match in matches {
      marked += bytes[place..<match.lowerBound]
      marked += open.utf8
      marked += bytes[match]
      marked += close.utf8
      place = match.upperBound
    }
    return String(decoding: marked + bytes[place...], as: UTF8.self)
  }

  private struct Line {
    private(set) var text = ""
    var matches: [Range<Int>] = []
    /// Whether a blank more would be one too many.
    private var endsInBlank = true

    mutating func append(_ part: String) {
      for scalar in part.unicodeScalars {
        // Most are letters of ASCII, which Unicode's tables need not be asked for.
        let isBlank =
          scalar.isASCII
          ? scalar == " " || ("\t"..."\r").contains(scalar) : scalar.properties.isWhitespace
        if !isBlank {
          text.unicodeScalars.append(scalar)
        } else if !endsInBlank {
          text.unicodeScalars.append(" ")
        }
        endsInBlank = isBlank
      }
    }

    mutating func dropLastBlank() {
      guard endsInBlank, !text.isEmpty else { return }
      // Of the scalars, not the characters: some letters make one character with a blank.
      text.unicodeScalars.removeLast()
      if let last = matches.popLast() { matches.append(last.clamped(to: 0..<text.utf8.count)) }
    }
  }
}
