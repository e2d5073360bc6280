import DaemonMeasuring
import Glibc
import LinuxSystem

/// Kills processes that a daemon of this benchmark has started.
enum ProcessKiller {
  /// The time in which processes that were killed are gone, unless the kernel hangs.
  private static let longestWait = Duration.seconds(30)

  /// Kills the processes below one, and waits until they are gone.
  static func killAll(below root: Int32) {
    let victims = ProcessTree.descendants(of: root)
    for victim in victims { kill(victim) }
    let deadline = ContinuousClock.now + longestWait
    for victim in victims {
      while let now = ProcessRecord(victim.number), now.start == victim.start,
        ContinuousClock.now < deadline
      {
        wait(.milliseconds(1))
      }
    }
  }

  /// Kills a process unless its number belongs to another one by now.
  static func kill(_ victim: ProcessRecord) {
    guard let now = ProcessRecord(victim.number), now.start == victim.start else { return }
    Glibc.kill(victim.number, SIGKILL)
  }
}
