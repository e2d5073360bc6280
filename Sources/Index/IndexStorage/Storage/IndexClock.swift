/// A state of an index; two clocks can be compared only if they name the same index.
public struct IndexClock: Equatable, Sendable {
  /// The name of the index; a rebuilt index has a new one.
  public let index: String
  /// The number of the last commit.
  public let sequence: CommitNumber

  /// Makes a clock.
  public init(index: String, sequence: CommitNumber) {
    self.index = index
    self.sequence = sequence
  }
}
