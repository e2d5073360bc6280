internal import _FoundationICU

/// Finds the words of Thai, Lao, Khmer and Burmese, which are written without spaces, by ICU's
/// dictionaries.
///
/// The corresponding C type is `UBreakIterator`.
@safe
struct WordDictionary: ~Copyable {
  private let iterator: OpaquePointer?

  /// Opens the dictionaries; where they are missing, a run counts as one word.
  init() {
    var status = U_ZERO_ERROR
    unsafe iterator = swift_ubrk_open(UBRK_WORD, "", nil, 0, &status)
  }

  deinit {
    unsafe swift_ubrk_close(iterator)
  }

  /// The offsets at which words end, in order, the last of them the end of the text.
  mutating func wordEnds(in text: [UInt16]) -> [Int] {
    guard let iterator = unsafe iterator else { return [text.count] }
    var ends: [Int] = []
    unsafe text.withUnsafeBufferPointer { units in
      var status = U_ZERO_ERROR
      unsafe swift_ubrk_setText(iterator, units.baseAddress, Int32(clamping: units.count), &status)
      guard status == U_ZERO_ERROR else { return }
      while case let end = unsafe swift_ubrk_next(iterator), end >= 0 { ends.append(Int(end)) }
    }
    if ends.last != text.count { ends.append(text.count) }
    return ends
  }
}
