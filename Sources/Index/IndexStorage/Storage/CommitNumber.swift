package import SittaSQLite

/// The number of a commit in one index; only commits that readers can see are counted, without gaps.
public struct CommitNumber: IndexNumber {
  /// The number as columns named `sequence` contain it; 0 before the first commit.
  public let rawValue: Int64

  /// Makes a number.
  @inlinable public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The number of the commit after this one.
  var next: CommitNumber { CommitNumber(rawValue: rawValue + 1) }
}

extension SQLiteValue {
  package static func commit(_ number: CommitNumber) -> SQLiteValue { .integer(number.rawValue) }
}

extension Row {
  package func commit(at column: Int32) -> CommitNumber {
    CommitNumber(rawValue: integer(at: column))
  }
}
