/// The methods `AddRoot`, `RemoveRoot` and `Reload`.
public enum RootsMethod {
  /// What is asked of `AddRoot` and `RemoveRoot`.
  public struct Parameters: Codable, Equatable, Sendable {
    /// The folder as a path or a `file:` URI.
    public var folder: String

    /// Names a folder.
    public init(folder: String) {
      self.folder = folder
    }
  }

  /// What is answered once it is in effect.
  public struct Reply: Codable, Equatable, Sendable {
    /// The folders whose files are indexed now.
    public var roots: [RootMessage]
    /// What a person should know, as sentences.
    public var warnings: [String]

    /// Makes a reply.
    public init(roots: [RootMessage], warnings: [String] = []) {
      self.roots = roots
      self.warnings = warnings
    }
  }
}
