/// The method `Suggest`.
public enum SuggestMethod {
  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// What was typed so far.
    public var text: String
    /// How many completions and how many corrections at most.
    public var limit: Int?

    /// Asks for the best few.
    public init(text: String) {
      self.text = text
    }
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// Words that begin as the last one does, in the place of it.
    public var completions: [SuggestionMessage]
    /// Words that may have been meant, in the place of those that no document has.
    public var corrections: [SuggestionMessage]
    /// The state of the index that was looked at.
    public var clock: Clock

    /// Makes a reply.
    public init(
      completions: [SuggestionMessage], corrections: [SuggestionMessage], clock: Clock
    ) {
      self.completions = completions
      self.corrections = corrections
      self.clock = clock
    }
  }
}

/// What could be typed instead: `Suggestion` in the interface.
public struct SuggestionMessage: Codable, Equatable, Sendable {
  /// The whole text.
  public var text: String
  /// The words that are others than those that were typed.
  public var words: [String]
  /// How many documents have the rarest of these words, about.
  public var documents: Int

  /// Makes a message.
  public init(text: String, words: [String], documents: Int) {
    self.text = text
    self.words = words
    self.documents = documents
  }
}
