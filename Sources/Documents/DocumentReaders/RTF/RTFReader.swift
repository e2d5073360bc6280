/// Reads documents in the Rich Text Format.
public enum RTFReader {
  /// The number of bytes read before the sink is asked again whether it wants more.
  static let checkInterval = 256 << 10
  /// The number of bytes that may come before the document: a byte order mark, blanks.
  private static let prefixLimit = 16

  /// Reads a document.
  ///
  /// Footnotes, headers and comments are read where they occur; hidden and deleted text is left out. Embedded
  /// objects are members.
  ///
  /// - Throws: `.damaged` if the file does not begin like RTF, or if groups are still open at its end.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var start = 0
    while start < min(prefixLimit, bytes.count), bytes[start] != UInt8(ascii: "{") { start += 1 }
    guard bytes.hasBytes(#"{\rtf"#, at: start) else { throw .damaged("no header of RTF") }
    var text = RTFText()
    let isWhole = readGroups(bytes, from: start, &text, into: &sink)
    text.finish(into: &sink)
    if !isWhole { throw .damaged("groups of RTF that are not closed") }
  }

  /// Reads groups, control words and text.
  ///
  /// - Returns: false if the bytes end inside a group.
  private static func readGroups(
    _ bytes: Span<UInt8>, from start: Int, _ text: inout RTFText, into sink: inout some DocumentSink
  ) -> Bool {
    var (index, nextCheck) = (start, 0)
    while index < bytes.count {
      if index >= nextCheck {
        nextCheck = index + checkInterval
        text.flushIfLong(into: &sink)
        guard sink.wantsMore else { return true }
      }
      switch bytes[index] {
      case UInt8(ascii: "{"):
        text.openGroup()
        index += 1
      case UInt8(ascii: "}"):
        text.closeGroup(into: &sink)
        index += 1
        if text.isOver { return true }
      case UInt8(ascii: "\\"):
        index = readControl(bytes, at: index + 1, &text, into: &sink)
        if text.buffer.isFull {
          text.buffer.flush(to: &sink)
          guard sink.wantsMore else { return true }
        }
      case 0x0a, 0x0d: index += 1
      default:
        let end = endOfPlainText(bytes, from: index, limit: min(nextCheck, bytes.count))
        text.append(bytes.extracting(index..<end))
        index = end
      }
    }
    return false
  }

  private static func endOfPlainText(_ bytes: Span<UInt8>, from start: Int, limit: Int) -> Int {
    var index = start + 1
    while index < limit {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"), 0x0a, 0x0d: return index
      default: index += 1
      }
    }
    return index
  }

  /// Reads the control word or symbol after a backslash.
  ///
  /// - Returns: the index after the control.
  private static func readControl(
    _ bytes: Span<UInt8>, at start: Int, _ text: inout RTFText, into sink: inout some DocumentSink
  ) -> Int {
    guard start < bytes.count else { return start }
    guard bytes[start].isLetter else { return readSymbol(bytes, at: start, &text) }
    var (index, key): (Int, UInt64) = (start, RTFControlWords.extended(0, by: bytes[start]))
    index += 1
    while index < bytes.count, bytes[index].isLetter {
      if key != 0 { key = RTFControlWords.extended(key, by: bytes[index]) }
      index += 1
    }
    var number: Int?
    let isNegative = index + 1 < bytes.count && bytes[index] == UInt8(ascii: "-")
    if isNegative, bytes[index + 1].isDigit { index += 1 }
    while index < bytes.count, bytes[index].isDigit {
      // Clamps the number, which has at most ten digits in valid RTF.
      number = min((number ?? 0) * 10 + Int(bytes[index] & 0xf), 0x7fff_ffff)
      index += 1
    }
    if isNegative { number = number.map { -$0 } }
    if index < bytes.count, bytes[index] == 0x20 { index += 1 }
    let action = RTFControlWords.action(key)
    if case .binary = action {
      text.passControl()
      let range = bytes.clamped(index, max(number ?? 0, 0))
      text.append(binary: bytes.extracting(range))
      return range.upperBound
    }
    text.perform(action, number, into: &sink)
    return index
  }

  private static func readSymbol(
    _ bytes: Span<UInt8>, at index: Int, _ text: inout RTFText
  ) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "'"):
      guard index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
        let low = bytes[index + 2].hexValue
      else { return index + 1 }
      text.append(high << 4 | low)
      return index + 3
    case UInt8(ascii: "*"): text.markOptional()
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): text.append(bytes[index])
    case UInt8(ascii: "~"), 0x09: text.append(0x20)
    case UInt8(ascii: "_"): text.append(UInt8(ascii: "-"))
    case 0x0a, 0x0d: text.breakParagraph()
    default: text.passControl()
    }
    return index + 1
  }
}
