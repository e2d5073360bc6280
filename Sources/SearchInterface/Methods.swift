/// The method `Search`.
public enum SearchMethod {
  /// How hits are sorted.
  public enum Order: String, Codable, CaseIterable, Sendable {
    /// The best match first.
    case relevance
    /// The newest first.
    case modified
    /// By name.
    case name
    /// The largest first.
    case size
  }

  /// Which words count as the beginning of a word, besides those with a star.
  public enum Prefixes: String, Codable, CaseIterable, Sendable {
    /// None.
    case none
    /// The last one, if the query ends with it.
    case last
    /// All.
    case all
  }

  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// What to look for.
    public var query: String
    /// How many hits at most.
    public var limit: Int?
    /// How many hits to pass over.
    public var offset: Int?
    /// How hits are sorted.
    public var order: Order?
    /// Whether everything written before the call must be in the index first.
    public var sync: Bool?
    /// Which words count as the beginning of a word.
    public var prefixes: Prefixes?
    /// How many words a snippet has; 0 for no snippets.
    public var snippetWords: Int?
    /// How many milliseconds the search may take.
    public var deadline: Int?
    /// Whether documents are found as well whose root is not there now.
    public var away: Bool?
    /// What stands around matches in snippets, in the place of ranges.
    public var markers: Markers?
    /// What is counted of all documents that match.
    public var facets: [FacetMessage.Field]?
    /// How many values of each facet.
    public var facetValues: Int?
    /// Finds only what is new since this state.
    public var since: Clock?

    /// Asks for the best twenty.
    public init(query: String) {
      self.query = query
    }
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// The hits in their order.
    public var hits: [HitMessage]
    /// Whether there are more behind them.
    public var more: Bool
    /// How many documents match.
    public var count: Int
    /// What the documents that match have in common.
    public var facets: [FacetMessage]?
    /// Whether everything was searched, because the clock to start from was none of this index.
    public var fresh: Bool?
    /// The state of the index that was searched.
    public var clock: Clock
    /// How many changes wait to be indexed.
    public var pending: Int
    /// What a person should know, as sentences.
    public var warnings: [String]
    /// How the query was understood.
    public var reading: String?
    /// Where nothing was found: what was perhaps meant, each with hits.
    public var suggestions: [String]?

    /// Makes a reply.
    public init(
      hits: [HitMessage], more: Bool, count: Int, facets: [FacetMessage]? = nil,
      fresh: Bool? = nil, clock: Clock, pending: Int, warnings: [String] = [],
      reading: String? = nil
    ) {
      self.hits = hits
      self.more = more
      self.count = count
      self.facets = facets
      self.fresh = fresh
      self.clock = clock
      self.pending = pending
      self.warnings = warnings
      self.reading = reading
    }
  }
}

/// The method `List`.
public enum ListMethod {
  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The folder as a path or a `file:` URI; everything without one.
    public var folder: String?
    /// Passes over the documents up to here.
    public var after: Int64?
    /// How many documents at most.
    public var limit: Int?
    /// Whether documents are listed as well whose root is not there now.
    public var away: Bool?
    /// Lists only what is new since this state.
    public var since: Clock?
    /// Whether only documents are listed that could not be read or indexed.
    public var failed: Bool?

    /// Asks for a folder's documents.
    public init(folder: String? = nil) {
      self.folder = folder
    }
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// The documents.
    public var documents: [DocumentMessage]
    /// Where to go on; nil at the end.
    public var next: Int64?
    /// Whether everything was listed, because the clock to start from was none of this index.
    public var fresh: Bool?
    /// The state of the index.
    public var clock: Clock
    /// How many changes wait to be indexed.
    public var pending: Int

    /// Makes a reply.
    public init(
      documents: [DocumentMessage], next: Int64?, fresh: Bool? = nil, clock: Clock, pending: Int
    ) {
      self.documents = documents
      self.next = next
      self.fresh = fresh
      self.clock = clock
      self.pending = pending
    }
  }
}

/// The method `Status`.
public enum StatusMethod {
  /// Whether there is work.
  public enum State: String, Codable, Sendable {
    /// Documents are being indexed.
    case indexing
    /// Work waits for the end of pauses.
    case resting
    /// Everything is indexed.
    case idle
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// The daemon's version.
    public var version: String
    /// The daemon's process number.
    public var process: Int32
    /// Whether there is work.
    public var state: State
    /// The folders whose files are indexed.
    public var roots: [RootMessage]
    /// How many documents there are.
    public var documents: Int64
    /// How many of them have no text.
    public var withoutText: Int64
    /// How many of them are in the index with their beginning only.
    public var partial: Int64
    /// How many of them could not be read.
    public var unreadable: Int64
    /// How many of them the index refused.
    public var failed: Int64
    /// How many documents there are besides, of roots that are not there now.
    public var away: Int64
    /// How many changes wait to be indexed.
    public var pending: Int
    /// How many folders are watched.
    public var watchedFolders: Int
    /// How often the kernel dropped events.
    public var overflows: Int
    /// The size of the index.
    public var indexBytes: Int64
    /// The state of the index.
    public var clock: Clock
    /// The pauses of bulk work that hold now.
    public var pauses: [PauseMessage]
    /// The new index that is being built.
    public var rebuild: RebuildMessage?
    /// What was done about damage, the newest last.
    public var recoveries: [RecoveryMessage]
    /// When the index was found to be sound, RFC 3339.
    public var checked: String?
    /// What a person should know, as sentences.
    public var warnings: [String]

    /// Makes a reply about an empty, idle index; its caller fills in the rest.
    public init(version: String, process: Int32, clock: Clock) {
      self.version = version
      self.process = process
      state = .idle
      roots = []
      documents = 0
      withoutText = 0
      partial = 0
      unreadable = 0
      failed = 0
      away = 0
      pending = 0
      watchedFolders = 0
      overflows = 0
      indexBytes = 0
      self.clock = clock
      pauses = []
      recoveries = []
      warnings = []
    }
  }
}

/// The method `Sync`.
public enum SyncMethod {
  /// How long `Sync` waits unless told, in milliseconds.
  public static let defaultTimeout = 60_000

  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// How long to wait, in milliseconds.
    public var timeout: Int?

    /// Asks to wait as long as the service likes.
    public init() {}
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// A state of the index that has everything.
    public var clock: Clock
    /// How many changes wait to be indexed that came since.
    public var pending: Int

    /// Makes a reply.
    public init(clock: Clock, pending: Int) {
      self.clock = clock
      self.pending = pending
    }
  }
}

/// The method `Pause`.
public enum PauseMethod {
  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// When the pause ends, RFC 3339.
    public var until: String?
    /// Whether it ends with mains power.
    public var untilPower: Bool?

    /// Asks for a pause that lasts as long as the connection.
    public init() {}
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// The pauses that hold now.
    public var pauses: [PauseMessage]

    /// Makes a reply.
    public init(pauses: [PauseMessage]) {
      self.pauses = pauses
    }
  }
}

/// The method `Resume`.
public enum ResumeMethod {
  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// The pauses that hold all the same.
    public var pauses: [PauseMessage]

    /// Makes a reply.
    public init(pauses: [PauseMessage]) {
      self.pauses = pauses
    }
  }
}
