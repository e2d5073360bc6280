/// The method `Opened`.
public enum OpenedMethod {
  /// What is told.
  public struct Parameters: Codable, Equatable, Sendable {
    /// What found the document.
    public var query: String
    /// The document.
    public var uri: String

    /// Tells of a hit that was opened.
    public init(query: String, uri: String) {
      self.query = query
      self.uri = uri
    }
  }
}

/// The method `QueryStatistics`.
public enum QueryStatisticsMethod {
  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// How many queries of each sort.
    public var limit: Int?

    /// Asks for as many as the service likes.
    public init() {}
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// Whether searches are kept now.
    public var logging: Bool
    /// How many searches are kept.
    public var searches: Int
    /// How many opened hits are kept.
    public var opened: Int
    /// When the first of the searches was, RFC 3339.
    public var since: String?
    /// The most frequent queries.
    public var popular: [AskedQueryMessage]
    /// The most frequent queries of those without a hit.
    public var failing: [AskedQueryMessage]

    /// Makes a reply.
    public init(
      logging: Bool, searches: Int = 0, opened: Int = 0, since: String? = nil,
      popular: [AskedQueryMessage] = [], failing: [AskedQueryMessage] = []
    ) {
      self.logging = logging
      self.searches = searches
      self.opened = opened
      self.since = since
      self.popular = popular
      self.failing = failing
    }
  }
}

/// The method `ForgetQueries`.
public enum ForgetQueriesMethod {
  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// How many searches were kept until now.
    public var forgotten: Int

    /// Makes a reply.
    public init(forgotten: Int) {
      self.forgotten = forgotten
    }
  }
}

/// How often a query was asked: `AskedQuery` in the interface.
public struct AskedQueryMessage: Codable, Equatable, Sendable {
  /// What was typed.
  public var query: String
  /// How often.
  public var count: Int
  /// How many hits there were the last time.
  public var hits: Int
  /// Whether there were more.
  public var more: Bool
  /// How many of its hits were opened.
  public var opened: Int
  /// When it was last asked, RFC 3339.
  public var last: String
  /// How many milliseconds it takes.
  public var milliseconds: Double

  /// Makes a message.
  public init(
    query: String, count: Int, hits: Int, more: Bool, opened: Int, last: String,
    milliseconds: Double
  ) {
    self.query = query
    self.count = count
    self.hits = hits
    self.more = more
    self.opened = opened
    self.last = last
    self.milliseconds = milliseconds
  }
}
