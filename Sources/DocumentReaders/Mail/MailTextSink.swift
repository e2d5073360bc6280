/// Collects the text of an HTML body; drops its fields, because the mail has its own.
struct MailTextSink: DocumentSink {
  /// How many bytes of text are collected: as many as a document may have.
  static let limit = 32 << 20

  private(set) var text: [UInt8] = []

  var wantsMore: Bool { text.count < Self.limit }

  mutating func add(_ value: String, to field: DocumentField) {}
  mutating func begin(_ part: DocumentPart) {}
  mutating func begin(_ member: DocumentMember) -> Bool { false }
  mutating func add(content: Span<UInt8>) {}
  mutating func endMember() {}

  mutating func add(text piece: Span<UInt8>) {
    unsafe piece.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
  }
}
