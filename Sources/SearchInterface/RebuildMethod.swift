/// The method `Rebuild`.
public enum RebuildMethod {
  /// What is answered: nothing.
  public struct Reply: Codable, Equatable, Sendable {
    /// Makes a reply.
    public init() {}
  }
}

/// A new index that is being built: `IndexRebuild` in the interface.
public struct RebuildMessage: Codable, Equatable, Sendable {
  /// Which index answers meanwhile.
  public enum Serving: String, Codable, Sendable {
    /// The old one, which nobody keeps fresh.
    case old
    /// The new one, as far as it is.
    case new
  }

  /// Why, as a sentence.
  public var reason: String
  /// When it was begun, RFC 3339.
  public var since: String
  /// How many documents it has.
  public var documents: Int64
  /// Which index answers meanwhile.
  public var serving: Serving

  /// Makes a message.
  public init(reason: String, since: String, documents: Int64, serving: Serving) {
    self.reason = reason
    self.since = since
    self.documents = documents
    self.serving = serving
  }
}

/// What the service did about damage by itself: `Recovery` in the interface.
public struct RecoveryMessage: Codable, Equatable, Sendable {
  /// The smallest part that had to be replaced.
  public enum Action: String, Codable, Sendable {
    /// The index was opened anew without its lost log, and all files were compared with it.
    case log
    /// Texts of documents were read again from their files.
    case documents
    /// What stands where was worked out anew from the stored texts.
    case postings
    /// A new index was built from the files.
    case file
  }

  /// When, RFC 3339.
  public var time: String
  /// Why, as a sentence.
  public var reason: String
  /// What was done.
  public var action: Action
  /// The damaged file that is kept, as a `file:` URI.
  public var setAside: String?
  /// All of that for people.
  public var text: String

  /// Makes a message.
  public init(time: String, reason: String, action: Action, setAside: String?, text: String) {
    self.time = time
    self.reason = reason
    self.action = action
    self.setAside = setAside
    self.text = text
  }
}
