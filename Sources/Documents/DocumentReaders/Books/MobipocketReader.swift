import ExtractionProtocol

/// Reads Mobipocket books (MOBI, AZW, PRC), KF8 (AZW3), and PalmDOC.
///
/// Source: <https://wiki.mobileread.com/wiki/MOBI>.
public enum MobipocketReader {
  /// Reads a book: its metadata, and the chapters in reading order.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard let database = PalmDatabase(bytes) else { throw .damaged("the header is cut") }
    guard ["BOOKMOBI", "TEXtREAd"].contains(database.type) else {
      throw .unsupported("a database that is no book")
    }
    guard var header = MobipocketHeader(bytes.extracting(database.range(0))) else {
      throw .damaged("the first record is cut")
    }
    addMetadata(header, to: &sink)
    // In a file with two forms of the book, the newer one has the titles of the chapters.
    var base = 0
    if let index = header.otherForm,
      let other = MobipocketHeader(bytes.extracting(database.range(index))), other.version == 8
    {
      (base, header) = (index, other)
    }
    if header.isEncrypted { throw .encrypted }
    if bytes.extracting(database.range(base + 1)).hasBytes("%MOP", at: 0) {
      throw .unsupported("a book of images of pages")
    }
    var records = MobipocketRecords(database, header, base)
    let (text, failure) = records.text(bytes)
    if header.isMobipocket || isMarkup(text) {
      let size = records.firstFlow(bytes) ?? text.count
      readChapters(text.span.extracting(first: size), into: &sink)
    } else {
      var buffer = TextBuffer()
      buffer.append(lines: text.span, to: &sink)
      buffer.flush(to: &sink)
    }
    if let failure { throw failure }
  }

  /// Whether the text of a book without Mobipocket's header, which may be plain, begins like HTML.
  private static func isMarkup(_ text: [UInt8]) -> Bool {
    let start = text.prefix(1_024).drop { $0 <= 0x20 || [0xef, 0xbb, 0xbf].contains($0) }
    return start.first == UInt8(ascii: "<") && start.contains(UInt8(ascii: ">"))
  }

  private static func addMetadata(
    _ header: MobipocketHeader, to sink: inout some DocumentSink
  ) {
    header.metadata.flush(to: &sink)
    for description in header.descriptions where sink.wantsMore {
      var text = BookDescription()
      HTMLReader.read(description.span, into: &text)
      sink.add(remarks: [text.value])
    }
  }

  /// Reads chapters: a document of HTML each in KF8; before, parts of one document between page breaks.
  private static func readChapters(_ text: Span<UInt8>, into sink: inout some DocumentSink) {
    var (start, number) = (0, 0)
    while start < text.count, sink.wantsMore {
      let end = chapterEnd(text, after: start)
      let chapter = text.extracting(start..<end)
      start = end
      if chapter.isBlank { continue }
      number += 1
      BookChapter.read(chapter, number: number, into: &sink)
    }
  }

  /// Returns where the next chapter begins.
  private static func chapterEnd(_ text: Span<UInt8>, after start: Int) -> Int {
    var index = start
    while let mark = text.firstIndex(of: UInt8(ascii: "<"), from: index + 1) {
      if text.hasBytes("<mbp:pagebreak", at: mark) || text.hasBytes("<?xml", at: mark) {
        return mark
      }
      index = mark
    }
    return text.count
  }
}

/// Takes the text of a description.
private struct BookDescription: TextSink {
  private static let limit = 64 << 10
  private var bytes: [UInt8] = []

  var value: String { bytes.span.string }
  var wantsMore: Bool { bytes.count < Self.limit }

  mutating func add(_ value: String, to field: DocumentField) {}
  mutating func add(text: Span<UInt8>) { bytes.append(text) }
}
