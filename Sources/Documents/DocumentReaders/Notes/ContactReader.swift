import ExtractionProtocol

/// Reads address books in the vCard format, versions 2.1 to 4.0.
///
/// Source: RFC 6350.
public enum ContactReader {
  /// Reads an address book.
  ///
  /// Pictures, sounds and keys are left out.
  ///
  /// - Throws: ``ReadingFailure/damaged(_:)`` if the file contains no card.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    if let text = SourceText.markedUTF16(bytes) { return try read(text: text.span, into: &sink) }
    try read(text: bytes, into: &sink)
  }

  private static func read(
    text: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var lines = ContentLines()
    var buffer = TextBuffer()
    var title = CommonTitle()
    var (hasBegun, keywords) = (false, 0)
    while sink.wantsMore, lines.next(in: text) {
      if lines.isNamed("BEGIN") {
        hasBegun = hasBegun || lines.isValue("VCARD")
        buffer.breakParagraph()
      } else if lines.isNamed("VERSION") {
        lines.keepsFoldBlank = lines.isValue("2.1")
      } else if let separator = separator(of: lines) {
        let parts = ContentLines.components(of: lines.decodedValue(), separator: separator)
        for part in parts {
          buffer.append(lines: part.span)
          buffer.separate()
        }
        buffer.breakLine()
        if lines.isNamed("FN"), let name = parts.first { title.add(FieldValue.text(name.span)) }
        if lines.isNamed("CATEGORIES") {
          for part in parts where keywords < FieldValue.most {
            guard let keyword = FieldValue.text(part.span) else { continue }
            sink.add(keyword, to: .keyword)
            keywords += 1
          }
        }
      }
      buffer.flushIfFull(to: &sink)
    }
    buffer.flush(to: &sink)
    if let title = title.value { sink.add(title, to: .title) }
    if !hasBegun { throw .damaged("no card begins") }
  }

  /// Returns the separator of components: `.some(nil)` for text without components, nil for other properties.
  private static func separator(of line: ContentLines) -> UInt8?? {
    if line.isNamed("N", "ORG", "ADR", "LABEL") { return 0x3b }
    if line.isNamed("CATEGORIES", "NICKNAME") { return 0x2c }
    let isText = line.isNamed(
      "FN", "EMAIL", "TEL", "NOTE", "TITLE", "ROLE", "URL", "IMPP", "BDAY", "X-PHONETIC-FIRST-NAME",
      "X-PHONETIC-LAST-NAME")
    return isText ? .some(nil) : nil
  }
}
