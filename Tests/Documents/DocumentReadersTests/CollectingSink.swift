import ExtractionProtocol

@testable import DocumentReaders

/// Collects everything that a reader gives, as values that tests compare.
struct CollectingSink: DocumentSink {
  var text = ""
  var fields: [DocumentField: [String]] = [:]
  /// The parts, with the offset of their beginning in the text's UTF-8.
  var parts: [(offset: Int, part: DocumentPart)] = []
  /// The last offset before which everything was read.
  var position: Int?
  var members: [(member: DocumentMember, sink: CollectingSink, content: [UInt8])] = []
  private var open: [(member: DocumentMember, sink: CollectingSink, content: [UInt8])] = []
  /// Why the content is incomplete; nil if nothing was reported.
  var failure: ReadingFailure?
  /// How many bytes of text are wanted.
  var limit = Int.max

  /// How many members are wanted.
  var memberLimit = Int.max
  private var isFull = false

  var wantsMore: Bool { text.utf8.count < limit && !isFull }

  mutating func add(_ value: String, to field: DocumentField) {
    if open.isEmpty {
      fields[field, default: []].append(value)
    } else {
      open[open.count - 1].sink.fields[field, default: []].append(value)
    }
  }

  mutating func begin(_ part: DocumentPart) {
    if open.isEmpty {
      parts.append((text.utf8.count, part))
    } else {
      let offset = open[open.count - 1].sink.text.utf8.count
      open[open.count - 1].sink.parts.append((offset, part))
    }
  }

  mutating func add(text piece: Span<UInt8>) {
    let bytes = piece.indices.map { piece[$0] }
    guard let piece = String(validating: bytes, as: UTF8.self) else {
      fatalError("A reader gave invalid UTF-8.")
    }
    if open.isEmpty { text += piece } else { open[open.count - 1].sink.text += piece }
  }

  mutating func didRead(before offset: Int) { position = offset }

  mutating func begin(_ member: DocumentMember) -> Bool {
    if open.isEmpty, members.count >= memberLimit { isFull = true }
    if isFull { return false }
    open.append((member, CollectingSink(), []))
    return true
  }

  mutating func add(content: Span<UInt8>) {
    open[open.count - 1].content += content.indices.map { content[$0] }
  }

  mutating func fail(_ failure: ReadingFailure) {
    if !open.isEmpty { open[open.count - 1].sink.failure = failure }
  }

  mutating func endMember() {
    if isFull { return }
    let member = open.removeLast()
    if open.isEmpty {
      members.append(member)
    } else {
      open[open.count - 1].sink.members.append(member)
    }
  }
}
