/// The method `Subscribe`.
public enum SubscribeMethod {
  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// What to look for.
    public var query: String
    /// Which words count as the beginning of a word.
    public var prefixes: SearchMethod.Prefixes?
    /// How many of the hits there are now are told at most.
    public var limit: Int?
    /// How many words a snippet has; 0 for no snippets.
    public var snippetWords: Int?
    /// Whether documents count as well whose root is not there now.
    public var away: Bool?

    /// Asks for the best twenty, and for every change from then on.
    public init(query: String) {
      self.query = query
    }
  }

  /// What is answered, first and after each commit that makes a difference.
  public struct Reply: Codable, Equatable, Sendable {
    /// Documents that are hits now.
    public var appeared: [HitMessage] = []
    /// Hits that have changed.
    public var changed: [HitChangeMessage] = []
    /// Where hits were that are none any more.
    public var gone: [PlaceMessage] = []
    /// Whether there are more: hits that are not told, or changes that follow at once.
    public var more = false
    /// The state of the index that this leads to.
    public var clock: Clock
    /// How many changes wait to be indexed.
    public var pending: Int
    /// What a person should know, as sentences.
    public var warnings: [String]
    /// How the query was understood.
    public var reading: String?

    /// Makes a reply without differences; its caller fills them in.
    public init(clock: Clock, pending: Int, warnings: [String] = [], reading: String? = nil) {
      self.clock = clock
      self.pending = pending
      self.warnings = warnings
      self.reading = reading
    }
  }
}

/// Where a file is: `Place` in the interface.
public struct PlaceMessage: Codable, Equatable, Sendable {
  /// The file as a `file:` URI.
  public var uri: String
  /// The file's path, where it is UTF-8.
  public var path: String?

  /// Makes a message.
  public init(uri: String, path: String?) {
    self.uri = uri
    self.path = path
  }
}

/// A hit with another text, other metadata or another path: `HitChange` in the interface.
public struct HitChangeMessage: Codable, Equatable, Sendable {
  /// The hit as it is now.
  public var hit: HitMessage
  /// Where the file was, if it is somewhere else now.
  public var former: PlaceMessage?

  /// Makes a message.
  public init(hit: HitMessage, former: PlaceMessage? = nil) {
    self.hit = hit
    self.former = former
  }
}
