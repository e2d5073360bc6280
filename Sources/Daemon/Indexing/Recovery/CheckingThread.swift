import IndexStorage
import LinuxSystem
import SittaSQLite

/// Checks the index once, on a thread of its own with low priority.
actor CheckingThread {
  private nonisolated let loop: EventLoop

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws(SystemError) {
    loop = try EventLoop(name: "sitta-check")
  }

  deinit {
    loop.stop()
  }

  /// Checks the index for damage.
  ///
  /// - Returns: the finding, and the CPU time of the check.
  func check(
    _ store: IndexStore, stoppedBy interruption: Interruption
  ) -> (finding: IndexChecker.Finding, time: Duration) {
    ThreadPriority.batch.apply()
    let finding = IndexChecker.check(store, stoppedBy: interruption)
    return (finding, ThreadClock.now)
  }
}
