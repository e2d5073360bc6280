import Cooldown
import Indexing
import LinuxSystem
import SearchInterface
import Watching

/// The condition of the service: the changes that are not indexed yet, warnings and pauses.
struct ServiceCondition: Sendable {
  let wait: IndexerWait
  let gate: BulkGate
  var indexer: Indexer { wait.indexer }
  var watcher: TreeWatcher { wait.watcher }

  /// The number of changes that wait to be indexed.
  var pending: Int {
    watcher.overview.waitingCount + indexer.progress.current.waiting
  }

  /// The warnings that a status carries.
  ///
  /// A status has the numbers of the first index itself, so it warns of that only while the first
  /// index waits.
  var statusWarnings: [String] { warnings(onlyResting: true) }

  /// The warnings that the reply to a search carries.
  var searchWarnings: [String] { warnings() }

  /// The warnings that each reply to a watched search carries: without numbers, which always change.
  var watchWarnings: [String] { warnings(hasNumbers: false) }

  private func warnings(onlyResting: Bool = false, hasNumbers: Bool = true) -> [String] {
    let progress = indexer.progress.current
    if onlyResting, !progress.isResting { return progress.allWarnings }
    let first = progress.firstIndexWarning(gate.pauses, hasNumbers: hasNumbers)
    return progress.allWarnings + [first].compactMap(\.self)
  }

  /// The pauses as people see them: a pause that no one requested is shown only while work waits.
  var pauses: [PauseMessage] {
    let all = PauseMessage.all(gate.pauses)
    if indexer.progress.current.isResting { return all }
    return all.filter { [.request, .held].contains($0.reason) }
  }

  /// Waits until everything written before the call is in the index.
  ///
  /// - Throws: `NotSynchronized` at the timeout, `IndexUnavailable` if no marker can be made or a file system
  ///   does not answer.
  func wait(atMost timeout: Duration) async throws {
    let isInTime: Bool
    do throws(SystemError) {
      isInTime = try await wait.barrier.wait(atMost: timeout)
    } catch {
      throw SearchFailure.indexUnavailable(reason: error.description)
    }
    if isInTime { return }
    if let obstacle = await wait.obstacle() {
      throw SearchFailure.indexUnavailable(
        reason: "\(obstacle), so what was written before may not be found yet.")
    }
    var reasons = pauses.map(\.text)
    if !reasons.isEmpty, indexer.progress.current.isFirst {
      reasons.insert("the first index is not complete", at: 0)
    }
    throw SearchFailure.notSynchronized(
      pending: pending, reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
  }
}
