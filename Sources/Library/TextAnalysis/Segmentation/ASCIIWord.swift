/// A word of ASCII letters and digits, read eight bytes at a time; it is empty if a separator comes first.
///
/// Most words of most texts are of this kind and shorter than eight bytes, so a few operations on one integer
/// find the end of the word and fold it.
struct ASCIIWord {
  /// The offset in the text at which the word ends.
  private(set) var end: Int
  /// The offset at which reading continues: after the separators that were read together with the word.
  private(set) var resumption: Int
  /// The byte after the word.
  private(set) var next: UInt8 = 0
  /// Whether a byte after the first is a digit or an uppercase letter, at which a part of a name may begin.
  private(set) var mayHaveParts = false

  /// Reads the word or the separators that begin at an offset, and writes the word's folded bytes.
  ///
  /// Returns nil if the text must be read byte by byte: at the end of the text, in a very long word, and at
  /// or directly before a byte that is not ASCII.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - start: the offset at which the word or the separators begin.
  ///   - scratch: receives the folded word, and up to seven bytes after it.
  @inline(__always)
  init?(in text: Span<UInt8>, from start: Int, folding scratch: inout InlineArray<256, UInt8>) {
    end = start
    resumption = start
    var first: UInt64 = 0xff
    while true {
      let count = end - start
      guard end + 8 <= text.count, count + 8 <= WordBuffer.capacity else { return nil }
      let block = ByteBlock(text, at: end)
      let (bytes, letters, digits) = (block.bytes, block.letters, block.digits)
      let others = ~(letters | digits) & ByteBlock.highBits
      // All bits below the first byte that does not belong to the word.
      let inWord = (others & (0 &- others)) &- 1
      let uppercase = letters & ~(bytes << 2) & inWord
      var folded = scratch.mutableSpan
      var foldedBytes = unsafe folded.mutableBytes
      unsafe foldedBytes.storeBytes(
        of: bytes | uppercase >> 2, toUncheckedByteOffset: count, as: UInt64.self)
      if (uppercase | digits & inWord) & ~first != 0 { mayHaveParts = true }
      if others != 0 {
        let length = others.trailingZeroBitCount >> 3
        next = UInt8(truncatingIfNeeded: bytes &>> UInt64(length * 8))
        if next >= 0x80 { return nil }
        // The bytes after the word that are not separators.
        let others = ~(others & ~bytes) & ByteBlock.highBits & ~inWord
        resumption = end + (others == 0 ? 8 : others.trailingZeroBitCount >> 3)
        end += length
        return
      }
      first = 0
      end += 8
    }
  }
}
