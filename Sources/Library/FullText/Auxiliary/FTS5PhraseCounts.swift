import Synchronization

/// A cache of the row counts of common phrases.
///
/// Ranking needs the count of each phrase, and counting takes as long as searching. A cached count is used
/// until the table has grown or shrunk by one percent: a smaller change does not change the ranking visibly.
/// The connections of a program share the counts, so that all rank alike.
public final class FTS5PhraseCounts: Sendable {
  private struct Entry {
    let count: Int
    /// The number of rows in the table at the time of the count.
    let rowCount: Int64
  }

  /// The least count that is cached: counting fewer rows is fast, and the count stays exact.
  static let leastCount = 1_000
  /// The most phrases that are cached.
  private static let capacity = 4_096
  private let entries = Mutex<[String: Entry]>([:])

  /// Makes an empty cache.
  public init() {}

  /// Drops all counts, because phrases now match other words.
  public func removeAll() {
    entries.withLock { $0 = [:] }
  }

  /// Returns the number of rows that contain a phrase; nil if no count for about `rowCount` rows is cached.
  func count(of phrase: String, rowCount: Int64) -> Int? {
    guard let entry = entries.withLock({ $0[phrase] }),
      abs(entry.rowCount - rowCount) <= rowCount / 100
    else { return nil }
    return min(entry.count, Int(rowCount))
  }

  /// Caches the count of a phrase.
  func record(_ count: Int, of phrase: String, rowCount: Int64) {
    guard count >= Self.leastCount else { return }
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries = [:] }
      entries[phrase] = Entry(count: count, rowCount: rowCount)
    }
  }
}
