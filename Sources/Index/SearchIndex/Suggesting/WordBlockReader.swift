/// Reads the entries of a ``WordBlock`` one after the other.
struct WordBlockReader {
  private let bytes: [UInt8]
  private var position = 0
  /// The number of bytes that the entry has in common with the start of the word before.
  private(set) var shared = 0
  /// The range of the other bytes of the word, in the bytes of the block.
  private(set) var rest = 0..<0
  /// The number of documents that contain the word.
  private(set) var documents = 0

  init(_ block: WordBlock) {
    bytes = block.bytes
  }

  /// Reads the next entry.
  ///
  /// - Returns: false if there are no more entries.
  @inline(__always)
  mutating func next() -> Bool {
    guard position < bytes.count else { return false }
    let lengths = Int(bytes[position])
    position += 1
    shared = lengths >> 4
    var length = lengths & 15
    if shared == 15 { shared += readNumber() }
    if length == 15 { length += readNumber() }
    rest = position..<position + length
    position += length
    documents = readNumber()
    return true
  }

  /// Skips the entries that share at least `length` bytes with the word before.
  @inline(__always)
  mutating func skip(sharing length: Int) {
    // A longer shared prefix is not stored in the first byte of an entry alone.
    guard length < 15 else { return }
    var position = position
    while position < bytes.count {
      let lengths = Int(bytes[position])
      if lengths >> 4 < length || lengths >= 0xf0 || lengths & 15 == 15 { break }
      position += 1 + (lengths & 15)
      while bytes[position] >= 0x80 { position += 1 }
      position += 1
    }
    self.position = position
  }

  /// Returns the byte of the block at an offset in ``rest``.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { bytes[offset] }

  /// Changes the word of the entry before into the word of this entry.
  @inline(__always)
  func complete(_ word: inout [UInt8]) {
    word.removeLast(word.count - shared)
    word += bytes[rest]
  }

  @inline(__always)
  private mutating func readNumber() -> Int {
    var number = 0
    var shift = 0
    while true {
      let byte = bytes[position]
      position += 1
      number |= Int(byte & 0x7f) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }
}
