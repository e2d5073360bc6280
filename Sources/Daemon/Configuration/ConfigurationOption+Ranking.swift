import SearchIndex

/// The section `[Ranking]`: the weights of the parts of a score.
extension ConfigurationOption {
  static let ranking = [
    count("Title", \.title, "in the title that a text gives itself"),
    count("Name", \.name, "in a file's name"),
    count("Body", \.body, "in the text"),
    weight(
      "WholeTitle", \.wholeTitle,
      help: """
        A title that consists of the words of the query adds their rarity times this number; 0 ignores it in \
        the ranking.
        """),
    option(
      "Depth", \.depth, most: 1, "a number from 0 to 1, such as 0.1",
      help: "For each folder above it, a document loses this share of the score."),
    option(
      "Opened", \.opened, most: 1, "a number from 0 to 1, such as 0.1",
      help: """
        With `QueryLog=yes`, a document that was opened from a search before gains this share of the score. \
        It gains twice as much if it was opened from the same query. `--strict` ignores this.
        """),
    option(
      "Meaning", \.meaning, most: 100, "a number from 0 to 100, such as 9",
      help: """
        How much the rank of a document that says the same in other words counts, beside its rank by its words: \
        this number divided by the number of words of the query, but at most 0.9. A quarter of that if a document has \
        all words, but far from each other, and nothing if it has them near each other. 0 finds documents by their \
        words alone.
        """),
  ]

  /// Options of former versions, which are constants now and ignored; see docs/ranking.md.
  static let formerRanking: Set = [
    "Authors", "Copies", "Folders", "Generated", "NearTie", "OtherLanguage", "Proximity",
    "Recipients", "Tags", "WholeName",
  ]

  private static func count(
    _ key: String, _ property: any WritableKeyPath<RankingWeights, Double> & Sendable,
    _ place: String
  ) -> ConfigurationOption {
    weight(
      key, property,
      help: """
        A word \(place) counts as if it were there so many times, before the number of its occurrences is \
        saturated; 0 ignores it in the ranking.
        """)
  }

  private static func weight(
    _ key: String, _ property: any WritableKeyPath<RankingWeights, Double> & Sendable, help: String
  ) -> ConfigurationOption {
    option(
      key, property, most: 1_000_000, "a number from 0 to 1000000, such as 10 or 0.5", help: help)
  }

  private static func option(
    _ key: String, _ property: any WritableKeyPath<RankingWeights, Double> & Sendable,
    most: Double, _ allowed: String, help: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      section: "Ranking", key: key, allowed: allowed,
      defaultValue: "\(RankingWeights()[keyPath: property])", help: help
    ) { value, configuration, _ in
      guard let weight = Double(value), (0...most).contains(weight) else { return false }
      configuration.weights[keyPath: property] = weight
      return true
    }
  }
}
