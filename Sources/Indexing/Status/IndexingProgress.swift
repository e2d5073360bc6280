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
  ///
  /// - Parameter body: changes the last one.
  /// - Returns: the last status and the new one, without remarks.
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

  /// Shows remarks on the configuration; they replace those of the last reading.
  package func show(remarks: [String]) {
    let hasChanged = state.withLock { state in
      defer { state.remarks = remarks }
      return state.remarks != remarks
    }
    if hasChanged { changes.raise() }
  }
}
