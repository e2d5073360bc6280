/// Where a rule stands in the configuration.
public struct RuleOrigin: Equatable, Sendable {
  /// The file.
  public let file: String
  /// The number of the line; the first is 1.
  public let line: Int

  /// Names a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}
