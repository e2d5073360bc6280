import CLinux
import Glibc
import Synchronization

extension ChildProcess {
  /// What a process left behind.
  public struct Report: Equatable, Sendable {
    /// How it ended.
    public let ending: Ending
    /// What it wrote to standard output.
    public let output: [UInt8]
    /// What it wrote to standard error.
    public let errors: [UInt8]
  }

  /// Runs a process to its end and collects what it writes.
  ///
  /// - Parameters:
  ///   - command: what to run.
  ///   - input: what it reads.
  ///   - limit: how much it may write, to each of its two outputs, in bytes.
  ///   - deadline: when it is killed if it still runs.
  /// - Returns: how it ended and what it wrote.
  /// - Throws: ETIMEDOUT where the deadline passed, EFBIG where it wrote more than `limit`; the
  ///   process is killed then.
  public static func run(
    _ command: Command, input: Input = .nothing, upTo limit: Int = 8 << 20,
    until deadline: ContinuousClock.Instant
  ) throws(SystemError) -> Report {
    let child = try ChildProcess(command, input: input, output: .pipe, errors: .pipe)
    return try child.collect(from: command.program, upTo: limit, until: deadline)
  }

  /// How the process ended; nil where it still runs.
  ///
  /// The first call after the end takes the process out of the process table, and its number is
  /// free from then on; the result is kept. The corresponding C function is `waitid`.
  public func ending() throws(SystemError) -> Ending? {
    try known.withLock { known throws(SystemError) in
      if known == nil { known = try reap(WNOHANG) }
      return known
    }
  }

  /// Takes an ended process out of the process table.
  ///
  /// - Parameter options: WNOHANG to return nil for a process that still runs; 0 to wait for it.
  /// - Returns: how it ended; nil where it still runs.
  /// - Throws: what waitid(2) fails with.
  borrowing func reap(_ options: Int32) throws(SystemError) -> Ending? {
    var code: Int32 = 0
    var status: Int32 = 0
    let number = try retrying("Cannot wait for a process") {
      unsafe clinux_wait(descriptor.number, options, &code, &status)
    }
    if number == 0 { return nil }
    return code == Int32(CLD_EXITED) ? .exited(status) : .killed(signal: status)
  }

  /// Waits for the end of the process; blocks the thread.
  ///
  /// - Parameter deadline: when to stop waiting.
  /// - Returns: how it ended; nil where it still runs at the deadline.
  /// - Throws: what poll(2) fails with.
  public func wait(until deadline: ContinuousClock.Instant) throws(SystemError) -> Ending? {
    var sources = [pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)]
    while true {
      if let ending = try ending() { return ending }
      if deadline <= .now { return nil }
      try Self.poll(&sources, until: deadline)
    }
  }

  /// Sends a signal; a process that has ended does not mind.
  ///
  /// The corresponding C function is `pidfd_send_signal`.
  public func send(signal: Int32) throws(SystemError) {
    do {
      try retrying("Cannot send a signal") {
        pidfd_send_signal(descriptor.number, signal, nil, 0)
      }
    } catch  where error.code == ESRCH {}
  }

  private borrowing func collect(
    from program: FilePath, upTo limit: Int, until deadline: ContinuousClock.Instant
  ) throws(SystemError) -> Report {
    var texts: [[UInt8]] = [[], []]
    var sources = [descriptor.number, output.number(orElse: -1), errors.number(orElse: -1)].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
      // Asked before reading: what an ended process wrote is all in the pipes already.
      let ending = try ending()
      var isDry = true
      for index in 0...1 {
        let room = min(65_536, limit - texts[index].count + 1)
        let count =
          index == 0
          ? try output?.readAvailable(upTo: room, to: &texts[index])
          : try errors?.readAvailable(upTo: room, to: &texts[index])
        // poll(2) passes over negative descriptors: a closed pipe would wake it for ever.
        if count == 0 { sources[index + 1].fd = -1 }
        if let count, count > 0 { isDry = false }
        if texts[index].count > limit {
          throw SystemError(code: EFBIG, attempt: "Cannot keep the output of", path: program)
        }
      }
      if let ending, isDry {
        return Report(ending: ending, output: texts[0], errors: texts[1])
      }
      if deadline <= .now {
        throw SystemError(code: ETIMEDOUT, attempt: "Cannot wait longer for", path: program)
      }
      if isDry { try Self.poll(&sources, until: deadline) }
    }
  }

  private static func poll(
    _ sources: inout [pollfd], until deadline: ContinuousClock.Instant
  ) throws(SystemError) {
    try retrying("Cannot wait for a process") {
      unsafe Glibc.poll(&sources, nfds_t(sources.count), deadline.millisecondsLeft)
    }
  }
}
