/// Splits a stream of bytes into Varlink messages, which end with a NUL.
///
/// See <https://varlink.org/Protocol>.
struct MessageBuffer {
  /// A message is longer than the limit; the rest of the stream cannot be read.
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
  /// O(message); no byte is searched twice.
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
