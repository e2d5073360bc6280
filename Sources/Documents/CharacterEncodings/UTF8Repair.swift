/// Makes valid UTF-8 of bytes that are mostly UTF-8.
enum UTF8Repair {
  /// The size of the parts that are repaired one by one, so that there is no second copy of a large
  /// text; an invalid byte becomes three, and a part less than 64 KiB.
  private static let partSize = 16_384

  /// Copies bytes, with invalid sequences replaced by U+FFFD and a byte order mark removed.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - limit: copying stops once the text has this number of bytes, or up to 64 KiB more.
  ///   - text: gets valid UTF-8.
  /// - Returns: the number of bytes that were read.
  static func decode(_ bytes: Span<UInt8>, limit: Int, into text: inout [UInt8]) -> Int {
    var start = 0
    if bytes.count >= 3, bytes[0] == 0xef, bytes[1] == 0xbb, bytes[2] == 0xbf { start = 3 }
    while start < bytes.count, text.count < limit {
      let end = endOfPart(from: start, in: bytes)
      let part = bytes.extracting(start..<end)
      if (try? UTF8Span(validating: part)) != nil {
        unsafe part.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
      } else {
        unsafe part.withUnsafeBufferPointer { part in
          unsafe text.append(contentsOf: String(decoding: part, as: UTF8.self).utf8)
        }
      }
      start = end
    }
    return start
  }

  /// The end of a part, not inside a character.
  private static func endOfPart(from start: Int, in bytes: Span<UInt8>) -> Int {
    let end = start + partSize
    guard end < bytes.count else { return bytes.count }
    // A character has at most three bytes after its first byte.
    for candidate in (end - 3...end).reversed() where bytes[candidate] & 0xc0 != 0x80 {
      return candidate
    }
    return end
  }
}
