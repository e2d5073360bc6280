import CLinux
import Glibc

/// The CPU and I/O priority of a thread.
public enum ThreadPriority: Equatable, Sendable {
  /// The default priority.
  case normal
  /// `SCHED_BATCH`, which runs after other threads, and the idle I/O class, which reads only when no other
  /// process does.
  ///
  /// A thread without privileges can leave this priority. It could not leave `SCHED_IDLE` or a higher nice
  /// value (see sched(7), and `RLIMIT_NICE` in setrlimit(2)); urgent work would then starve on a busy
  /// machine.
  case batch

  /// Sets the priority of the calling thread.
  ///
  /// The C functions are `sched_setscheduler` and `ioprio_set`. If the kernel or a sandbox refuses a call,
  /// its setting does not change.
  public func apply() {
    let isBatch: Int32 = self == .batch ? 1 : 0
    _ = clinux_set_batch_scheduling(isBatch)
    _ = clinux_set_idle_io(isBatch)
  }
}

/// The clock of a thread's CPU time; see clock_gettime(2).
public enum ThreadClock {
  /// The CPU time that the calling thread has used since its start.
  ///
  /// The clock is `CLOCK_THREAD_CPUTIME_ID`.
  public static var now: Duration {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
