import ExtractionProtocol
internal import CharacterEncodings

/// Reads HTML and XHTML: the text that a browser shows, and the metadata of the head.
///
/// Titles, scripts, styles, templates and `noscript` are not text; alternative texts of images are. Blocks,
/// lines and cells separate words, other elements do not.
public enum HTMLReader {
  /// Reads a document.
  ///
  /// O(bytes). Every sequence of bytes is HTML, so there are no errors.
  ///
  /// - Parameters:
  ///   - bytes: the document, whole.
  ///   - charset: the label of the encoding that the transport declares, such as the header of a mail part.
  ///   - sink: gets the text and the fields.
  public static func read(
    _ bytes: Span<UInt8>, charset: String? = nil, into sink: inout some DocumentSink
  ) {
    let encoding = encoding(of: bytes, charset: charset)
    if encoding == .utf8, isUTF8(bytes) { return readUTF8(bytes, into: &sink) }
    if encoding != .utf8 { sink.add(encoding.name, to: .charset) }
    var text: [UInt8] = []
    // Decoding makes at most three bytes of one. Reserved memory costs nothing until it is written.
    text.reserveCapacity(min(bytes.count, DecodedSize.limit / 3) * 3 + (128 << 10))
    encoding.decode(bytes, limit: DecodedSize.limit, into: &text)
    readUTF8(text.span, into: &sink)
  }

  private static func encoding(of bytes: Span<UInt8>, charset: String?) -> CharacterEncoding {
    if let encoding = HTMLEncodingSniffer.wideDeclaration(bytes) { return encoding }
    let isUTF8 = isUTF8(bytes)
    if isUTF8, bytes.firstIndex(of: 0x1b) == nil, bytes.firstIndex(of: 0) == nil { return .utf8 }
    let declared = HTMLEncodingSniffer.encodings(of: bytes, charset: charset)
    // Every sequence of bytes is HTML, even if it is not text.
    let detected = EncodingDetector.encoding(of: bytes, declared: declared)
    return detected ?? (isUTF8 ? .utf8 : declared.first ?? .windows1252)
  }

  private static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
    (try? UTF8Span(validating: bytes)) != nil
  }

  private static func readUTF8(_ bytes: Span<UInt8>, into sink: inout some DocumentSink) {
    let text = bytes.extracting(bytes.byteOrderMark...)
    var extractor = HTMLTextExtractor(text)
    while sink.wantsMore, extractor.step(text) == .continue {
      extractor.flush(to: &sink)
    }
    extractor.finish()
    extractor.flush(to: &sink)
  }
}
