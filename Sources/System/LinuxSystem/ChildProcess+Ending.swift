import CLinux
import Glibc
import Synchronization

extension ChildProcess {
  /// The result of a process.
  public struct Report: Equatable, Sendable {
    /// How the process ended.
    public let ending: Ending
    /// The bytes on standard output.
    public let output: [UInt8]
    /// The bytes on standard error.
    public let errors: [UInt8]
  }

  /// Runs a process until it ends, and collects its output.
  ///
  /// - Parameters:
  ///   - command: the program to run.
  ///   - input: the standard input of the process.
  ///   - limit: the largest number of bytes on each of the two outputs.
  ///   - deadline: when the process is killed if it still runs.
  /// - Returns: how the process ended, and its output.
  /// - Throws: ETIMEDOUT if the deadline has passed, EFBIG if the process wrote more than `limit`; the
  ///   process is killed in both cases.
  public static func run(
    _ command: Command, input: Input = .nothing, upTo limit: Int = 8 << 20,
    until deadline: ContinuousClock.Instant
  ) throws(SystemError) -> Report {
    let child = try ChildProcess(command, input: input, output: .pipe, errors: .pipe)
    return try child.collect(from: command.program, upTo: limit, until: deadline)
  }

  /// Returns how the process ended; nil if it still runs.
  ///
  /// The first call after the end removes the process from the process table and keeps the result; the
  /// process number is then free. The corresponding C function is `waitid`.
  public func ending() throws(SystemError) -> Ending? {
    try known.withLock { known throws(SystemError) in
      if known == nil { known = try reap(WNOHANG) }
      return known
    }
  }

  /// Removes the process from the process table if it has ended.
  ///
  /// - Parameter options: WNOHANG to return nil if the process still runs, 0 to wait for its end.
  /// - Returns: how the process ended; nil if it still runs.
  /// - Throws: the error of waitid(2).
  borrowing func reap(_ options: Int32) throws(SystemError) -> Ending? {
    var code: Int32 = 0
    var status: Int32 = 0
    let number = try retrying("Cannot wait for a process") {
      unsafe clinux_wait(descriptor.number, options, &code, &status)
    }
    if number == 0 { return nil }
    return code == Int32(CLD_EXITED) ? .exited(status) : .killed(signal: status)
  }

  /// Blocks the thread until the process ends.
  ///
  /// - Parameter deadline: when to stop waiting.
  /// - Returns: how the process ended; nil if it still runs at the deadline.
  /// - Throws: the error of poll(2).
  public func wait(until deadline: ContinuousClock.Instant) throws(SystemError) -> Ending? {
    while true {
      if let ending = try ending() { return ending }
      if deadline <= .now { return nil }
      try Self.wait(for: [descriptor.number], until: deadline)
    }
  }

  /// Sends a signal; does nothing if the process has ended.
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
    var sources = [descriptor.number, output.number, errors.number]
    while true {
      // Check for the end before reading: if the process has ended, the pipes contain all its output.
      let ending = try ending()
      var isDrained = true
      for index in 0...1 {
        let room = min(65_536, limit - texts[index].count + 1)
        let count =
          index == 0
          ? try output?.readAvailable(upTo: room, to: &texts[index])
          : try errors?.readAvailable(upTo: room, to: &texts[index])
        // Remove a closed pipe from the wait, because it would always be ready.
        if count == 0 { sources[index + 1] = nil }
        if let count, count > 0 { isDrained = false }
        if texts[index].count > limit {
          throw SystemError(code: EFBIG, attempt: "Cannot keep the output of", path: program)
        }
      }
      if let ending, isDrained {
        return Report(ending: ending, output: texts[0], errors: texts[1])
      }
      if deadline <= .now {
        throw SystemError(code: ETIMEDOUT, attempt: "Cannot wait longer for", path: program)
      }
      if isDrained { try Self.wait(for: sources, until: deadline) }
    }
  }

  /// Waits until there are bytes to read, or the process has ended; skips descriptors that are nil.
  static func wait(
    for numbers: [Int32?], until deadline: ContinuousClock.Instant
  ) throws(SystemError) {
    let waits = numbers.compactMap { number in number.map { FileDescriptor.Wait($0) } }
    _ = try FileDescriptor.wait(forAnyOf: waits, until: deadline)
  }
}
