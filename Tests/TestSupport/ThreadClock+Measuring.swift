public import LinuxSystem

extension ThreadClock {
  /// Measures the CPU time of work on this thread, which does not depend on other tests.
  ///
  /// - Parameter work: the work.
  /// - Returns: its CPU time.
  /// - Throws: the errors of `work`.
  public static func measure(_ work: () throws -> Void) rethrows -> Duration {
    let start = now
    try work()
    return now - start
  }
}
