/// How the value of a filter is composed, whatever it measures.
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
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.isEmpty ? nil : $0 }
    switch (ends.first, ends.count) {
    case (let end??, 1): self = .plain(end)
    case (let lower?, 2) where lower != nil || ends[1] != nil: self = .between(lower, ends[1])
    default: return nil
    }
  }
}
