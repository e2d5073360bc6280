import Indexing
import LinuxSystem
import Synchronization

/// The end of the daemon's parts, which may not come.
final class Ending: Sendable {
  private let state = Mutex<Bool?>(nil)
  private let occurrence = Occurrence()

  /// Whether the state folder was lost; nil as long as the parts have not ended.
  var hasLostState: Bool? { state.withLock(\.self) }

  /// Records that all parts have ended.
  func finish(hasLostState: Bool) {
    state.withLock { $0 = hasLostState }
    occurrence.happen()
  }

  /// Waits for the end.
  ///
  /// - Parameters:
  ///   - deadline: when to give up.
  ///   - tasks: where time runs out.
  func wait(until deadline: ContinuousClock.Instant, on tasks: LoopTaskExecutor) async {
    await occurrence.wait(after: 0, until: deadline, on: tasks)
  }
}
