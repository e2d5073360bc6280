import ExtractionProtocol

/// Reads catalogues of translated messages: files with the suffixes po and pot.
///
/// The text consists of the messages and their translations, without comments and obsolete messages.
/// Source: <https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html>.
public enum TranslationCatalogReader {
  private enum Keyword { case id, translation, context }

  /// Reads a catalogue.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var buffer = TextBuffer()
    var keyword = Keyword.context
    var (hasID, hasHeader) = (false, false)
    var header: [UInt8] = []
    SourceText.forEachLine(of: bytes, into: &sink) { line, sink in
      let line = line.extracting(line.trimmedRange)
      if line.count == 0 || line[0] == 0x23 { return }
      if line.hasBytes("msgid") {
        if !line.hasBytes("msgid_plural") { hasID = false }
        keyword = .id
        buffer.breakParagraph()
      } else if line.hasBytes("msgstr") {
        keyword = .translation
        buffer.breakLine()
      } else if line.hasBytes("msgctxt") {
        keyword = .context
      }
      guard let string = content(of: line) else { return }
      switch keyword {
      case .context: break
      case .translation where !hasID && !hasHeader:
        if header.count < 16 << 10 { header += string }
      case .id, .translation:
        if keyword == .id, !string.isEmpty {
          hasID = true
          hasHeader = hasHeader || !header.isEmpty
        }
        buffer.append(lines: string.span)
      }
      buffer.flushIfFull(to: &sink)
    }
    buffer.flush(to: &sink)
    addFields(of: header.span, into: &sink)
  }

  /// Returns the text between a line's quotation marks, with escapes resolved; nil if there is none.
  private static func content(of line: Span<UInt8>) -> [UInt8]? {
    guard let quote = line.firstIndex(of: 0x22) else { return nil }
    var text: [UInt8] = []
    var index = quote + 1
    while index < line.count, line[index] != 0x22 {
      if line[index] == 0x5c, index + 1 < line.count {
        index += 1
        switch line[index] {
        case 0x6e, 0x72: text.append(0x0a)
        case 0x74: text.append(0x09)
        case 0x61, 0x62, 0x66, 0x76: text.append(0x20)
        default: text.append(line[index])
        }
      } else {
        text.append(line[index])
      }
      index += 1
    }
    return text
  }

  private static func addFields(of header: Span<UInt8>, into sink: inout some DocumentSink) {
    SourceText.forEachLine(ofUTF8: header, into: &sink) { line, sink in
      guard let colon = line.firstIndex(of: 0x3a) else { return }
      let name = line.extracting(0..<colon)
      let rest = line.extracting(colon + 1..<line.count)
      let value = rest.extracting(rest.trimmedRange)
      if name.isName("PROJECT-ID-VERSION") {
        if !value.hasBytes("PACKAGE VERSION") { add(value, to: .title, of: &sink) }
      } else if name.isName("LAST-TRANSLATOR") {
        if !value.hasBytes("FULL NAME") { add(value, to: .author, of: &sink) }
      } else if name.isName("LANGUAGE") {
        add(value, to: .language, of: &sink)
      } else if name.isName("POT-CREATION-DATE"), let date = W3CDate.loose(value) {
        sink.add(date, to: .created)
      } else if name.isName("PO-REVISION-DATE"), let date = W3CDate.loose(value) {
        sink.add(date, to: .changed)
      }
    }
  }

  private static func add(
    _ value: Span<UInt8>, to field: DocumentField, of sink: inout some DocumentSink
  ) {
    guard var text = FieldValue.text(value) else { return }
    // Converts a locale such as `pt_BR` or `sr@latin` to the form of BCP 47.
    if field == .language {
      text = String(text.prefix { $0 != "@" && $0 != "." }.map { $0 == "_" ? "-" : $0 })
    }
    sink.add(text, to: field)
  }
}
