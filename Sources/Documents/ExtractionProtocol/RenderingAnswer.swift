/// Follows the answer to a request to render a page, in the daemon: a state machine that trusts no frame.
public struct RenderingAnswer: Sendable {
  /// The largest number of pixels of a page; A3 with 400 dots per inch has 31 million.
  public static let mostPixels = 32 << 20

  /// What the daemon does after a frame.
  public enum Step: Equatable, Sendable {
    /// More frames follow.
    case more
    /// The size of the page in pixels; the pixels follow.
    case image(width: Int, height: Int)
    /// The next pixels, each one byte of gray.
    case pixels([UInt8])
    /// The answer has ended. `isWhole` is false if pixels are missing; if there were none, the page is empty.
    case ended(ExtractionFrame.Ending, isWhole: Bool)
    /// The process ended before the answer did.
    case died(ExtractionFrame.Exit)
    /// The frame breaks a rule; the process must not be used any more.
    case broken
  }

  private let longestTime: UInt64
  private var missing: Int?
  private var isOver = false

  /// Begins with no frame of the answer to a request.
  public init(to request: ExtractionRequest) {
    longestTime = request.longestTime
  }

  /// Checks and records a frame.
  ///
  /// - Returns: what to do next.
  public mutating func take(_ frame: ExtractionFrame) -> Step {
    guard !isOver, let step = step(frame) else {
      isOver = true
      return .broken
    }
    return step
  }

  private mutating func step(_ frame: ExtractionFrame) -> Step? {
    switch frame {
    case .image(let width, let height):
      let (pixels, overflow) = Int(width).multipliedReportingOverflow(by: Int(height))
      guard missing == nil, !overflow, (1...Self.mostPixels).contains(pixels) else { return nil }
      missing = pixels
      return .image(width: Int(width), height: Int(height))
    case .pixels(let bytes):
      guard let left = missing, !bytes.isEmpty, bytes.count <= left else { return nil }
      missing = left - bytes.count
      return .pixels(bytes)
    case .end(let ending):
      guard ending.time <= longestTime else { return nil }
      isOver = true
      return .ended(ending, isWhole: missing == 0)
    case .exit(let exit):
      guard exit.time <= longestTime else { return nil }
      isOver = true
      return .died(exit)
    case .field, .part, .text, .content, .member, .endMember, .position, .ready: return nil
    }
  }
}
