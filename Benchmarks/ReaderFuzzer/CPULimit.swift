import Glibc

/// Ends the process if a reader needs too much CPU time for a document.
enum CPULimit {
  /// Prepares for ``run(for:_:)``.
  static func install() {
    // libFuzzer saves the input at abort(3), and prints where the reader was.
    _ = signal(SIGVTALRM) { _ in abort() }
  }

  /// The CPU time of this process.
  static var secondsOfProcess: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec
  }

  /// Runs a function, which may need 2 s and 4 µs for each byte of a document.
  ///
  /// The sanitizer makes readers about ten times slower.
  static func run(for size: Int, _ body: () -> Void) {
    set(2_000_000 + 4 * size)
    body()
    set(0)
  }

  private static func set(_ microseconds: Int) {
    var timer = itimerval()
    timer.it_value.tv_sec = microseconds / 1_000_000
    timer.it_value.tv_usec = microseconds % 1_000_000
    _ = unsafe setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &timer, nil)
  }
}
