/// The content that a reader found in a document or in a member: metadata, parts and text.
public struct DocumentContent: Equatable, Sendable {
  /// A part of the document, and the offset at which it begins.
  public struct Part: Equatable, Sendable {
    /// The offset of the part in the text, in bytes.
    public var offset: Int
    /// The kind and the label of the part.
    public var part: DocumentPart
  }

  /// The text in UTF-8, without NULs; invalid bytes became U+FFFD.
  public internal(set) var text: [UInt8] = []
  /// The parts, in the order of their offsets.
  public internal(set) var parts: [Part] = []
  private var fields: [DocumentField: [String]] = [:]

  /// Creates an empty content.
  public init() {}

  /// Whether there are neither text nor parts; metadata may exist.
  public var isEmpty: Bool { text.isEmpty && parts.isEmpty }

  /// Returns the values of a metadata field, in their order.
  public func values(of field: DocumentField) -> [String] { fields[field] ?? [] }

  /// Adds a value to a metadata field; ignores an empty value, and values beyond the limit.
  mutating func add(_ value: [UInt8], to field: DocumentField) {
    let value = Self.string(value)
    let limit =
      field == .recipient ? ExtractionAnswer.recipientLimit : ExtractionAnswer.valueLimit
    if value.isEmpty || fields[field, default: []].count >= limit { return }
    fields[field, default: []].append(value)
  }

  /// Begins a part at the end of the text; ignores parts beyond the limit.
  mutating func begin(_ kind: DocumentPart.Kind, label: [UInt8], limit: Int) {
    guard parts.count < limit else { return }
    let part = DocumentPart(kind, label: Self.string(label))
    parts.append(Part(offset: text.count, part: part))
  }

  /// Appends text; replaces invalid bytes by U+FFFD, and NULs by blanks.
  mutating func append(_ bytes: [UInt8]) {
    if String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) {
      text += bytes
    } else {
      text += String(decoding: bytes, as: UTF8.self).utf8.map { $0 == 0 ? 0x20 : $0 }
    }
  }

  /// Returns a value as one line, cut at the limit; control characters become blanks.
  private static func string(_ bytes: [UInt8]) -> String {
    var end = min(bytes.count, ExtractionAnswer.fieldLimit)
    while end > 0, end < bytes.count, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    let scalars = String(decoding: bytes[..<end], as: UTF8.self).unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
    var value = String.UnicodeScalarView()
    value.append(contentsOf: scalars)
    return String(value)
  }
}
