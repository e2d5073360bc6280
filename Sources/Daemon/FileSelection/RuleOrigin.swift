/// The file and line of a rule in the configuration.
public struct RuleOrigin: Equatable, Sendable {
  /// The file.
  public let file: String
  /// The number of the line; the first is 1.
  public let line: Int

  /// Creates an origin.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}
