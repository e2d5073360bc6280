/// Finds the text of a Word document that a tracked change has deleted.
///
/// Pages of 512 bytes list runs of characters, each with its formatting; the formatting of deleted text has a
/// property of its own. Source: MS-DOC, sections 2.8.5 (PlcBteChpx) and 2.9.33 (ChpxFkp).
struct WordDeletions {
  private static let pageSize = 512
  /// The property for text that was deleted.
  private static let deletion = 0x0800
  /// The code of the same property in Word 6 and 95; the properties of characters begin with it.
  private static let oldDeletion = 65
  /// The short code of the property in a piece table.
  private static let shortDeletion = 0x41

  /// The ranges of deleted text in the main stream, in order; they do not overlap.
  private var ranges: [Range<Int>] = []

  /// Finds nothing.
  init() {}

  /// Reads all pages.
  ///
  /// - Parameters:
  ///   - document: the main stream.
  ///   - table: the stream with the list of pages.
  ///   - offset: the offset of the list.
  ///   - size: the size of the list in bytes.
  ///   - isOld: whether the document was made by Word 6 or 95.
  init(
    _ document: Span<UInt8>, table: Span<UInt8>, at offset: Int, size: Int, isOld: Bool
  ) {
    let list = table.extracting(table.clamped(offset, size))
    let width = isOld ? 2 : 4
    // Pages share no bytes, so there are not more than the stream has.
    let count = max((list.count - 4) / (4 + width), 0)
    for index in 0..<min(count, document.count / Self.pageSize + 1) {
      guard let number = list.little((count + 1) * 4 + index * width, width) else { break }
      readPage(document, document.clamped(number * Self.pageSize, Self.pageSize), isOld: isOld)
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var merged: [Range<Int>] = []
    for range in ranges {
      if let last = merged.last, last.upperBound >= range.lowerBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    ranges = merged
  }

  /// Returns whether the text at an offset was deleted, and the offset up to which this is so.
  func state(at offset: Int) -> (isDeleted: Bool, end: Int) {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count else { return (false, .max) }
    let range = ranges[low]
    return range.contains(offset) ? (true, range.upperBound) : (false, range.lowerBound)
  }

  private mutating func readPage(_ document: Span<UInt8>, _ page: Range<Int>, isOld: Bool) {
    guard page.count == Self.pageSize else { return }
    let bytes = document.extracting(page)
    let count = Int(bytes[Self.pageSize - 1])
    for index in 0..<count {
      guard let start = bytes.doubleWord(at: index * 4),
        let end = bytes.doubleWord(at: index * 4 + 4), start < end,
        let position = bytes.little((count + 1) * 4 + index, 1), position > 0,
        let size = bytes.little(position * 2, 1)
      else { continue }
      let properties = bytes.extracting(bytes.clamped(position * 2 + 1, size))
      if Self.isDeletion(properties, isOld: isOld) { ranges.append(start..<end) }
    }
  }

  /// Whether properties of characters say that the text was deleted.
  static func isDeletion(_ properties: Span<UInt8>, isOld: Bool) -> Bool {
    if isOld { return properties.word(at: 0) == oldDeletion | 1 << 8 }
    var offset = 0
    while let code = properties.word(at: offset) {
      offset += 2
      if code == deletion { return properties.little(offset, 1) ?? 0 != 0 }
      switch code >> 13 {
      case 0, 1: offset += 1
      case 2, 4, 5: offset += 2
      case 3: offset += 4
      case 7: offset += 3
      // The size comes before the operand.
      default: offset += 1 + (properties.little(offset, 1) ?? 0)
      }
    }
    return false
  }

  /// Whether the short properties of a piece say that its text was deleted.
  static func isDeletion(short properties: Int) -> Bool {
    properties & 1 == 0 && properties >> 1 & 0x7f == shortDeletion && properties >> 8 != 0
  }
}
