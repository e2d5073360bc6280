/// Converts bytes that are mostly UTF-8 to valid UTF-8.
enum UTF8Repair {
  /// The size of the parts that are repaired one by one, which saves a second copy of a large text; repairing
  /// triples an invalid byte, so a part becomes less than 64 KiB.
  private static let partSize = 16_384

  /// Copies bytes; replaces invalid sequences by U+FFFD, and removes a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - limit: copying stops after this number of bytes of text, at most 64 KiB later.
  ///   - text: receives valid UTF-8.
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

  /// Returns the end of the part that begins at `start`; it does not split a character.
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
