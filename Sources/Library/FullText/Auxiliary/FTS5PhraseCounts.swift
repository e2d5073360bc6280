import Synchronization

/// The row counts of common phrases, so that they are not counted for each query.
///
/// Ranking needs the count of each phrase, and counting takes as long as searching. A count is used
/// until the table has grown or shrunk by one percent; the ranking does not change visibly before.
/// The connections of a program share the counts, so that they rank alike.
public final class FTS5PhraseCounts: Sendable {
  private struct Entry {
    let count: Int
    /// The number of rows in the table at the time of the count.
    let rowCount: Int64
  }

  /// Phrases in fewer rows are not cached: counting them is fast, and the count stays exact.
  static let leastCount = 1_000
  /// The most phrases that are cached.
  private static let capacity = 4_096
  private let entries = Mutex<[String: Entry]>([:])

  /// Makes an empty collection of counts.
  public init() {}

  /// Drops all counts: phrases mean other words from now on.
  public func removeAll() {
    entries.withLock { $0 = [:] }
  }

  /// The number of rows that contain a phrase; nil if there is no current count.
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
