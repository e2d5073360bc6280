import LinuxSystem
import SQLite
import SearchIndex

/// Checks the index once, on a thread of its own that gives way to others.
actor CheckingThread {
  private nonisolated let loop: EventLoop

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws(SystemError) {
    loop = try EventLoop(name: "sitta-check")
  }

  deinit {
    loop.stop()
  }

  /// Checks.
  ///
  /// - Parameters:
  ///   - store: the index, which a writer has open.
  ///   - interruption: stops the check.
  /// - Returns: what was found, and the CPU time that it took.
  func check(
    _ store: IndexStore, stoppedBy interruption: Interruption
  ) -> (finding: IndexChecker.Finding, time: Duration) {
    ThreadPriority.batch.apply()
    let finding: IndexChecker.Finding
    do {
      finding = try IndexChecker(store, stoppedBy: interruption).check()
    } catch {
      // An index that cannot be opened for a check is met by those who read and write it.
      finding = .unknown
    }
    return (finding, ThreadClock.now)
  }
}
