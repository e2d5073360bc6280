import Synchronization

/// What the indexer is doing, for those who ask while it is at work.
final class IndexingProgress: Sendable {
  struct Values: Equatable, Sendable {
    /// Whether there is work.
    var isIndexing = true
    /// Items that wait to be compared with the disk.
    var waiting = 0
    /// Documents written since the start.
    var written = 0
    /// What a person should know, as sentences; the newest last.
    var warnings: [String] = []
  }

  private let values = Mutex(Values())

  var current: Values { values.withLock { values in values } }

  func update(_ change: (inout Values) -> Void) {
    values.withLock { values in change(&values) }
  }
}
