import DocumentReaders
import ExtractionProtocol

/// Collects the members of an archive.
struct MemberSink: DocumentSink {
  var members: [(member: DocumentMember, content: [UInt8])] = []
  var text = ""
  /// The bytes of all contents.
  var size = 0
  /// How many bytes of contents are wanted.
  var limit = Int.max
  /// Whether contents are wanted at all.
  var wantsContents = true
  /// Whether contents are kept.
  var keepsContents = true

  var wantsMore: Bool { size < limit }
  var paths: [String] { members.map { String(decoding: $0.member.path, as: UTF8.self) } }
  var contents: [String] { members.map { String(decoding: $0.content, as: UTF8.self) } }

  mutating func add(_ value: String, to field: DocumentField) {}
  mutating func begin(_ part: DocumentPart) {}

  mutating func add(text: Span<UInt8>) {
    self.text += String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
  }

  mutating func begin(_ member: DocumentMember) -> Bool {
    members.append((member, []))
    return wantsContents
  }

  mutating func add(content: Span<UInt8>) {
    size += content.count
    if keepsContents {
      for index in content.indices { members[members.count - 1].content.append(content[index]) }
    }
  }

  mutating func endMember() {}
}
