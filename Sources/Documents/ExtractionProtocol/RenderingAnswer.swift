/// The daemon's state of the answer to a request to render a page: a state machine that trusts no
/// frame.
public struct RenderingAnswer: Sendable {
  /// The most pixels of a page: A3 with 400 dots per inch has 31 million.
  public static let mostPixels = 32 << 20

  /// The next step after a frame.
  public enum Step: Equatable, Sendable {
    /// More frames follow.
    case more
    /// The page has this size, and its pixels follow.
    case image(width: Int, height: Int)
    /// The next pixels.
    case pixels([UInt8])
    /// The program has ended the answer; whether all pixels came. Without any, the page is empty.
    case ended(ExtractionFrame.Ending, isWhole: Bool)
    /// The process has ended before.
    case died(ExtractionFrame.Exit)
    /// The frame breaks a rule, and the process cannot be used any more.
    case broken
  }

  private let longestTime: UInt64
  private var missing: Int?
  private var isOver = false

  /// Expects the answer to a request.
  public init(to request: ExtractionRequest) {
    longestTime = request.longestTime
  }

  /// Takes a frame in.
  ///
  /// - Returns: the next step.
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
