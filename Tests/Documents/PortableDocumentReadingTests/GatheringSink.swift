import DocumentReaders
import ExtractionProtocol

/// Keeps the output of a reader.
struct GatheringSink: DocumentSink {
  var fields: [DocumentField: [String]] = [:]
  var parts: [DocumentPart] = []
  /// The text of each part.
  var texts: [String] = []
  /// The number of parts after which no more is wanted.
  var limit = Int.max

  var wantsMore: Bool { parts.count < limit }

  mutating func add(_ value: String, to field: DocumentField) {
    fields[field, default: []].append(value)
  }

  mutating func begin(_ part: DocumentPart) {
    parts.append(part)
    texts.append("")
  }

  mutating func add(text: Span<UInt8>) {
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    texts[texts.count - 1] += String(decoding: bytes, as: UTF8.self)
  }

  mutating func begin(_ member: DocumentMember) -> Bool { false }
  mutating func add(content: Span<UInt8>) {}
  mutating func endMember() {}
}
