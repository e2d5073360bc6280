import LinuxSystem

/// The changes since the last commit; decides when the next commit is due.
struct WriteBatch {
  typealias Instant = ContinuousClock.Instant

  /// The number of changes, or the time, after which to commit.
  private static let usual = (documents: 500, time: Duration.milliseconds(250))
  /// The number of changes, or the time, after which to commit while much is written.
  private static let bulk = (documents: 10_000, time: Duration.seconds(5))

  /// The documents written since the last commit, any of which the index may refuse.
  private(set) var paths: [FilePath] = []
  /// The number of files read and written since the last commit.
  private(set) var files = 0
  /// When files last changed whose changes were reported, in part; see ``IndexSession/delays``.
  private(set) var changes: [FileTime] = []
  private var count = 0
  private var since = Instant.now
  private var writesInARow = 0
  /// Whether the index needs no more maintenance since the last write.
  var isMaintained = false

  /// Whether so many changes were written without a pause that bulk writing is better for the index.
  var isInBulk: Bool { writesInARow > 1_000 }

  /// Counts a change of a document.
  mutating func count(at now: Instant) {
    if count == 0 { since = now }
    count += 1
    writesInARow += 1
    isMaintained = false
  }

  /// Counts a file that was read and written.
  ///
  /// - Parameter changed: when it last changed, if an event reported that; nil for other files.
  mutating func countFile(changed: FileTime? = nil) {
    files += 1
    if let changed, changes.count < Self.bulk.documents { changes.append(changed) }
  }

  /// Adds the path of a document that is about to be written.
  mutating func add(_ path: FilePath) {
    paths.append(path)
  }

  /// Whether a commit is due.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - hasFresh: whether fresh work waits; then commits stay small.
  /// - Returns: false if there are no changes.
  func isDue(at now: Instant, hasFresh: Bool) -> Bool {
    let limit = limit(hasFresh)
    return count > 0 && (count >= limit.documents || since + limit.time <= now)
  }

  /// When a commit is due; nil if there are no changes.
  func due(hasFresh: Bool) -> Instant? {
    count > 0 ? since + limit(hasFresh).time : nil
  }

  private func limit(_ hasFresh: Bool) -> (documents: Int, time: Duration) {
    isInBulk && !hasFresh ? Self.bulk : Self.usual
  }

  /// Begins the next batch after a commit or a rollback.
  mutating func clear() {
    (paths, changes) = ([], [])
    (count, files) = (0, 0)
  }

  /// Ends bulk writing, because nothing is left to do.
  mutating func endRow() {
    writesInARow = 0
  }
}
