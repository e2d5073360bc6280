/// Texts that a query parser may stumble over.
public enum ArbitraryQuery {
  private static let pieces: [String] = [
    "a", "b", "seed", "日本", "é", "e\u{301}", " ", " ", " ", " ", "(", ")", "(", ")", "\"", "“", "”",
    "«", "»", "„", "-", "--", "=", "*", "+", ":", ",", "..", ">", "<=", "/", "\\", "~", "'", "%",
    "OR", "AND", "NOT", "NEAR", "NEAR/3", "NEAR(", "NEAR/99999999999999999999", "title:", "name:",
    "tag:", "body:", "type:", "ext:", "in:", "path:", "modified:", "size:", "lang:", "foo:", "pdf",
    "7d", "2026-01", "2026-01-31T12:00", "yesterday", "999999y", "10k", "1M", "9999", "[", "]", "?",
    "\0", "\n", "\t", "\u{a0}", "\u{200d}", "🐦", "\u{10fffc}", "\u{fffd}", "\u{301}", "{", "}", "^",
    "{title} : ", ";", "0", "|", "||", "!", "*.", "*.pdf", "before:", "since:", "filename:",
    "in:..",
    "date:", "1/2/2026", "3months", "kind:", "type:nut", "or", "not",
  ]

  /// The next text: up to 40 pieces, or now and then very many of a few.
  public static func text(_ generator: inout SplitMix) -> String {
    let isLong = Int.random(in: 0..<200, using: &generator) == 0
    let count = Int.random(in: 0...(isLong ? 3_000 : 40), using: &generator)
    let choice = (0..<(isLong ? 4 : count)).map { _ in pieces.randomElement(using: &generator) ?? ""
    }
    let isSpaced = Bool.random(using: &generator)
    return (0..<count).map { number in
      isLong ? choice[number % choice.count] : choice[number]
    }.joined(separator: isSpaced ? " " : "")
  }
}
