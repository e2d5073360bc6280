/// The phrases of an expression that ``Query/Node/matchExpression(_:)`` made.
enum MatchPhrases {
  /// A name for each phrase, which tells its text, its column and whether it is a prefix.
  ///
  /// In such an expression everything but texts stands outside of quotes; a column is named before a
  /// phrase or a NEAR group in parentheses.
  static func names(in expression: String) -> [String] {
    var names: [String] = []
    var column: Substring = ""
    var isInNear = false
    var rest = expression[...]
    while let next = rest.first {
      switch next {
      case "{":
        let end = rest.firstIndex(of: "}") ?? rest.endIndex
        column = rest[..<end]
        rest = rest[end...].dropFirst()
      case "N" where rest.hasPrefix("NEAR("):
        isInNear = true
        rest = rest.dropFirst()
      case ")":
        if isInNear { (isInNear, column) = (false, "") }
        rest = rest.dropFirst()
      case "\"":
        let text = quotedText(rest)
        rest = rest[text.endIndex...]
        let isPrefix = rest.hasPrefix(" *")
        names.append(column + text + (isPrefix ? "*" : ""))
        if !isInNear { column = "" }
      default:
        rest = rest.dropFirst()
      }
    }
    return names
  }

  /// The text at the beginning, with its quotes; a quote in it is doubled.
  private static func quotedText(_ text: Substring) -> Substring {
    let bytes = text.utf8
    var place = bytes.index(after: bytes.startIndex)
    let quote = UInt8(ascii: "\"")
    while place < bytes.endIndex {
      let next = bytes.index(after: place)
      if bytes[place] == quote {
        guard next < bytes.endIndex, bytes[next] == quote else { return text[..<next] }
        place = bytes.index(after: next)
      } else {
        place = next
      }
    }
    return text
  }
}
