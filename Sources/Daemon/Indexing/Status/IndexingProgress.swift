package import FileSelection
package import IndexStorage
package import LinuxSystem
import Synchronization
package import TextExtraction

/// The status of an indexer, which other threads can read while the indexer works.
package final class IndexingProgress: Sendable {
  /// A path that is being compared with the disk, or read, and since when.
  package struct Activity: Sendable {
    package let path: FilePath
    package let since: ContinuousClock.Instant
  }

  private struct State {
    var status = IndexingStatus()
    var remarks: [String] = []
    var audit = AuditTally()
    var usage = UsageHistory()
    var rules: SelectionRules
    var extraction: ExtractionSettings
    var activity: Activity?
    var reading: Activity?
  }

  /// Happens when the status has changed.
  package let changes = ChangeSignal()
  private let state: Mutex<State>

  /// - Parameters:
  ///   - rules: which paths are indexed.
  ///   - extraction: how files are read.
  init(_ rules: SelectionRules, _ extraction: ExtractionSettings) {
    state = Mutex(State(rules: rules, extraction: extraction))
  }

  /// The rules for which paths are indexed.
  package var rules: SelectionRules { state.withLock(\.rules) }

  /// How files are read.
  package var extraction: ExtractionSettings { state.withLock(\.extraction) }

  /// The path that is being compared, or else the one that has been read for the longest time; nil for none.
  package var activity: Activity? { state.withLock { $0.activity ?? $0.reading } }

  /// What the service has used lately; its changes raise nothing, because each commit has one.
  package var usage: UsageHistory { state.withLock(\.usage) }

  /// The current status.
  package var current: IndexingStatus {
    state.withLock { state in
      var status = state.status
      status.audit = state.audit
      if !state.remarks.isEmpty { status.conditions[.configuration] = state.remarks }
      return status
    }
  }

  /// Changes the status.
  ///
  /// - Returns: the old and the new status, without remarks on the configuration.
  @discardableResult
  func change(
    _ body: (inout IndexingStatus) -> Void
  ) -> (old: IndexingStatus, new: IndexingStatus) {
    let (old, new) = state.withLock { state in
      let old = state.status
      body(&state.status)
      return (old, state.status)
    }
    if old != new { changes.raise() }
    return (old, new)
  }

  /// Counts files that were chosen at random and compared with the index.
  func countSamples(agreeing: Int, differing: Int) {
    if agreeing + differing == 0 { return }
    state.withLock { $0.audit.add(agreeing: agreeing, differing: differing) }
    changes.raise()
  }

  /// Counts what the service has used until now.
  func countUsage(indexBytes: Int64) {
    state.withLock { $0.usage.add(.current, indexBytes: indexBytes, at: .now) }
  }

  /// Publishes the rules and settings that the indexer now uses.
  func show(_ rules: SelectionRules, _ extraction: ExtractionSettings) {
    state.withLock { ($0.rules, $0.extraction) = (rules, extraction) }
  }

  /// Publishes which path is being compared; nil for none.
  func begin(_ path: FilePath?) {
    state.withLock { $0.activity = path.map { Activity(path: $0, since: .now) } }
  }

  /// Publishes which file a reader has been reading for the longest time; nil for none.
  func showReading(_ activity: Activity?) {
    state.withLock { $0.reading = activity }
  }

  /// Publishes remarks on the configuration, which replace the previous ones.
  package func show(remarks: [String]) {
    let hasChanged = state.withLock { state in
      defer { state.remarks = remarks }
      return state.remarks != remarks
    }
    if hasChanged { changes.raise() }
  }
}
