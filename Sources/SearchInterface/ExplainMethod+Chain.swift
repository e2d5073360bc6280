/// A step of the way from a file to a hit: `Step` in the interface.
public struct StepMessage: Codable, Equatable, Sendable {
  /// What a step is about.
  public enum Topic: String, Codable, CaseIterable, Sendable {
    /// What stands at the path.
    case file
    /// Whether it is to be indexed.
    case rule
    /// How its changes are found.
    case watch
    /// How it is read.
    case text
    /// What the index has of it.
    case index
    /// Whether the query meets it.
    case query
    /// How well the query meets it.
    case rank
  }

  /// What it is about.
  public var topic: Topic
  /// Whether it speaks for the document being found.
  public var good: Bool
  /// What is so, as a sentence.
  public var text: String
  /// What a person can do about it, as a sentence.
  public var remedy: String?

  /// Makes a step.
  public init(_ topic: Topic, good: Bool = true, _ text: String, remedy: String? = nil) {
    self.topic = topic
    self.good = good
    self.text = text
    self.remedy = remedy
  }
}

/// The rule that includes or excludes a path: `Rule` in the interface.
public struct RuleMessage: Codable, Equatable, Sendable {
  /// What sort of rule it is.
  public enum Reason: String, Codable, CaseIterable, Sendable {
    /// It lies in a root.
    case root
    /// A line of a file brings it back.
    case returned
    /// It lies in no root.
    case outsideRoots
    /// Its name, or one on the way, begins with a dot.
    case hidden
    /// A pattern of the configuration.
    case pattern
    /// It belongs to the index.
    case ownFolder
    /// It may hold secrets.
    case secret
    /// It is git's own.
    case repository
    /// A line of a file such as `.gitignore`.
    case ignored
    /// A file that marks its folder.
    case marker
    /// It lies on another file system than its root.
    case otherFileSystem
    /// It is too large.
    case tooLarge
  }

  /// What sort of rule it is.
  public var reason: Reason
  /// The folder or file that the rule is about, as a `file:` URI.
  public var uri: String?
  /// The pattern.
  public var pattern: String?
  /// The file in which the rule stands, as a `file:` URI.
  public var file: String?
  /// The line in that file, from 1.
  public var line: Int?

  /// Makes a rule.
  public init(
    _ reason: Reason, uri: String? = nil, pattern: String? = nil, file: String? = nil,
    line: Int? = nil
  ) {
    self.reason = reason
    self.uri = uri
    self.pattern = pattern
    self.file = file
    self.line = line
  }
}

/// How changes in a folder are found: `Watch` in the interface.
public struct WatchMessage: Codable, Equatable, Sendable {
  /// Who tells of changes.
  public enum Mode: String, Codable, Sendable {
    /// The kernel, of all.
    case told
    /// The kernel, of those made on this machine; the folder is looked at at intervals as well.
    case toldInPart
    /// Nobody: there are more folders than watches, and it is looked at at intervals.
    case untold
    /// Nobody yet.
    case unknown
  }

  /// Who tells of changes.
  public var mode: Mode
  /// The sort of file system, where not all changes are told.
  public var fileSystem: String?
  /// How many seconds lie between two looks, where it is looked at at intervals.
  public var interval: Int?
  /// Whether a change was told that is not indexed yet.
  public var waiting: Bool

  /// Makes a message.
  public init(mode: Mode, fileSystem: String?, interval: Int?, waiting: Bool) {
    self.mode = mode
    self.fileSystem = fileSystem
    self.interval = interval
    self.waiting = waiting
  }
}

/// What reading a file comes to: `Extraction` in the interface.
public struct ExtractionMessage: Codable, Equatable, Sendable {
  /// What makes text of it.
  public var extractor: String
  /// The media type.
  public var type: String
  /// The size of the file in bytes.
  public var size: Int64
  /// How many bytes of text it gives; nil where it was not read for the call.
  public var textBytes: Int64?
  /// How long that took; nil where it was not read for the call.
  public var microseconds: Int64?
  /// How the text comes about.
  public var state: DocumentMessage.State
  /// What a person should know of the state.
  public var note: String?

  /// Makes a message.
  public init(
    extractor: String, type: String, size: Int64, textBytes: Int64?, microseconds: Int64?,
    state: DocumentMessage.State, note: String?
  ) {
    self.extractor = extractor
    self.type = type
    self.size = size
    self.textBytes = textBytes
    self.microseconds = microseconds
    self.state = state
    self.note = note
  }
}

/// A number for each part of a document: `Counts` in the interface.
public struct CountsMessage: Codable, Equatable, Sendable {
  /// For the title.
  public var title: Int
  /// For the file's name.
  public var name: Int
  /// For the tags.
  public var tags: Int
  /// For the text.
  public var body: Int

  /// Makes a message.
  public init(title: Int, name: Int, tags: Int, body: Int) {
    self.title = title
    self.name = name
    self.tags = tags
    self.body = body
  }
}
