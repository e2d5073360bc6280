internal import CICUData  // What a release contains of the data of ICU.
internal import _FoundationICU

/// Finds words in text without spaces, with ICU's dictionaries for Thai, Lao, Khmer, Burmese,
/// Chinese and Japanese.
///
/// The dictionaries are opened on first use. The corresponding C type is `UBreakIterator`.
@safe
struct WordDictionary: ~Copyable {
  private var iterator: OpaquePointer?
  private var isOpened = false

  deinit {
    unsafe swift_ubrk_close(iterator)
  }

  /// Splits a text into words and returns their ranges in code points, in order.
  ///
  /// Without ICU's dictionaries, the text is one word.
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

  /// The end offsets of the words in order; the last one is the end of the text.
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
