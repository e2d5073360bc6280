/// The words of a text that contain bytes from 0x80 on, by which encodings are compared.
struct ForeignWords {
  /// A sample of this size is enough to compare all encodings roughly.
  static let smallSize = 1_024
  /// A sample of this size distinguishes similar encodings.
  static let largeSize = 8_192
  /// Longer lines are cut, because the whole text may be one line.
  private static let lineSize = 1_024

  /// The lines, or pieces of long lines, that contain bytes from 0x80 on.
  private(set) var lines: [UInt8] = []
  /// The words with their neighbours: runs of letters and bytes from 0x80 on, with the bytes beside them.
  private(set) var words: [UInt8] = [0x20]
  /// Whether two bytes from 0x80 on are beside each other, as in every word of an alphabet that is not Latin.
  let hasNeighbours: Bool

  /// Finds the words.
  ///
  /// O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - size: words of about this number of bytes are kept, and lines of twice that.
  init(_ bytes: Span<UInt8>, size: Int = largeSize) {
    var (start, isWanted) = (0, false)
    for index in bytes.indices {
      isWanted = isWanted || bytes[index] >= 0x80
      let isEnd = bytes[index] == 0x0a || index - start >= Self.lineSize
      guard isEnd || index == bytes.count - 1 else { continue }
      if isWanted {
        for offset in start...index { lines.append(bytes[offset]) }
        if lines.count > 2 * size { break }
      }
      (start, isWanted) = (index + 1, false)
    }
    hasNeighbours = zip(lines, lines.dropFirst()).contains { $0 >= 0x80 && $1 >= 0x80 }
    findWords(size)
    words.append(0x20)
  }

  private mutating func findWords(_ size: Int) {
    var (start, isWanted) = (0, false)
    for index in lines.indices where words.count < size {
      if lines[index] >= 0x80 { isWanted = true }
      if Self.isInWord(lines[index]), index < lines.count - 1 { continue }
      if isWanted { words += lines[max(0, start - 1)...index] }
      (start, isWanted) = (index + 1, false)
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7a).contains(byte | 0x20)
  }
}
