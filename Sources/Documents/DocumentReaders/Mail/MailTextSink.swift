import ExtractionProtocol

/// Collects the text and the charset of an HTML or RTF body; drops the other fields, because the mail has its
/// own.
struct MailTextSink: TextSink {
  /// The number of bytes of text that are collected: the text limit of a document.
  static let limit = 32 << 20

  private(set) var text: [UInt8] = []
  private(set) var charset: String?

  var wantsMore: Bool { text.count < Self.limit }

  mutating func add(_ value: String, to field: DocumentField) {
    if field == .charset { charset = charset ?? value }
  }

  mutating func add(text piece: Span<UInt8>) {
    text.append(piece)
  }
}
