/// Splits a stream of bytes into Varlink messages; a NUL ends each message.
///
/// See <https://varlink.org/Protocol>.
struct MessageBuffer {
  /// The error for a message that exceeds the limit; no further messages can be read.
  struct Oversized: Error {}

  private let limit: Int
  private var bytes: [UInt8] = []
  private var searched = 0

  /// - Parameter limit: the largest size of a message in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ new: [UInt8]) {
    bytes += new
  }

  /// Removes and returns the next complete message, without its NUL.
  ///
  /// O(message): no byte is examined twice.
  mutating func next() throws(Oversized) -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      searched = bytes.count
      if bytes.count > limit { throw Oversized() }
      return nil
    }
    if end > limit { throw Oversized() }
    let message = Array(bytes[..<end])
    bytes.removeFirst(end + 1)
    searched = 0
    return message
  }
}
