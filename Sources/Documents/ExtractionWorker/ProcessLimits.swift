import ExtractionProtocol

/// The limits of the kernel for a process that reads.
struct ProcessLimits: Equatable {
  /// The address space in bytes.
  let memory: UInt64
  /// The CPU time in seconds after which the kernel kills the process.
  let seconds: UInt64

  /// A reader looks at the limit of its request; the kernel ends one that has not for so long.
  private static let grace: UInt64 = 6
  /// The CPU time for a process of light documents, whose later requests are not known.
  private static let lightSeconds: UInt64 = 60

  /// - Parameters:
  ///   - request: the first request that the process answers.
  ///   - isHeavy: whether it is the only one.
  init(_ request: ExtractionRequest, isHeavy: Bool) {
    let seconds = UInt64(request.time) / 1_000 + 1
    if isHeavy {
      memory = min(1 << 30, (512 << 20) + min(request.fileSize, 1 << 30))
      self.seconds = seconds + Self.grace
    } else {
      memory = 1 << 30
      self.seconds = max(seconds, Self.lightSeconds) + Self.grace
    }
  }
}
