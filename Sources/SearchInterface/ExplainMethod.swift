/// The method `Explain`.
public enum ExplainMethod {
  /// What stands at a path.
  public enum Kind: String, Codable, Sendable {
    /// Nothing.
    case missing
    /// Something that cannot be looked at.
    case unreachable
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A FIFO, a socket or a device.
    case other
  }

  /// Which work a change waits for.
  public enum Lane: String, Codable, Sendable {
    /// What a person has just changed.
    case fresh
    /// Work in bulk, which may rest.
    case bulk
  }

  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The path, absolute or as a `file:` URI.
    public var path: String
    /// What it was looked for with.
    public var query: String?
    /// Which words of the query count as the beginning of a word.
    public var prefixes: SearchMethod.Prefixes?
    /// Whether the search would find documents whose root is not there now.
    public var away: Bool?

    /// Asks about a path.
    public init(path: String, query: String? = nil) {
      self.path = path
      self.query = query
    }
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// The path that is explained, behind all links on the way, as a `file:` URI.
    public var uri: String
    /// The path, where it is UTF-8.
    public var path: String?
    /// Whether the query finds it; without a query, whether the index has it.
    public var found: Bool
    /// The chain from the file to the hit, for people.
    public var steps: [StepMessage]
    /// What stands there.
    public var kind: Kind
    /// The root it lies in, as a `file:` URI.
    public var root: String?
    /// The rule that includes or excludes it.
    public var rule: RuleMessage
    /// How changes of it are found.
    public var watch: WatchMessage?
    /// What reading it comes to, just now.
    public var extraction: ExtractionMessage?
    /// What the index has of it.
    public var document: DocumentMessage?
    /// How many words the index has of it.
    public var tokens: CountsMessage?
    /// The last commit that changed it, if that is remembered.
    public var changed: Int64?
    /// Where a change of it waits.
    public var waiting: Lane?
    /// How the query meets it.
    public var match: MatchMessage?
    /// The state of the index.
    public var clock: Clock
    /// How many changes wait to be indexed.
    public var pending: Int

    /// Makes a reply that says only what there always is to say; its caller fills in the rest.
    public init(
      uri: String, path: String?, found: Bool, steps: [StepMessage], kind: Kind,
      rule: RuleMessage, clock: Clock, pending: Int
    ) {
      self.uri = uri
      self.path = path
      self.found = found
      self.steps = steps
      self.kind = kind
      self.rule = rule
      self.clock = clock
      self.pending = pending
    }
  }
}
