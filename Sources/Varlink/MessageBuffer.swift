/// Cuts a stream of bytes into Varlink messages, which end in a NUL.
///
/// See <https://varlink.org/Protocol>.
struct MessageBuffer {
  /// A message is longer than allowed, and nothing after it can be understood.
  struct Oversized: Error {}

  private let limit: Int
  private var bytes: [UInt8] = []
  private var searched = 0

  /// - Parameter limit: how many bytes a message may have.
  init(limit: Int) {
    self.limit = limit
  }

  /// Whether the beginning of a message waits for its end.
  var holdsPart: Bool { !bytes.isEmpty }

  mutating func append(_ new: [UInt8]) {
    bytes += new
  }

  /// Takes the next whole message, without its NUL.
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
