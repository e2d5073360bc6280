import Cooldown
import LinuxSystem
import SearchIndex
import Watching

/// Bulk work that may not run now: what is fresh goes on, and everybody can see why.
extension Indexer {
  /// Waits for a change, or for the moment when bulk work may run again.
  ///
  /// Whoever waits for a barrier behind it longer than its time lasts is told so at once.
  ///
  /// - Parameter askAgain: when to ask the gate again; nil where a person has to let it go on.
  /// - Returns: whether there is more to do.
  /// - Throws: what SQLite fails with.
  func rest(until askAgain: ContinuousClock.Instant?) async throws -> Step {
    try commit()
    try await reachBarriers()
    reportUnreadable()
    let pauses = gate.pauses
    if !isResting {
      isResting = true
      giveBackMemory()
      progress.update { $0.isResting = true }
      tell.yield(.resting(pauses))
    }
    await barrier.disappoint(queue.barriersBehindBulk) { deadline in
      pauses.contains { $0.outlasts(deadline) }
    }
    let wakeUp = [askAgain, planner.racyFiles.nextDeadline].compactMap(\.self).min()
    guard let batch = await watcher.nextBatch(until: wakeUp) else { return .stop }
    try await take(batch)
    await markPostponed()
    return .continue
  }

  /// Makes the index smaller and faster while nothing else is to do, and looks for damage in it: work
  /// in bulk, which asks the gate.
  ///
  /// - Returns: whether there is more to do at once, and when there will be more.
  /// - Throws: what SQLite fails with.
  func tidy() throws -> (hasMore: Bool, next: ContinuousClock.Instant?) {
    if try isTidy || !writer().needsTidying() {
      isTidy = true
      return (false, try startDueCheck())
    }
    if case .rest(let askAgain) = gate.verdict() { return (false, askAgain) }
    let begin = ThreadClock.now
    isTidy = try !writer().tidy()
    gate.worked(ThreadClock.now - begin)
    return (true, nil)
  }

  func giveBackMemory() {
    openedWriter?.releaseMemory()
    ProcessEnvironment.giveBackMemory()
  }
}
