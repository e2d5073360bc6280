/// The method `Forget`.
public enum ForgetMethod {
  /// What is asked.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The file or folder as a path or a `file:` URI.
    public var path: String

    /// Asks to forget.
    public init(path: String) {
      self.path = path
    }
  }

  /// What is answered.
  public struct Reply: Codable, Equatable, Sendable {
    /// How many documents were removed.
    public var documents: Int
    /// Whether it is still there, and left out from now on.
    public var excluded: Bool
    /// The state of the index that has nothing of it.
    public var clock: Clock

    /// Makes a reply.
    public init(documents: Int, excluded: Bool, clock: Clock) {
      self.documents = documents
      self.excluded = excluded
      self.clock = clock
    }
  }
}

extension DocumentMessage.State {
  /// Whether it should have a text and has none.
  public var isFailure: Bool { self == .unreadable || self == .failed }
}
