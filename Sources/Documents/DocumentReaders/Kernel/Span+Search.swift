/// Searching and comparing bytes.
extension Span<UInt8> {
  /// Returns the bytes as an array.
  package func copied() -> [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// The bytes as a string; invalid UTF-8 becomes U+FFFD.
  var string: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces each run of blanks and control characters by one space; removes such runs at both ends.
  ///
  /// Cuts the result after `limit` bytes, without splitting a UTF-8 character.
  func collapsed(upTo limit: Int = .max) -> [UInt8] {
    var result: [UInt8] = []
    var hasGap = false
    for index in indices {
      var byte = self[index]
      if byte <= 0x20 || byte == 0x7f {
        hasGap = !result.isEmpty
        continue
      }
      if result.count + (hasGap ? 1 : 0) >= limit {
        while byte & 0xc0 == 0x80, let last = result.popLast() { byte = last }
        break
      }
      if hasGap { result.append(0x20) }
      hasGap = false
      result.append(byte)
    }
    return result
  }

  /// Replaces each mark that two hexadecimal digits follow by the byte of these digits, as in `%20`.
  func decodingEscapes(after mark: UInt8) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      if self[index] == mark, index + 2 < count, let high = self[index + 1].hexValue,
        let low = self[index + 2].hexValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(self[index])
        index += 1
      }
    }
    return result
  }

  /// Whether the bytes at `offset` equal `expected`.
  package func hasBytes(_ expected: StaticString, at offset: Int = 0) -> Bool {
    let size = expected.utf8CodeUnitCount
    guard offset >= 0, size <= count - offset else { return false }
    return expected.withUTF8Buffer { unsafe hasBytes($0.span, at: offset) }
  }

  /// Whether the bytes begin with `expected`.
  func starts(with expected: [UInt8]) -> Bool {
    hasBytes(expected.span, at: 0)
  }

  /// Whether the bytes at `offset` equal `expected`.
  package func hasBytes(_ expected: Span<UInt8>, at offset: Int) -> Bool {
    guard offset <= count, expected.count <= count - offset else { return false }
    for index in expected.indices where self[offset + index] != expected[index] { return false }
    return true
  }

  /// The length of the UTF-8 byte order mark at the beginning: 3, or 0 if there is none.
  var byteOrderMark: Int { starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0 }

  /// Whether the bytes equal `name`, which is given in capitals; case is ignored.
  func isName(_ name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { letters in
      for index in letters.indices where unsafe self[index].uppercased != letters[index] {
        return false
      }
      return true
    }
  }

  /// Returns the first occurrence of an ASCII text; nil if there is none.
  ///
  /// O(count × text), so the text must be short.
  func firstRange(of text: StaticString, from start: Int = 0) -> Range<Int>? {
    text.withUTF8Buffer { text in unsafe firstRange(of: text.span, from: start) }
  }

  /// Returns the first occurrence of an ASCII text; nil if there is none.
  func firstRange(of text: String) -> Range<Int>? {
    let text = Array(text.utf8)
    return firstRange(of: text.span, from: 0)
  }

  private func firstRange(of text: Span<UInt8>, from start: Int) -> Range<Int>? {
    guard !text.isEmpty, start >= 0 else { return nil }
    var index = start
    while index <= count - text.count {
      if self[index] == text[0], hasBytes(text, at: index) { return index..<index + text.count }
      index += 1
    }
    return nil
  }

  /// Returns the offset of the first occurrence of a byte; nil if there is none.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    let index = offset(of: byte, from: start)
    return index < count ? index : nil
  }

  /// Returns the offset of the first occurrence of a byte; the end if there is none.
  @inline(__always)
  func offset(of byte: UInt8, from start: Int) -> Int {
    var index = start
    let pattern = EightBytes(repeating: byte)
    while index <= count - 8 {
      let marks = eightBytes(at: index).marks(of: pattern)
      if marks != 0 { return index + EightBytes.firstOffset(marks) }
      index += 8
    }
    while index < count, self[index] != byte { index += 1 }
    return index
  }

  /// Returns the offset of the first byte that equals either byte; `limit` if there is none before it.
  @inline(__always)
  func offset(of byte: UInt8, or other: UInt8, from start: Int, upTo limit: Int) -> Int {
    var index = start
    let patterns = (EightBytes(repeating: byte), EightBytes(repeating: other))
    while index <= limit - 8 {
      let bytes = eightBytes(at: index)
      let marks = bytes.marks(of: patterns.0) | bytes.marks(of: patterns.1)
      if marks != 0 { return index + EightBytes.firstOffset(marks) }
      index += 8
    }
    while index < limit, self[index] != byte, self[index] != other { index += 1 }
    return index
  }

  /// Loads eight bytes at an offset; the span must contain all of them.
  @inline(__always)
  func eightBytes(at offset: Int) -> EightBytes {
    let bits = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return EightBytes(bits: UInt64(littleEndian: bits))
  }

  /// The range of the line that begins at `start`, without its line end: CR LF, LF or CR.
  func lineRange(at start: Int) -> Range<Int> {
    var end = start
    while end < count, self[end] != 0x0a, self[end] != 0x0d { end += 1 }
    return start..<end
  }

  /// Returns the offset of the next line, given the end of a line's content.
  func nextLine(after end: Int) -> Int {
    guard end < count else { return count }
    let isPair = self[end] == 0x0d && end + 1 < count && self[end + 1] == 0x0a
    return isPair ? end + 2 : end + 1
  }

  /// Whether the bytes contain only blanks and control characters.
  var isBlank: Bool {
    for index in indices where self[index] > 0x20 { return false }
    return true
  }

  /// The range without blanks and control characters at both ends.
  var trimmedRange: Range<Int> {
    var (start, end) = (0, count)
    while start < end, self[start] <= 0x20 { start += 1 }
    while end > start, self[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }
}
