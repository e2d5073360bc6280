/// Splits a stream of bytes into lines.
public struct InputLines {
  /// A line of the input.
  public enum Line: Equatable, Sendable {
    /// A complete line, without the line feed that ends it.
    case text([UInt8])
    /// A line longer than the limit, which was dropped.
    case oversized
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  private var searched = 0
  /// Whether the rest of the current line has to be dropped.
  private var isDropping = false

  /// Makes an empty splitter.
  ///
  /// - Parameter limit: the largest length of a line in bytes.
  public init(limit: Int = 1 << 20) {
    self.limit = limit
  }

  /// Appends bytes of the input.
  public mutating func append(_ new: [UInt8]) {
    bytes += new
  }

  /// Removes and returns the next line; nil if it is not complete.
  ///
  /// It buffers at most as many bytes as the limit, besides those appended last. A line above the
  /// limit is reported once, when its end arrives. O(line), because no byte is searched twice.
  public mutating func next() -> Line? {
    guard let end = bytes[searched...].firstIndex(of: 0x0a) else {
      searched = bytes.count
      if bytes.count > limit {
        isDropping = true
        (bytes, searched) = ([], 0)
      }
      return nil
    }
    let line = Array(bytes[..<end])
    bytes.removeFirst(end + 1)
    searched = 0
    defer { isDropping = false }
    return isDropping || line.count > limit ? .oversized : .text(line)
  }
}
