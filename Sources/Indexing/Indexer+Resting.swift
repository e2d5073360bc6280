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
    // Large work of the fresh lane does not rest, and waits only for quiet.
    let largeWork = queue.hasLargeFresh ? largeWorkDeadline : nil
    let wakeUp = [askAgain, planner.nextDeadlineWhileBusy, largeWork].compactMap(\.self).min()
    let begin = ContinuousClock.now
    guard let batch = await watcher.nextBatch(until: wakeUp) else { return .stop }
    if !queue.hasLargeFresh { patience.noteRest(begin.duration(to: .now)) }
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
    if try isTidy || !writer().needsMaintenance() {
      isTidy = true
      return (false, try startDueCheck())
    }
    if case .rest(let askAgain) = gate.verdict() { return (false, askAgain) }
    let begin = ThreadClock.now
    isTidy = try !writer().maintain()
    gate.worked(ThreadClock.now - begin)
    return (true, nil)
  }

  func giveBackMemory() {
    openedWriter?.releaseMemory()
    ProcessEnvironment.giveBackMemory()
  }
}
