import Cooldown
import Indexing
import LinuxSystem
import SearchInterface
import Watching

/// What the service has to tell its clients: unindexed changes, warnings and pauses.
struct ServiceCondition: Sendable {
  let wait: IndexerWait
  let gate: BulkGate
  private let daily = DailyWarnings()
  var indexer: Indexer { wait.indexer }
  var watcher: TreeWatcher { wait.watcher }

  /// The number of changes that wait to be indexed.
  var pending: Int {
    watcher.overview.waitingCount + indexer.progress.current.waiting
  }

  /// The warnings in a reply to `Status`.
  ///
  /// Such a reply has the numbers of the first index anyway, so it has the warning about the first
  /// index only while bulk work rests.
  var statusWarnings: [String] { warnings(onlyResting: true) }

  /// The warnings in a reply to a search.
  ///
  /// - Parameter isForPeople: whether a person reads them, who knows once a day what a reader of documents lacks.
  /// - Returns: the warnings.
  func searchWarnings(isForPeople: Bool) -> [String] {
    let known =
      isForPeople ? daily.known(of: indexer.progress.current.conditions[.reading] ?? []) : []
    return warnings().filter { !known.contains($0) }
  }

  /// The warnings in replies of `Subscribe`, without numbers, because these always change.
  var watchWarnings: [String] { warnings(hasNumbers: false) }

  private func warnings(onlyResting: Bool = false, hasNumbers: Bool = true) -> [String] {
    let progress = indexer.progress.current
    if onlyResting, !progress.isResting { return progress.allWarnings }
    let first = progress.firstIndexWarning(gate.pauses, hasNumbers: hasNumbers)
    return progress.allWarnings + [first].compactMap(\.self)
  }

  /// The warning that bulk work which has just been requested waits, and why; nil if it does not wait.
  ///
  /// - Parameter sentence: what waits, as a sentence without its end.
  /// - Returns: the warning.
  func restWarning(_ sentence: String) -> String? {
    // The state of the machine may not have been asked for since there was nothing to do.
    guard case .rest = gate.verdict() else { return nil }
    return """
      \(sentence), because \(gate.pauses.map(\.clause).joined(separator: ", and because ")). Run 'sitta resume \
      --now' to index them now.
      """
  }

  /// The pauses to show to people; automatic pauses are shown only while work waits for them.
  var pauses: [PauseMessage] {
    let all = PauseMessage.all(gate.pauses)
    if indexer.progress.current.isResting { return all }
    return all.filter { [.request, .held].contains($0.reason) }
  }

  /// Waits until everything written before the call is in the index.
  ///
  /// - Throws: `NotSynchronized` after the timeout; `IndexUnavailable` if no marker can be created
  ///   or a file system does not answer.
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
