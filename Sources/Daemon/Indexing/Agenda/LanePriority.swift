import LinuxSystem

/// The priority of the indexer's thread, given by the lane that it works for.
struct LanePriority {
  private var current = ThreadPriority.normal

  /// Gives this thread the priority of a lane.
  ///
  /// - Returns: the CPU time that the thread has used so far.
  mutating func begin(_ lane: WorkQueue.Lane) -> Duration {
    let priority: ThreadPriority = lane == .bulk ? .batch : .normal
    if priority != current { priority.apply() }
    current = priority
    return ThreadClock.now
  }
}
