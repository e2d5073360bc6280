import CLinux
import Glibc

/// The CPU and I/O priority of a thread.
public enum ThreadPriority: Equatable, Sendable {
  /// The default priority.
  case normal
  /// `SCHED_BATCH`, which is scheduled after other threads, and the idle I/O class, which reads
  /// only when no other process does.
  ///
  /// An unprivileged thread can leave both. It could not leave `SCHED_IDLE` or a higher nice value
  /// (see sched(7) and `RLIMIT_NICE` in setrlimit(2)), so urgent work would starve on a busy
  /// machine.
  case batch

  /// Sets the priority of the calling thread.
  ///
  /// The C functions are `sched_setscheduler` and `ioprio_set`. If the kernel or a sandbox refuses
  /// them, the priority does not change.
  public func apply() {
    let isBatch: Int32 = self == .batch ? 1 : 0
    _ = clinux_set_batch_scheduling(isBatch)
    _ = clinux_set_idle_io(isBatch)
  }
}

/// The CPU time of threads; see clock_gettime(2).
public enum ThreadClock {
  /// The CPU time of the calling thread since its start.
  ///
  /// The clock is `CLOCK_THREAD_CPUTIME_ID`.
  public static var now: Duration {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
