import LinuxSystem

/// The changes since the last commit, and when the next commit is due: a value.
struct WriteBatch {
  typealias Instant = ContinuousClock.Instant

  /// How many documents, or how long, until a commit.
  private static let usual = (documents: 500, time: Duration.milliseconds(250))
  /// The same in bulk.
  private static let bulk = (documents: 10_000, time: Duration.seconds(5))

  /// The written documents that the index can refuse.
  private(set) var paths: [FilePath] = []
  /// The number of files that were read and written.
  private(set) var files = 0
  private var count = 0
  private var since = Instant.now
  private var writesInARow = 0
  /// Whether no maintenance of the index is left to do since the last write.
  var isMaintained = false

  /// Whether so much was written without a pause that the index is better written in another way.
  var isInBulk: Bool { writesInARow > 1_000 }

  /// Counts a change of a document.
  mutating func count(at now: Instant) {
    if count == 0 { since = now }
    count += 1
    writesInARow += 1
    isMaintained = false
  }

  /// Counts a file that was read and written.
  mutating func countFile() {
    files += 1
  }

  /// Adds a document that is about to be written.
  mutating func add(_ path: FilePath) {
    paths.append(path)
  }

  /// Whether a commit is due.
  ///
  /// - Parameters:
  ///   - now: this moment.
  ///   - hasFresh: whether fresh work waits, so that commits stay small.
  /// - Returns: false for a batch of nothing.
  func isDue(at now: Instant, hasFresh: Bool) -> Bool {
    let limit = isInBulk && !hasFresh ? Self.bulk : Self.usual
    return count > 0 && (count >= limit.documents || since + limit.time <= now)
  }

  /// Begins the next batch, after a commit or a rollback.
  mutating func clear() {
    paths = []
    (count, files) = (0, 0)
  }

  /// Ends a row of writes: nothing is left to do.
  mutating func endRow() {
    writesInARow = 0
  }
}
