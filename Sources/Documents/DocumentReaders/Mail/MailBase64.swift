/// Decodes Base64 (RFC 4648) in mails: with line breaks, and possibly damaged.
enum MailBase64 {
  /// The value of each byte as a digit; 64 for padding, 255 for all other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for offset in 0..<26 {
      values[0x41 + offset] = UInt8(offset)
      values[0x61 + offset] = UInt8(26 + offset)
    }
    for offset in 0..<10 { values[0x30 + offset] = UInt8(52 + offset) }
    (values[0x2b], values[0x2f], values[0x3d]) = (62, 63, 64)
    return values
  }()

  /// Returns the value of a digit, 64 for padding, or 255 for any other byte.
  static func value(of byte: UInt8) -> UInt8 { values[Int(byte)] }

  /// Whether the first line of a range is mostly digits, which plain text, with its blanks, is not.
  static func isPlausible(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let sample = range.drop { bytes[$0] <= 0x20 }.prefix(1_024).prefix { bytes[$0] >= 0x20 }
    let others = sample.count { values[Int(bytes[$0])] == 255 && bytes[$0] > 0x0d }
    return others * 12 <= sample.count
  }

  /// The digits of an incomplete group of four.
  struct Group {
    fileprivate var bits: UInt32 = 0
    fileprivate var count = 0
  }

  /// Decodes the Base64 text in a range.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: range.count / 4 * 3 + 3)
    var (group, position) = (Group(), range.lowerBound)
    let count = decode(
      bytes, from: &position, before: range.upperBound, group: &group, into: &output)
    let rest = finish(&group, into: &output, at: count)
    output.removeSubrange((count + rest)...)
    return output
  }

  /// Decodes until the end of the input, or until the output is full.
  ///
  /// Skips bytes that are not digits. Padding ends a group, and digits after it begin a new group; so text
  /// that was encoded in pieces is decoded, too.
  ///
  /// - Returns: the number of bytes written to the output.
  static func decode(
    _ bytes: Span<UInt8>, from position: inout Int, before end: Int, group: inout Group,
    into storage: inout [UInt8]
  ) -> Int {
    let values = values.span
    var output = storage.mutableSpan
    var (index, count) = (position, 0)
    while index < end, count + 6 <= output.count {
      if group.count == 0 {
        while index + 4 <= end, count + 3 <= output.count {
          let first = values[Int(bytes[index])]
          let second = values[Int(bytes[index + 1])]
          let third = values[Int(bytes[index + 2])]
          let fourth = values[Int(bytes[index + 3])]
          if first | second | third | fourth >= 64 { break }
          output[count] = first << 2 | second >> 4
          output[count + 1] = second << 4 | third >> 2
          output[count + 2] = third << 6 | fourth
          (index, count) = (index + 4, count + 3)
        }
        if index >= end || count + 6 > output.count { break }
      }
      let value = values[Int(bytes[index])]
      index += 1
      if value < 64 {
        group.bits = group.bits << 6 | UInt32(value)
        group.count += 1
      }
      if group.count == 4 || value == 64 { count += finish(&group, into: &output, at: count) }
    }
    position = index
    return count
  }

  /// Writes the bytes of the last group, which may be incomplete.
  ///
  /// - Returns: the number of bytes written, at most three.
  static func finish(_ group: inout Group, into storage: inout [UInt8], at offset: Int) -> Int {
    var output = storage.mutableSpan
    return finish(&group, into: &output, at: offset)
  }

  private static func finish(
    _ group: inout Group, into output: inout MutableSpan<UInt8>, at offset: Int
  ) -> Int {
    let count = group.count * 6 / 8
    let bits = group.bits << UInt32(24 - group.count * 6)
    group = Group()
    guard offset + count <= output.count else { return 0 }
    for index in 0..<count {
      output[offset + index] = UInt8(truncatingIfNeeded: bits >> UInt32(16 - index * 8))
    }
    return count
  }
}
