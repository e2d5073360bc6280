import ExtractionProtocol

/// A chapter of an electronic book: a document in HTML.
enum BookChapter {
  /// Reads a chapter twice: first its title, which is the label of the part, then its text.
  ///
  /// - Parameters:
  ///   - bytes: the chapter, whole.
  ///   - number: its number in the book, from 1 on; the label of a chapter without a title.
  ///   - sink: gets the part and the text, but no fields.
  static func read(_ bytes: Span<UInt8>, number: Int, into sink: inout some DocumentSink) {
    var title = ChapterTitle()
    HTMLReader.read(bytes, into: &title)
    if number > 1 { sink.add(text: ([0x0a, 0x0a] as [UInt8]).span) }
    sink.begin(DocumentPart(.chapter, label: title.value ?? String(number)))
    var text = ChapterText(base: sink)
    HTMLReader.read(bytes, into: &text)
    sink = text.base
  }
}

/// Takes the title of a chapter, and stops reading when the text begins.
private struct ChapterTitle: TextSink {
  var value: String?
  private var hasText = false

  var wantsMore: Bool { value == nil && !hasText }

  mutating func add(_ value: String, to field: DocumentField) {
    if field == .title, self.value == nil { self.value = value }
  }

  mutating func add(text: Span<UInt8>) { hasText = true }
}

/// Gives the text of a chapter to a sink, and drops its metadata fields.
private struct ChapterText<Base: DocumentSink>: TextSink {
  var base: Base

  var wantsMore: Bool { base.wantsMore }

  mutating func add(text: Span<UInt8>) { base.add(text: text) }
  mutating func add(_ value: String, to field: DocumentField) {}
}
