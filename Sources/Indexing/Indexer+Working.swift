import Cooldown
import LinuxSystem
import SearchIndex

/// Work in turns.
extension Indexer {
  /// Works for 20 ms, so that new fresh work never waits longer than that and one document.
  ///
  /// - Parameter includesBulk: whether bulk work may run; fresh work always may.
  /// - Throws: what SQLite fails with.
  func workForAMoment(includingBulk includesBulk: Bool) async throws {
    if includesBulk, isResting {
      isResting = false
      tell.yield(.resting(nil))
    }
    progress.update { values in
      values.isIndexing = true
      values.isResting = isResting
    }
    let end = ContinuousClock.now + .milliseconds(20)
    while ContinuousClock.now < end, !isStopping,
      let item = queue.next(includingBulk: includesBulk, includingLarge: mayDoLargeWork)
    {
      let begin = prepare(for: item.lane)
      underWay = item
      defer {
        underWay = nil
        if item.lane == .bulk { gate.worked(ThreadClock.now - begin) }
      }
      do {
        switch try await reconcile(item.work, item.explained) {
        case .done(let work): queue.finish(item, turningUp: work)
        case .doubtful(let doubt): queue.postpone(item, because: doubt)
        case .large: queue.putOff(item)
        case .largeRemoval: queue.putOff(item, asFresh: true)
        }
        if item.hasWaited, !queue.hasLarge { patience.reset() }
      } catch {
        queue.finish(item, turningUp: [item.work])
        throw error
      }
      if item.lane == .fresh, !queue.hasFresh { try commit() }
      try commitIfDue()
    }
    progress.update { $0.waiting = queue.count }
  }

  /// Gives this thread the priority of a lane.
  ///
  /// - Returns: the CPU time that the thread has used so far.
  private func prepare(for lane: WorkQueue.Lane) -> Duration {
    let priority: ThreadPriority = lane == .bulk ? .batch : .normal
    if priority != self.priority { priority.apply() }
    self.priority = priority
    return ThreadClock.now
  }
}
