import ExtractionProtocol

/// Collects the text and the charset of an HTML body; drops the other fields, because the mail has
/// its own.
struct MailTextSink: DocumentSink {
  /// How many bytes of text are collected: as many as a document may have.
  static let limit = 32 << 20

  private(set) var text: [UInt8] = []
  private(set) var charset: String?

  var wantsMore: Bool { text.count < Self.limit }

  mutating func add(_ value: String, to field: DocumentField) {
    if field == .charset { charset = charset ?? value }
  }

  mutating func begin(_ part: DocumentPart) {}
  mutating func begin(_ member: DocumentMember) -> Bool { false }
  mutating func add(content: Span<UInt8>) {}
  mutating func endMember() {}

  mutating func add(text piece: Span<UInt8>) {
    text.append(piece)
  }
}
