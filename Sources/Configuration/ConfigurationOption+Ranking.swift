import SearchIndex

/// `[Ranking]`: the weight of a word in each field.
extension ConfigurationOption {
  static let ranking = [
    weight("Title", \.title, "in the title that a text gives itself"),
    weight("Name", \.name, "in a file's name"),
    weight("Tags", \.tags, "in a tag"),
    weight("Body", \.body, "in the text"),
  ]

  private static func weight(
    _ key: String, _ property: any WritableKeyPath<ColumnWeights, Double> & Sendable,
    _ field: String
  ) -> ConfigurationOption {
    ConfigurationOption(
      section: "Ranking", key: key, allowed: "a number from 0 to 1000000, such as 10 or 0.5",
      defaultValue: "\(Int(ColumnWeights()[keyPath: property]))",
      help: """
        The weight of a word \(field), relative to the other weights; 0 ignores it in the ranking.
        """
    ) { value, configuration, _ in
      guard let weight = Double(value), (0...1_000_000).contains(weight) else { return false }
      configuration.weights[keyPath: property] = weight
      return true
    }
  }
}
