import Glibc

extension ChildProcess {
  /// The beginning of what a process writes to standard error; the rest is read and dropped.
  public struct Complaint: Sendable {
    /// The bytes so far, up to the limit.
    public private(set) var bytes: [UInt8] = []
    private let limit: Int
    /// Whether standard error has ended.
    fileprivate var hasEnded = false

    /// Creates an empty value.
    ///
    /// - Parameter limit: the number of bytes that are kept.
    public init(limit: Int = 4_096) {
      self.limit = limit
    }

    fileprivate mutating func add(_ new: [UInt8]) {
      bytes += new.prefix(limit - bytes.count)
    }
  }

  /// Waits for output, and reads some of it.
  ///
  /// Also reads standard error, because a process blocks when the pipe of its standard error is full.
  ///
  /// - Parameters:
  ///   - deadline: when to stop waiting.
  ///   - complaint: receives the bytes of standard error.
  /// - Returns: nil at the end of the output, or at the deadline.
  /// - Throws: the error of read(2) or poll(2).
  public borrowing func nextOutput(
    until deadline: ContinuousClock.Instant, _ complaint: inout Complaint
  ) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let count = try output?.readAvailable(upTo: 1 << 16, to: &bytes)
      if let count { return count == 0 ? nil : bytes }
      let hasMore = try read(&complaint)
      if deadline <= .now { return nil }
      if hasMore { continue }
      try Self.wait(
        for: [output.number, complaint.hasEnded ? nil : errors.number], until: deadline)
    }
  }

  /// Reads standard error until its end.
  ///
  /// - Parameters:
  ///   - complaint: receives the bytes.
  ///   - deadline: when to stop waiting.
  /// - Throws: the error of read(2) or poll(2).
  public borrowing func readErrors(
    _ complaint: inout Complaint, until deadline: ContinuousClock.Instant
  ) throws(SystemError) {
    while !complaint.hasEnded {
      let hasMore = try read(&complaint)
      if deadline <= .now { return }
      if hasMore || complaint.hasEnded { continue }
      try Self.wait(for: [errors.number], until: deadline)
    }
  }

  /// Reads the available bytes of standard error; returns whether there may be more.
  private borrowing func read(_ complaint: inout Complaint) throws(SystemError) -> Bool {
    if complaint.hasEnded { return false }
    var bytes: [UInt8] = []
    guard let count = try errors?.readAvailable(upTo: 1 << 16, to: &bytes) else {
      // Without a pipe there is nothing to read; with a pipe nothing is available now.
      if errors.number == nil { complaint.hasEnded = true }
      return false
    }
    complaint.add(bytes)
    complaint.hasEnded = count == 0
    return count > 0
  }
}
