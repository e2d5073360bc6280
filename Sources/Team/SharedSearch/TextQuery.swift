import QueryLanguage
import SearchIndex

/// A condition on words as a `tsquery` of PostgreSQL; see
/// <https://www.postgresql.org/docs/15/datatype-textsearch.html#DATATYPE-TSQUERY>.
struct TextQuery: Equatable {
  /// The query.
  let text: String
  /// What a document has to meet whose words are not all in its `tsvector`; it may match more than the condition.
  let long: String

  /// The largest distance for which NEAR becomes alternatives of distances.
  private static let longestDistance = 10

  private init(_ text: String, long: String) {
    (self.text, self.long) = (text, long)
  }

  /// The query for a condition; nil if it is not about words alone.
  init?(_ condition: QueryOutline.Condition) {
    switch condition {
    case .phrase(let phrase): self.init(phrase)
    case .near(let phrases, let distance): self.init(phrases, within: distance)
    case .any(let conditions): self.init(conditions, joinedBy: " | ")
    case .all(let conditions): self.init(conditions, joinedBy: " & ")
    case .not(let inner):
      guard let inner = TextQuery(inner) else { return nil }
      self.init("!(\(inner.text))", long: "!(\(inner.text))")
    case .filter: return nil
    }
  }

  /// The query for several conditions; nil if there are none, or one is not about words alone.
  init?(_ conditions: [QueryOutline.Condition], joinedBy operation: String) {
    let queries = conditions.compactMap(TextQuery.init)
    guard !queries.isEmpty, queries.count == conditions.count else { return nil }
    func joined(_ texts: [String]) -> String {
      texts.count == 1 ? texts[0] : texts.map { "(\($0))" }.joined(separator: operation)
    }
    self.init(joined(queries.map(\.text)), long: joined(queries.map(\.long)))
  }

  private init(_ phrase: QueryOutline.Phrase) {
    let places = phrase.places.enumerated().map { index, tokens in
      Self.text(
        of: tokens, phrase.column, isPrefix: phrase.isPrefix && index == phrase.places.count - 1)
    }
    self.init(places.joined(separator: " <-> "), long: places.joined(separator: " & "))
  }

  private init(_ phrases: [QueryOutline.Phrase], within distance: Int) {
    let all = phrases.map(TextQuery.init)
    let together = all.map { "(\($0.text))" }.joined(separator: " & ")
    let long = all.map { "(\($0.long))" }.joined(separator: " & ")
    guard all.count == 2, phrases.allSatisfy({ $0.places.count == 1 }),
      distance <= Self.longestDistance
    else {
      self.init(together, long: long)
      return
    }
    let (first, second) = (all[0].text, all[1].text)
    let ways = (1...distance + 1).flatMap { steps in
      ["\(first) <\(steps)> \(second)", "\(second) <\(steps)> \(first)"]
    }
    self.init(ways.map { "(\($0))" }.joined(separator: " | "), long: long)
  }

  /// The tokens of which one is at a place.
  private static func text(
    of tokens: [[UInt8]], _ column: Query.Column?, isPrefix: Bool
  ) -> String {
    let mark = (isPrefix ? "*" : "") + (column.map(weights) ?? "")
    let texts = tokens.map { quoted($0) + (mark.isEmpty ? "" : ":\(mark)") }
    return texts.count == 1 ? texts[0] : "(\(texts.joined(separator: " | ")))"
  }

  /// The weights of a part of a document; see `DocumentWords`.
  private static func weights(_ column: Query.Column) -> String {
    switch column {
    case .title, .subject: "A"
    case .name: "B"
    // The candidates are searched once more, with a column for each of them.
    case .tag, .author, .recipient, .sender: "C"
    case .body: "D"
    }
  }

  private static func quoted(_ token: [UInt8]) -> String {
    word(String(decoding: token, as: UTF8.self))
  }

  /// The query for a word as it is.
  static func word(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if scalar == "'" || scalar == "\\" { escaped.unicodeScalars.append(scalar) }
      escaped.unicodeScalars.append(scalar)
    }
    return "'\(escaped)'"
  }
}
