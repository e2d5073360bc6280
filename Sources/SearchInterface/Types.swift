/// The names of `io.sitta.Search`; what they mean stands in its description.
public enum SearchInterfaceDescription {
  /// The interface's name.
  public static let name = "io.sitta.Search"

  /// The description in Varlink's language, as it stands in `io.sitta.Search.varlink`.
  public static let text = String(
    decoding: PackageResources.io_sitta_Search_varlink, as: UTF8.self)

  /// The qualified name of a method or error.
  public static func qualified(_ member: String) -> String { "\(name).\(member)" }
}

/// A point in the life of an index: `Clock` in the interface.
public struct Clock: Codable, Equatable, Sendable {
  /// Names the index.
  public var index: String
  /// Counts its commits.
  public var sequence: Int64

  /// Makes a clock.
  public init(index: String, sequence: Int64) {
    self.index = index
    self.sequence = sequence
  }
}

/// A range of bytes in a text's UTF-8: `Range` in the interface.
public struct ByteRange: Codable, Equatable, Sendable {
  /// The first byte.
  public var begin: Int
  /// The byte after the last.
  public var end: Int

  /// Makes a range.
  public init(begin: Int, end: Int) {
    self.begin = begin
    self.end = end
  }
}

/// A file in the index: `Document` in the interface.
public struct DocumentMessage: Codable, Equatable, Sendable {
  /// How the text came about.
  public enum State: String, Codable, Sendable {
    /// All of it is in the index.
    case complete
    /// There is none.
    case withoutText
    /// The beginning is in the index.
    case partial
    /// The file could not be read.
    case unreadable
    /// The index refused it.
    case failed
  }

  /// The file as a `file:` URI.
  public var uri: String
  /// The file's path, where it is UTF-8.
  public var path: String?
  /// The file's name; what is not UTF-8 is replaced.
  public var name: String
  /// The title.
  public var title: String?
  /// When the content was last changed, RFC 3339.
  public var modified: String
  /// The size in bytes.
  public var size: Int64
  /// The media type.
  public var type: String
  /// The tags.
  public var tags: [String]
  /// How the text came about.
  public var state: State
  /// What a person should know of the state.
  public var note: String?
  /// True where the file is in a root that is not there now.
  public var away: Bool?

  /// Makes a message.
  public init(
    uri: String, path: String?, name: String, title: String?, modified: String, size: Int64,
    type: String, tags: [String], state: State, note: String?, away: Bool? = nil
  ) {
    self.uri = uri
    self.path = path
    self.name = name
    self.title = title
    self.modified = modified
    self.size = size
    self.type = type
    self.tags = tags
    self.state = state
    self.note = note
    self.away = away
  }
}

/// A document that matches: `Hit` in the interface.
public struct HitMessage: Codable, Equatable, Sendable {
  /// The document.
  public var document: DocumentMessage
  /// How well it matches.
  public var score: Double?
  /// The best place in its text.
  public var snippet: String
  /// The matches in ``snippet``.
  public var matches: [ByteRange]

  /// Makes a message.
  public init(document: DocumentMessage, score: Double?, snippet: String, matches: [ByteRange]) {
    self.document = document
    self.score = score
    self.snippet = snippet
    self.matches = matches
  }
}

/// A folder whose files are indexed: `Root` in the interface.
public struct RootMessage: Codable, Equatable, Sendable {
  /// Whether its files are there, and how changes are found.
  public enum State: String, Codable, Sendable {
    /// The kernel tells of every change.
    case watched
    /// There are more folders than watches: some are looked at at intervals.
    case partlyWatched
    /// The kernel does not tell of every change: all folders are looked at at intervals.
    case polled
    /// The folder does not exist now, or nothing is mounted there.
    case missing
  }

  /// The folder as a `file:` URI.
  public var uri: String
  /// The folder's path, where it is UTF-8.
  public var path: String?
  /// Whether its files are there, and how changes are found.
  public var state: State
  /// What a person should know of the state.
  public var note: String?

  /// Makes a message.
  public init(uri: String, path: String?, state: State, note: String? = nil) {
    self.uri = uri
    self.path = path
    self.state = state
    self.note = note
  }
}

/// Why bulk work rests: `Pause` in the interface.
public struct PauseMessage: Codable, Equatable, Sendable {
  /// What keeps it from working.
  public enum Reason: String, Codable, Sendable {
    /// It has kept a CPU busy for long.
    case cooldown
    /// It waits for mains power.
    case battery
    /// Other programs wait for a CPU.
    case pressure
    /// Somebody asked for it.
    case request
    /// Clients hold it.
    case held
  }

  /// What keeps it from working.
  public var reason: Reason
  /// When that ends at the latest, RFC 3339; nil where no time ends it.
  public var until: String?
  /// All of that for people.
  public var text: String

  /// Makes a message.
  public init(reason: Reason, until: String?, text: String) {
    self.reason = reason
    self.until = until
    self.text = text
  }
}
