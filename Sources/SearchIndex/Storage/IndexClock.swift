/// A point in the life of an index: two clocks of one index can be compared, others cannot.
public struct IndexClock: Equatable, Sendable {
  /// Names the index; a rebuilt index has another name.
  public let index: String
  /// Counts the commits.
  public let sequence: Int64

  /// Makes a clock.
  public init(index: String, sequence: Int64) {
    self.index = index
    self.sequence = sequence
  }
}
