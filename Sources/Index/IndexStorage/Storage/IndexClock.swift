/// Identifies a state of an index; clocks of different indexes cannot be compared.
public struct IndexClock: Equatable, Sendable {
  /// The random name of the index; a rebuilt index has a new one.
  public let index: String
  /// The number of the last commit.
  public let sequence: CommitNumber

  /// Makes a clock.
  public init(index: String, sequence: CommitNumber) {
    self.index = index
    self.sequence = sequence
  }
}
