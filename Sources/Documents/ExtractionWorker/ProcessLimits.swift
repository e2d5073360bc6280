import ExtractionProtocol

/// The limits that the kernel enforces on a process that reads documents.
struct ProcessLimits: Equatable {
  /// The limit of the address space in bytes.
  let memory: UInt64
  /// The CPU time in seconds after which the kernel kills the process.
  let seconds: UInt64

  /// A larger file is not mapped.
  private static let largestFile: UInt64 = 1 << 40
  /// The CPU time in seconds that a reader gets beyond its limit to stop by itself.
  private static let grace: UInt64 = 6
  /// The CPU time in seconds for a process that reads many light documents.
  private static let lightSeconds: UInt64 = 60

  /// - Parameters:
  ///   - request: the first request that the process answers.
  ///   - isHeavy: whether the process answers only this request.
  init(_ request: ExtractionRequest, isHeavy: Bool) {
    let seconds = UInt64(request.time) / 1_000 + 1
    if isHeavy {
      // The file is mapped, so its pages are not memory of the process.
      memory = (512 << 20) + min(request.fileSize, Self.largestFile)
      self.seconds = seconds + Self.grace
    } else {
      memory = 1 << 30
      self.seconds = max(seconds, Self.lightSeconds) + Self.grace
    }
  }
}
