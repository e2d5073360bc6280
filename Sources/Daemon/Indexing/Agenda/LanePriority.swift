import LinuxSystem

/// The priority of the indexer's thread: low for the bulk lane, normal for the fresh lane.
struct LanePriority {
  private var current = ThreadPriority.normal

  /// Sets the priority of the calling thread for work of a lane.
  ///
  /// - Returns: the CPU time that the thread has used so far.
  mutating func begin(_ lane: WorkQueue.Lane) -> Duration {
    let priority: ThreadPriority = lane == .bulk ? .batch : .normal
    if priority != current { priority.apply() }
    current = priority
    return ThreadClock.now
  }
}
