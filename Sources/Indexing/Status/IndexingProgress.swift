package import SearchIndex
import Synchronization

/// The status of an indexer, for those who ask while it is at work.
package final class IndexingProgress: Sendable {
  private struct State {
    var status = IndexingStatus()
    var remarks: [String] = []
  }

  /// Happens when the status has changed.
  package let changes = ChangeSignal()
  private let state = Mutex(State())

  /// The status now.
  package var current: IndexingStatus {
    state.withLock { state in
      var status = state.status
      if !state.remarks.isEmpty { status.conditions[.configuration] = state.remarks }
      return status
    }
  }

  /// Shows another status.
  func show(_ status: IndexingStatus) {
    let hasChanged = state.withLock { state in
      defer { state.status = status }
      return state.status != status
    }
    if hasChanged { changes.raise() }
  }

  /// Shows remarks on the configuration; they replace those of the last reading.
  package func show(remarks: [String]) {
    let hasChanged = state.withLock { state in
      defer { state.remarks = remarks }
      return state.remarks != remarks
    }
    if hasChanged { changes.raise() }
  }
}
