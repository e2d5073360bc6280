internal import _FoundationICU

/// Finds words in text that is written without spaces, by ICU's dictionaries: Thai, Lao, Khmer,
/// Burmese, Chinese and Japanese.
///
/// The dictionaries are opened when they are first needed. The corresponding C type is
/// `UBreakIterator`.
@safe
struct WordDictionary: ~Copyable {
  private var iterator: OpaquePointer?
  private var isOpened = false

  deinit {
    unsafe swift_ubrk_close(iterator)
  }

  /// The words of a text in order, as ranges of its code points; together they are all of it.
  ///
  /// Where ICU has no dictionaries, the text is one word.
  mutating func words(in text: [Unicode.Scalar]) -> [Range<Int>] {
    var units: [UInt16] = []
    units.reserveCapacity(text.count)
    var unitEnds: [Int] = []
    for scalar in text {
      units += UTF16.encode(scalar) ?? .init()
      unitEnds.append(units.count)
    }
    var words: [Range<Int>] = []
    var start = 0
    for wordEnd in wordEnds(in: units) {
      var end = start
      while end < unitEnds.count, unitEnds[end] <= wordEnd { end += 1 }
      if start < end { words.append(start..<end) }
      start = end
    }
    return words
  }

  /// The offsets at which words end, in order, the last of them the end of the text.
  private mutating func wordEnds(in units: [UInt16]) -> [Int] {
    open()
    guard let iterator = unsafe iterator else { return [units.count] }
    var ends: [Int] = []
    unsafe units.withUnsafeBufferPointer { units in
      var status = U_ZERO_ERROR
      unsafe swift_ubrk_setText(iterator, units.baseAddress, Int32(clamping: units.count), &status)
      guard status == U_ZERO_ERROR else { return }
      while case let end = unsafe swift_ubrk_next(iterator), end >= 0 { ends.append(Int(end)) }
    }
    if ends.last != units.count { ends.append(units.count) }
    return ends
  }

  private mutating func open() {
    if isOpened { return }
    isOpened = true
    var status = U_ZERO_ERROR
    unsafe iterator = swift_ubrk_open(UBRK_WORD, "", nil, 0, &status)
  }
}
