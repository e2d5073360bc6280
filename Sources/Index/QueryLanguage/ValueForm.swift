/// The form of a filter's value: plain, a comparison, or a range.
enum ValueForm {
  enum Comparison {
    case greater, greaterOrEqual, less, lessOrEqual
  }

  /// `x`.
  case plain(Substring)
  /// `>x`, `>=x`, `<x` or `<=x`.
  case compared(Comparison, Substring)
  /// `x..y`, `x..` or `..y`.
  case between(Substring?, Substring?)

  init?(_ text: String) {
    let operators: [(String, Comparison)] = [
      (">=", .greaterOrEqual), ("≥", .greaterOrEqual), (">", .greater), ("<=", .lessOrEqual),
      ("≤", .lessOrEqual), ("<", .less),
    ]
    if let (sign, comparison) = operators.first(where: { text.hasPrefix($0.0) }) {
      self = .compared(comparison, text.dropFirst(sign.count))
      return
    }
    switch Self.halves(of: text) {
    case nil where text.isEmpty: return nil
    case nil: self = .plain(text[...])
    case (let lower, let upper)? where lower.isEmpty && upper.isEmpty: return nil
    case (let lower, let upper)?:
      self = .between(lower.isEmpty ? nil : lower, upper.isEmpty ? nil : upper)
    }
  }

  /// The text before and after the first two dots; nil if there are none.
  private static func halves(of text: String) -> (Substring, Substring)? {
    let bytes = text.utf8
    var dot: String.Index?
    for position in bytes.indices {
      guard bytes[position] == UInt8(ascii: ".") else {
        dot = nil
        continue
      }
      if let dot { return (text[..<dot], text[bytes.index(after: position)...]) }
      dot = position
    }
    return nil
  }
}
