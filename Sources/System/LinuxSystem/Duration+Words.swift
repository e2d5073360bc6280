extension Duration {
  /// The duration in words, rounded up to seconds, in its two largest units: `9 s`, `5 min`, `2 h 5 min`.
  ///
  /// ``TimeSpan`` can parse the text.
  public var inWords: String {
    let seconds = components.seconds + (components.attoseconds > 0 ? 1 : 0)
    let counts = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    let words = counts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return words.isEmpty ? "0 s" : words.joined(separator: " ")
  }
}
