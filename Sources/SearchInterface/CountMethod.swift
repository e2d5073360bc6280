/// The method `Count`.
public enum CountMethod {
  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// What to look for.
    public var query: String
    /// Whether everything written before the call must be in the index first.
    public var sync: Bool?
    /// Which words count as the beginning of a word.
    public var prefixes: SearchMethod.Prefixes?
    /// How many milliseconds the counting may take.
    public var deadline: Int?
    /// Whether documents count as well whose root is not there now.
    public var away: Bool?
    /// What else is counted of the documents.
    public var facets: [FacetMessage.Field]?
    /// How many values of each facet.
    public var facetValues: Int?
    /// Counts only what is new since this state.
    public var since: Clock?

    /// Asks for the number only.
    public init(query: String) {
      self.query = query
    }
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// How many documents match.
    public var count: Int
    /// Whether all were counted in time.
    public var complete: Bool
    /// What they have in common.
    public var facets: [FacetMessage]?
    /// Whether everything was counted, because the clock to start from was none of this index.
    public var fresh: Bool?
    /// The state of the index.
    public var clock: Clock
    /// How many changes wait to be indexed.
    public var pending: Int
    /// What a person should know, as sentences.
    public var warnings: [String]
    /// How the query was understood.
    public var reading: String?

    /// Makes a reply.
    public init(count: Int, complete: Bool, clock: Clock, pending: Int) {
      self.count = count
      self.complete = complete
      self.clock = clock
      self.pending = pending
      warnings = []
    }
  }
}
