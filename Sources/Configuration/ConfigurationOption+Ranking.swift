import SearchIndex

/// `[Ranking]`: the weight of a word in each field.
extension ConfigurationOption {
  static let ranking = [
    weight("Title", "100", "in the title that a text gives itself") { $0.title = $1 },
    weight("Name", "50", "in a file's name") { $0.name = $1 },
    weight("Tags", "10", "in a tag") { $0.tags = $1 },
    weight("Body", "1", "in the text") { $0.body = $1 },
  ]

  private static func weight(
    _ key: String, _ defaultValue: String, _ field: String,
    set: @escaping @Sendable (inout ColumnWeights, Double) -> Void
  ) -> ConfigurationOption {
    ConfigurationOption(
      section: "Ranking", key: key, allowed: "a number from 0 to 1000000, such as 10 or 0.5",
      defaultValue: defaultValue,
      help: """
        The weight of a word \(field), relative to the other weights; 0 ignores it in the ranking.
        """
    ) { value, configuration, _ in
      guard let weight = Double(value), (0...1_000_000).contains(weight) else { return false }
      set(&configuration.weights, weight)
      return true
    }
  }
}
