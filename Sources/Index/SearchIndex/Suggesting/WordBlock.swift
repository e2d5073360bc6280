/// A front-coded run of words in the order of their bytes, each with the number of its documents.
///
/// An entry is a byte with the length of the prefix that it shares with the word before and the
/// length of the rest, the rest, and the number of documents as a variable-length integer. A length
/// of 15 or more continues in a variable-length integer. A prefix is never shared up to the middle
/// of a code point.
struct WordBlock: Sendable {
  /// A block is closed once it has this many bytes.
  static let byteLimit = 1_024

  /// The entries.
  private(set) var bytes: [UInt8] = []
  /// The first word.
  private(set) var first: [UInt8] = []
  /// The bytes of memory that the block takes, with the array and its first word.
  var byteCount: Int { bytes.count + first.count + Self.overhead }

  /// The headers of two arrays, and the block itself.
  private static let overhead = 2 * 32 + 16

  /// Adds a word.
  ///
  /// - Parameters:
  ///   - word: the word, greater than all words of the block.
  ///   - documents: the number of its documents.
  ///   - last: the word that was added before; ignored for the first one.
  mutating func append(_ word: [UInt8], documents: Int, after last: [UInt8]) {
    let shared = bytes.isEmpty ? 0 : word.sharedPrefix(with: last)
    if bytes.isEmpty {
      first = word
      bytes.reserveCapacity(Self.byteLimit + 64)
    }
    let rest = word.count - shared
    bytes.append(UInt8(min(shared, 15) << 4 | min(rest, 15)))
    if shared >= 15 { append(number: shared - 15) }
    if rest >= 15 { append(number: rest - 15) }
    bytes += word[shared...]
    append(number: documents)
  }

  private mutating func append(number: Int) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension [UInt8] {
  /// The number of bytes that two UTF-8 texts have in common at their beginning, whole code points.
  func sharedPrefix(with other: [UInt8]) -> Int {
    var length = 0
    while length < count, length < other.count, self[length] == other[length] { length += 1 }
    while length > 0, length < count, self[length] & 0xc0 == 0x80 { length -= 1 }
    return length
  }
}
