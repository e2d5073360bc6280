import ExtractionProtocol

/// Reads the text of scanned pages in DjVu, with the outline, the metadata and the comments on areas.
///
/// Source: DjVu3 specification.
public enum DjVuReader {
  /// A page, or a piece that pages share.
  private struct Page {
    var isShared: Bool
    var texts: [Chunk] = []
    var annotations: [Chunk] = []
  }

  private struct Chunk {
    var content: Range<Int>
    var isPacked: Bool
  }

  /// The number of pages, and of chunks of a page, that are read.
  private static let (mostPages, mostChunks) = (100_000, 100)

  /// Reads a document.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var chunks = DjVuChunks(in: (bytes.hasBytes("AT&T") ? 4 : 0)..<bytes.count)
    guard let root = chunks.next(bytes), root.isForm else {
      throw .damaged("there is no document")
    }
    var budget = BlockSorting.budget(forFileOf: bytes.count)
    var (pages, outline, isCut): ([Page], [Chunk], Bool) = ([], [], chunks.isCut)
    if root.name == "DJVM" {
      var chunks = DjVuChunks(in: root.content)
      while pages.count < mostPages, let chunk = chunks.next(bytes) {
        if chunk.isForm, ["DJVU", "DJVI", "PM44", "BM44"].contains(chunk.name) {
          pages.append(page(chunk, bytes))
        } else if chunk.name == "NAVM" {
          outline.append(Chunk(content: chunk.content, isPacked: true))
        }
        isCut = isCut || chunks.isCut
      }
    } else {
      pages.append(page(root, bytes))
    }
    let notes = addMetadata(pages, outline, bytes, &budget, to: &sink)
    addPages(pages, notes, bytes, &budget, to: &sink)
    if isCut { throw .damaged("the end is missing") }
  }

  /// Finds the chunks of a page that have text.
  private static func page(_ form: DjVuChunks.Chunk, _ bytes: Span<UInt8>) -> Page {
    var page = Page(isShared: form.name == "DJVI")
    var chunks = DjVuChunks(in: form.content)
    while page.texts.count + page.annotations.count < mostChunks, let chunk = chunks.next(bytes) {
      switch chunk.name {
      case "TXTa", "TXTz":
        page.texts.append(Chunk(content: chunk.content, isPacked: chunk.name == "TXTz"))
      case "ANTa", "ANTz":
        page.annotations.append(Chunk(content: chunk.content, isPacked: chunk.name == "ANTz"))
      default: break
      }
    }
    return page
  }

  private static func content(
    _ chunk: Chunk, _ bytes: Span<UInt8>, _ budget: inout Int
  ) -> [UInt8] {
    let content = bytes.extracting(chunk.content)
    return chunk.isPacked ? BlockSorting.unpack(content, budget: &budget) : content.copied()
  }

  /// Adds the fields, and the titles of the outline, which a document without text may have.
  ///
  /// - Returns: the notes on each page.
  private static func addMetadata(
    _ pages: [Page], _ outline: [Chunk], _ bytes: Span<UInt8>, _ budget: inout Int,
    to sink: inout some DocumentSink
  ) -> [[String]] {
    var (metadata, notes) = (XMLMetadata(), [[String]](repeating: [], count: pages.count))
    for (index, page) in pages.enumerated() {
      for chunk in page.annotations {
        let annotations = DjVuAnnotations(content(chunk, bytes, &budget).span)
        annotations.add(to: &metadata)
        if !page.isShared { notes[index] += annotations.notes }
      }
    }
    let count = pages.count { !$0.isShared }
    if count > 0 { metadata.add(String(count), to: .pages) }
    metadata.flush(to: &sink)
    for chunk in outline where sink.wantsMore {
      sink.add(remarks: titles(content(chunk, bytes, &budget).span))
    }
    return notes
  }

  private static func addPages(
    _ pages: [Page], _ notes: [[String]], _ bytes: Span<UInt8>, _ budget: inout Int,
    to sink: inout some DocumentSink
  ) {
    var number = 0
    for (page, notes) in zip(pages, notes) where !page.isShared {
      if !sink.wantsMore { return }
      number += 1
      sink.begin(DocumentPart(.page, label: String(number)))
      var buffer = TextBuffer()
      for chunk in page.texts {
        var lines = lines(content(chunk, bytes, &budget))
        if let joined = DividedWords.joined(lines.span) { lines = joined }
        buffer.append(lines: lines.span, to: &sink)
        buffer.breakLine()
      }
      for note in notes {
        buffer.append(lines: Array(note.utf8).span)
        buffer.breakLine()
      }
      buffer.flush(to: &sink)
      sink.add(text: ([0x0a] as [UInt8]).span)
      sink.endPage()
    }
  }

  /// Returns the text of a page in UTF-8, in whose lines characters also mark columns and paragraphs.
  private static func lines(_ content: [UInt8]) -> [UInt8] {
    guard let size = content.span.big(0, 3) else { return [] }
    let text = content.span.extracting(content.span.clamped(3, size))
    return text.string.utf8.map { $0 < 0x20 ? 0x0a : $0 }
  }

  /// Reads the titles of an outline.
  private static func titles(_ outline: Span<UInt8>) -> [String] {
    var (titles, offset) = ([String](), 2)
    for _ in 0..<(outline.big(0, 2) ?? 0) {
      guard let title = outline.big(offset + 1, 3) else { break }
      titles.append(outline.extracting(outline.clamped(offset + 4, title)).string)
      guard let link = outline.big(offset + 4 + title, 3) else { break }
      offset += 7 + title + link
    }
    return titles
  }
}
