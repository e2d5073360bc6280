internal import CZlib

/// Unpacks streams of zlib; see RFC 1950.
public enum Inflation {
  /// Unpacks a stream.
  ///
  /// - Parameters:
  ///   - bytes: the stream.
  ///   - limit: the most bytes of the result.
  /// - Returns: the content; as much as there is of a damaged stream.
  public static func unpack(_ bytes: Span<UInt8>, limit: Int) -> [UInt8] {
    var capacity = min(max(bytes.count, 1 << 10), 1 << 20, limit)
    while true {
      capacity = capacity > limit / 4 ? limit : capacity * 4
      var size = uLong(capacity)
      var isFull = false
      let content = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let code = unsafe bytes.withUnsafeBufferPointer {
          unsafe uncompress(buffer.baseAddress, &size, $0.baseAddress, uLong($0.count))
        }
        isFull = code == Z_BUF_ERROR && size == uLong(capacity)
        count = Int(size)
      }
      // A copy has no spare capacity.
      if !isFull || capacity >= limit { return content.span.extracting(first: limit).copied() }
    }
  }
}
