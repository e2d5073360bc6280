import DocumentReaders
import ExtractionProtocol

/// Keeps the output of a reader.
struct GatheringSink: DocumentSink {
  var fields: [DocumentField: [String]] = [:]
  var parts: [DocumentPart] = []
  /// The text before the first part.
  var start = ""
  /// The names and contents of members.
  var members: [(name: String, content: String)] = []
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
    let string = String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
    if texts.isEmpty { start += string } else { texts[texts.count - 1] += string }
  }

  mutating func begin(_ member: DocumentMember) -> Bool {
    members.append((String(decoding: member.path, as: UTF8.self), ""))
    return true
  }

  mutating func add(content: Span<UInt8>) {
    members[members.count - 1].content += String(
      decoding: content.indices.map { content[$0] }, as: UTF8.self)
  }

  mutating func fail(_ failure: ReadingFailure) { members[members.count - 1].content = "failed" }
  mutating func endMember() {}
}
