import SearchIndex

/// `[Ranking]`: how much each part of the score counts.
extension ConfigurationOption {
  static let ranking = [
    weight("Title", \.title, "a word in the title that a text gives itself"),
    weight("Name", \.name, "a word in a file's name"),
    weight("Tags", \.tags, "a word in a tag"),
    weight("Body", \.body, "a word in the text"),
    weight("Authors", \.authors, "a word in the name of an author"),
    weight("Recipients", \.recipients, "a word in the name of a recipient"),
    weight("Folders", \.folders, "a word in the name of a folder above the file"),
    weight("Proximity", \.proximity, "words that follow each other as in the query"),
    weight("WholeTitle", \.wholeTitle, "a title that consists of the words of the query"),
    weight("WholeName", \.wholeName, "a name that consists of the words of the query"),
    share("Copies", \.copies, "A copy, a draft, a backup or a file in an archive loses"),
    share("Generated", \.generated, "A generated list, a cache or a header file loses"),
    share("OtherLanguage", \.otherLanguage, "A document in another language than the query loses"),
    share("Depth", \.depth, "For each folder above it, a document loses"),
    share(
      "Opened", \.opened,
      "With `QueryLog=yes`, a document that was opened from a search before gains",
      more: "It gains twice as much if it was opened from the same query. `--strict` ignores this."),
    share(
      "NearTie", \.nearTie,
      "The newest of some hits comes first if their scores differ by less than"),
  ]

  private static func weight(
    _ key: String, _ property: any WritableKeyPath<RankingWeights, Double> & Sendable,
    _ what: String
  ) -> ConfigurationOption {
    option(key, property, most: 1_000_000, "a number from 0 to 1000000, such as 10 or 0.5") {
      "The weight of \(what), relative to the other weights; 0 ignores it in the ranking."
    }
  }

  private static func share(
    _ key: String, _ property: any WritableKeyPath<RankingWeights, Double> & Sendable,
    _ what: String, more: String? = nil
  ) -> ConfigurationOption {
    option(key, property, most: 1, "a number from 0 to 1, such as 0.1") {
      (["\(what) this share of the score."] + [more].compactMap(\.self)).joined(separator: " ")
    }
  }

  private static func option(
    _ key: String, _ property: any WritableKeyPath<RankingWeights, Double> & Sendable,
    most: Double, _ allowed: String, _ help: () -> String
  ) -> ConfigurationOption {
    ConfigurationOption(
      section: "Ranking", key: key, allowed: allowed,
      defaultValue: "\(RankingWeights()[keyPath: property])", help: help()
    ) { value, configuration, _ in
      guard let weight = Double(value), (0...most).contains(weight) else { return false }
      configuration.weights[keyPath: property] = weight
      return true
    }
  }
}
