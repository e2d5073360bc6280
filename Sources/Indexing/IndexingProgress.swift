package import LinuxSystem
package import SearchIndex
import Synchronization
import Watching

/// What the indexer is doing, for those who ask while it is at work.
package final class IndexingProgress: Sendable {
  package struct Values: Equatable, Sendable {
    /// Whether there is work.
    package var isIndexing = true
    /// Whether bulk work waits until it may run.
    package var isResting = false
    /// Items that wait to be compared with the disk.
    package var waiting = 0
    /// Roots that are not there now, and whose documents are kept.
    package var awayRoots: Set<FilePath> = []
    /// Folders that could not be opened when they were last looked at, with the reason.
    package var closedFolders: [FilePath: String] = [:]
    /// The building of a new index, as long as it lasts.
    package var rebuild: Rebuild?
    /// How many documents the index has that is being built.
    package var rebuiltDocuments: Int64 = 0
    /// What was done about damage; the newest last.
    package var recoveries: [Recovery] = []
    /// When the index was found to be sound.
    package var checked: UnixTime?
    /// The conditions that hold now, each with sentences for people.
    package var conditions: [Condition: [String]] = [:]

    /// The sentences of all conditions, the gravest first.
    package var warnings: [String] { Condition.allCases.flatMap { conditions[$0] ?? [] } }
  }

  /// Something that a person should know for as long as it holds, the gravest first.
  package enum Condition: CaseIterable, Sendable {
    /// Indexing pauses after an error.
    case paused
    /// The old index had to go before the new one was complete.
    case oldIndexRemoved
    /// The index could not be closed in order.
    case notClosed
    /// The last reading of the configuration gave reason for a remark.
    case configuration
  }

  /// Tells whoever wants to see what is going on.
  package let changes = ChangeSignal()
  private let values = Mutex(Values())

  package var current: Values { values.withLock { values in values } }

  /// Gives closed folders the names they have after a rename.
  func rename(_ move: ChangeBatch.Move) {
    update { values in
      if values.closedFolders.isEmpty { return }
      values.closedFolders = Dictionary(
        values.closedFolders.map { (move.newPath(of: $0.key), $0.value) },
        uniquingKeysWith: { _, last in last })
    }
  }

  package func update(_ change: (inout Values) -> Void) {
    let hasChanged = values.withLock { values in
      let old = values
      change(&values)
      return values != old
    }
    if hasChanged { changes.raise() }
  }
}
