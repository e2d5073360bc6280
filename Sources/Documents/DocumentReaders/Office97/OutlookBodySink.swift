import ExtractionProtocol

/// Collects the text of a mail's HTML or RTF; drops its fields, because the mail has its own.
struct OutlookBodySink: DocumentSink {
  /// How many bytes are collected: as many as are kept of a document.
  private static let limit = 32 << 20

  private(set) var text: [UInt8] = []

  var wantsMore: Bool { text.count < Self.limit }

  mutating func add(_ value: String, to field: DocumentField) {}
  mutating func begin(_ part: DocumentPart) {}
  mutating func begin(_ member: DocumentMember) -> Bool { false }
  mutating func add(content: Span<UInt8>) {}
  mutating func endMember() {}

  mutating func add(text piece: Span<UInt8>) {
    text.append(piece)
  }
}
