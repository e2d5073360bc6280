/// Decodes the transfer encoding of a part's content, piece by piece.
struct MailTransferDecoder {
  /// A Content-Transfer-Encoding.
  enum Encoding: Equatable, Sendable {
    /// 7bit, 8bit, binary, and unknown encodings.
    case identity
    case base64
    case quotedPrintable
    case uuencode

    /// Finds an encoding by its name, which must be in lower case.
    init(name: String) {
      switch name {
      case "base64": self = .base64
      case "quoted-printable": self = .quotedPrintable
      case "x-uuencode", "uuencode", "x-uue", "uue": self = .uuencode
      default: self = .identity
      }
    }
  }

  /// The largest size of an output piece in bytes.
  static let pieceSize = 64 << 10
  /// The number of input bytes read for one piece at most, even if they contain no content.
  private static let inputLimit = 1 << 20

  /// The size of the last piece in the output, in bytes.
  private(set) var count = 0
  private let encoding: Encoding
  private var position: Int
  private let end: Int
  private var group = MailBase64.Group()
  private var isInData = false
  private var isFinished = false

  /// Prepares to decode a range of a mail.
  init(_ encoding: Encoding, _ range: Range<Int>) {
    (self.encoding, position, end) = (encoding, range.lowerBound, range.upperBound)
  }

  /// Decodes the next piece; ``count`` is then its size.
  ///
  /// - Parameters:
  ///   - bytes: the mail.
  ///   - output: the piece is written to its beginning; the array is reused for each piece.
  /// - Returns: false if there was no piece left.
  mutating func next(_ bytes: Span<UInt8>, into output: inout [UInt8]) -> Bool {
    if isFinished { return false }
    let limit = end - position > Self.inputLimit ? position + Self.inputLimit : end
    if output.count != Self.pieceSize {
      output = [UInt8](repeating: 0, count: Self.pieceSize)
    }
    var count = 0
    switch encoding {
    case .identity:
      count = copy(bytes, into: &output)
    case .base64:
      count = MailBase64.decode(bytes, from: &position, before: limit, group: &group, into: &output)
      if position >= end { count += MailBase64.finish(&group, into: &output, at: count) }
    case .quotedPrintable:
      count = decodeQuotedPrintable(bytes, before: limit, into: &output)
    case .uuencode:
      count = decodeUU(bytes, before: limit, into: &output)
    }
    isFinished = position >= end
    self.count = count
    return true
  }

  private mutating func copy(_ bytes: Span<UInt8>, into storage: inout [UInt8]) -> Int {
    let count = min(end - position, Self.pieceSize)
    var output = storage.mutableSpan
    for offset in 0..<count { output[offset] = bytes[position + offset] }
    position += count
    return count
  }

  private mutating func decodeQuotedPrintable(
    _ bytes: Span<UInt8>, before limit: Int, into storage: inout [UInt8]
  ) -> Int {
    var output = storage.mutableSpan
    var (index, count) = (position, 0)
    while index < limit, count < output.count {
      let byte = bytes[index]
      index += 1
      if byte != 0x3d {
        output[count] = byte
        count += 1
        continue
      }
      if index + 1 < end, let high = bytes[index].hexValue,
        let low = bytes[index + 1].hexValue
      {
        output[count] = high << 4 | low
        (index, count) = (index + 2, count + 1)
      } else if let next = Self.softBreak(bytes, at: index, before: end) {
        index = next
      } else {
        output[count] = byte
        count += 1
      }
    }
    position = index
    return count
  }

  /// Returns the start of the next line if at most 998 blanks, a line's length, come before it; else nil.
  private static func softBreak(_ bytes: Span<UInt8>, at start: Int, before end: Int) -> Int? {
    var index = start
    while index < end, index - start < 998, bytes[index] == 0x20 || bytes[index] == 0x09 {
      index += 1
    }
    if index == end { return end }
    let next = MailLines.skipTerminator(at: index, before: end, in: bytes)
    return next > index ? next : nil
  }

  private mutating func decodeUU(
    _ bytes: Span<UInt8>, before limit: Int, into storage: inout [UInt8]
  ) -> Int {
    var output = storage.mutableSpan
    var count = 0
    // A line decodes to at most 63 bytes.
    while position < limit, count + 64 <= output.count {
      let line = MailLines.end(of: position, before: end, in: bytes)
      let range = position..<line.content
      position = line.next
      if !isInData {
        isInData = MailLines.begins(bytes, at: range.lowerBound, with: "begin ", before: end)
        continue
      }
      guard let size = MailUU.size(of: bytes, range), size > 0 else {
        isInData = false
        continue
      }
      for offset in 0..<size {
        let start = range.lowerBound + 1 + offset / 3 * 4 + offset % 3
        let high = MailUU.value(bytes, at: start, before: range.upperBound)
        let low = MailUU.value(bytes, at: start + 1, before: range.upperBound)
        let shift = UInt16(offset % 3 * 2)
        let pair = UInt16(high) << 6 | UInt16(low)
        output[count] = UInt8(truncatingIfNeeded: pair >> (4 - shift))
        count += 1
      }
    }
    return count
  }
}

/// Functions for lines of uuencoded data.
enum MailUU {
  /// Returns the name in a line such as `begin 644 name`; nil for any other line.
  static func name(_ bytes: Span<UInt8>, _ line: Range<Int>) -> [UInt8]? {
    guard line.count > 10,
      MailLines.begins(bytes, at: line.lowerBound, with: "begin ", before: line.upperBound)
    else { return nil }
    // The file mode has three or four octal digits; the file name follows it.
    let words = bytes.extracting(line.lowerBound + 6..<line.upperBound).copied()
      .split(separator: 0x20, maxSplits: 1)
    guard words.count == 2, (3...4).contains(words[0].count),
      words[0].allSatisfy({ (0x30...0x37).contains($0) })
    else { return nil }
    return Array(words[1].prefix(MIMEHeaderValue.nameLimit))
  }

  /// Returns the offset after the lines of data that begin at an offset.
  static func end(ofDataAt start: Int, in bytes: Span<UInt8>) -> Int {
    var offset = start
    while offset < bytes.count {
      let line = MailLines.end(of: offset, before: bytes.count, in: bytes)
      guard size(of: bytes, offset..<line.content) != nil else { break }
      offset = line.next
    }
    return offset
  }

  /// Returns how many bytes a line of data encodes; nil if it is not a line of data.
  static func size(of bytes: Span<UInt8>, _ line: Range<Int>) -> Int? {
    guard let first = line.first, bytes[first] >= 0x20, bytes[first] <= 0x60 else { return nil }
    let size = Int((bytes[first] &- 0x20) & 63)
    let length = line.count - 1
    // Trailing blanks may be lost; a checksum byte and blanks may follow.
    guard length <= (size + 2) / 3 * 4 + 4, length >= (size * 4 + 2) / 3 / 2 else { return nil }
    for index in line where bytes[index] < 0x20 || bytes[index] > 0x60 { return nil }
    return size
  }

  /// Returns the value of a digit; a digit lost at the end of a line counts as a blank, which is 0.
  static func value(_ bytes: Span<UInt8>, at index: Int, before end: Int) -> UInt8 {
    index < end ? (bytes[index] &- 0x20) & 63 : 0
  }
}
