import CLinux
import Glibc
import Synchronization

extension ChildProcess {
  /// The result of a process that has ended.
  public struct Report: Equatable, Sendable {
    /// How it ended.
    public let ending: Ending
    /// The bytes that it wrote to standard output.
    public let output: [UInt8]
    /// The bytes that it wrote to standard error.
    public let errors: [UInt8]
  }

  /// Runs a process to its end and collects its output.
  ///
  /// - Parameters:
  ///   - command: the program to run.
  ///   - input: its standard input.
  ///   - limit: how many bytes it may write to each of its two outputs.
  ///   - deadline: when it is killed if it still runs.
  /// - Returns: its ending and its output.
  /// - Throws: ETIMEDOUT if the deadline has passed, EFBIG if it wrote more than `limit`; the
  ///   process is killed in both cases.
  public static func run(
    _ command: Command, input: Input = .nothing, upTo limit: Int = 8 << 20,
    until deadline: ContinuousClock.Instant
  ) throws(SystemError) -> Report {
    let child = try ChildProcess(command, input: input, output: .pipe, errors: .pipe)
    return try child.collect(from: command.program, upTo: limit, until: deadline)
  }

  /// The ending of the process; nil while it runs.
  ///
  /// The first call after the end removes the process from the process table, so that its number is
  /// free; the result is kept. The corresponding C function is `waitid`.
  public func ending() throws(SystemError) -> Ending? {
    try known.withLock { known throws(SystemError) in
      if known == nil { known = try reap(WNOHANG) }
      return known
    }
  }

  /// Removes an ended process from the process table.
  ///
  /// - Parameter options: WNOHANG to return nil for a process that still runs; 0 to wait for it.
  /// - Returns: its ending; nil if it still runs.
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

  /// Waits for the end of the process; blocks the thread.
  ///
  /// - Parameter deadline: when to stop waiting.
  /// - Returns: its ending; nil if it still runs at the deadline.
  /// - Throws: the error of poll(2).
  public func wait(until deadline: ContinuousClock.Instant) throws(SystemError) -> Ending? {
    while true {
      if let ending = try ending() { return ending }
      if deadline <= .now { return nil }
      try Self.wait(for: [descriptor.number], until: deadline)
    }
  }

  /// Sends a signal; it is not an error if the process has ended.
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
      // Read the ending first: after the end, all output is in the pipes.
      let ending = try ending()
      var isDrained = true
      for index in 0...1 {
        let room = min(65_536, limit - texts[index].count + 1)
        let count =
          index == 0
          ? try output?.readAvailable(upTo: room, to: &texts[index])
          : try errors?.readAvailable(upTo: room, to: &texts[index])
        // A closed pipe would always be ready.
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

  /// Waits until there are bytes to read, or the process has ended; nil stands for no descriptor.
  static func wait(
    for numbers: [Int32?], until deadline: ContinuousClock.Instant
  ) throws(SystemError) {
    let waits = numbers.compactMap { number in number.map { FileDescriptor.Wait($0) } }
    _ = try FileDescriptor.wait(forAnyOf: waits, until: deadline)
  }
}
