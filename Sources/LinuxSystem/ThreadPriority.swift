import CLinux
import Glibc

/// How urgently CPU and disk serve a thread.
public enum ThreadPriority: Equatable, Sendable {
  /// As any other program.
  case normal
  /// `SCHED_BATCH`, which wakes up behind others, and the idle I/O class, which reads when nobody
  /// else does.
  ///
  /// An unprivileged thread can leave both again. It could not leave `SCHED_IDLE` or a higher nice
  /// value (see sched(7) and `RLIMIT_NICE` in setrlimit(2)), and what is urgent would starve behind
  /// them on a busy machine.
  case batch

  /// Gives the calling thread this priority.
  ///
  /// The C functions are `sched_setscheduler` and `ioprio_set`. A kernel or sandbox that refuses
  /// leaves the thread as it is: it works all the same.
  public func apply() {
    let isBatch: Int32 = self == .batch ? 1 : 0
    _ = clinux_set_batch_scheduling(isBatch)
    _ = clinux_set_idle_io(isBatch)
  }
}

/// The CPU time of threads; see clock_gettime(2).
public enum ThreadClock {
  /// How long the calling thread has been on a CPU since it began.
  ///
  /// The clock is `CLOCK_THREAD_CPUTIME_ID`.
  public static var now: Duration {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
