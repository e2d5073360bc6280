public import DocumentReaders
import ExtractionProtocol

/// Reads PDF documents page by page.
public enum PortableDocumentReader {
  /// On a page with fewer letters, the text is probably in an image.
  private static let fewestLetters = 16
  /// Reading stops after this number of missing pages in a row, because a document may declare any number of
  /// pages.
  private static let mostMissing = 1_000
  /// Longer values of metadata fields are cut after this number of bytes.
  private static let valueLimit = 1_000
  /// The subject that ReportLab writes if there is none.
  private static let noSubject = "unspecified"
  /// A longer attached file is cut after this number of bytes.
  private static let mostContent = 64 << 20

  /// Loads everything that poppler would load at first use.
  ///
  /// - Returns: false if poppler does not work here.
  public static func prepare() -> Bool { PortableDocument.prepareLibrary() }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - sink: gets the metadata, then a part and the text of each page and its notes, then the pages with
  ///     few letters, then the attached files.
  /// - Throws: why the document, or the rest of it, cannot be read.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(ReadingFailure) in
      guard let document = unsafe PortableDocument(buffer) else {
        throw .damaged("It has no catalog of pages.")
      }
      if document.isLocked { throw .encrypted }
      addInformation(of: document, to: &sink)
      // Strings of an encrypted document are encrypted; only poppler has the key.
      let annotations = document.isEncrypted ? nil : PDFAnnotations(unsafe buffer.span)
      let failure = readPages(of: document, annotations?.texts ?? [:], into: &sink)
      if var annotations { addFiles(of: &annotations, unsafe buffer.span, to: &sink) }
      if let failure { throw failure }
    }
  }

  /// Adds the information dictionary, and from the XMP metadata what it lacks.
  private static func addInformation(
    of document: borrowing PortableDocument, to sink: inout some DocumentSink
  ) {
    var metadata = ExtensibleMetadata?.none
    document.readMetadata { metadata = ExtensibleMetadata($0) }
    func add(_ values: [String], to field: DocumentField) {
      for value in values.isEmpty ? metadata?.fields[field] ?? [] : values {
        sink.add(value, to: field)
      }
    }
    let titles = [document.information("Title")] + (metadata?.fields[.title] ?? [])
    if let title = titles.lazy.compactMap({ DocumentTitle.meaningful($0) }).first {
      sink.add(title, to: .title)
    }
    add(PDFInformation.authors(document.information("Author")), to: .author)
    add(PDFInformation.keywords(document.information("Keywords")), to: .keyword)
    let created = PDFInformation.date(document.information("CreationDate"))
    add(created.map { [$0] } ?? [], to: .created)
    if let date = PDFInformation.date(document.information("ModDate")) {
      sink.add(date, to: .changed)
    }
    let subject = document.information("Subject")
    let remarks = subject.isEmpty ? metadata?.remarks ?? [] : [subject]
    sink.add(remarks: remarks.filter { $0 != noSubject })
  }

  /// Adds the attached files as members.
  private static func addFiles(
    of annotations: inout PDFAnnotations, _ bytes: Span<UInt8>, to sink: inout some DocumentSink
  ) {
    for (name, stream) in annotations.files where sink.wantsMore {
      let path = Array((name.isEmpty ? "attachment" : name).utf8)
      if sink.begin(DocumentMember(path: path)) {
        if let content = annotations.content(ofFile: stream, limit: mostContent, bytes) {
          sink.add(pieces: content.span)
        } else {
          sink.fail(.unsupported("a file in PDF"))
        }
      }
      sink.endMember()
    }
  }

  private static func readPages(
    of document: borrowing PortableDocument, _ notes: [Int: [String]],
    into sink: inout some DocumentSink
  ) -> ReadingFailure? {
    let count = document.pageCount
    sink.add("\(count)", to: .pages)
    var (scans, missing, missingInRow) = (PageNumbers(), 0, 0)
    for page in 0..<max(count, 0) {
      guard sink.wantsMore, missingInRow < mostMissing else { break }
      let isThere = document.readPage(page) { label, text in
        sink.begin(DocumentPart(.page, label: label.isEmpty ? "\(page + 1)" : label))
        // poppler writes a form feed at the end of each page.
        let hasFormFeed = text.count > 0 && text[text.count - 1] == 0x0c
        let content = text.extracting(0..<(hasFormFeed ? text.count - 1 : text.count))
        if let joined = DividedWords.joined(content) {
          sink.add(text: joined.span)
        } else {
          sink.add(text: content)
        }
        sink.add(text: newline.span)
        for note in notes[page] ?? [] { sink.add(text: Array((note + "\n").utf8).span) }
        sink.endPage()
        if hasFewLetters(text) { scans.append(UInt32(clamping: page + 1)) }
      }
      // A missing page gets a part, too, so that the numbers of the following pages are right.
      if !isThere { sink.begin(DocumentPart(.page, label: "\(page + 1)")) }
      missing += isThere ? 0 : 1
      missingInRow = isThere ? 0 : missingInRow + 1
    }
    for piece in pieces(of: scans.text) { sink.add(piece, to: .scannedPages) }
    if missing == 0 { return nil }
    return .damaged("\(missing) \(missing == 1 ? "page is" : "pages are") not there.")
  }

  /// Separates the text of two pages as paragraphs.
  private static let newline: [UInt8] = [0x0a]

  private static func hasFewLetters(_ text: Span<UInt8>) -> Bool {
    var (letters, index) = (0, 0)
    while index < text.count, letters < fewestLetters {
      let byte = text[index]
      // Counts first bytes of characters beyond ASCII as letters, because nearly all are letters.
      if byte >= 0xc3 || (0x41...0x5a).contains(byte & 0xdf) { letters += 1 }
      index += 1
    }
    return letters < fewestLetters
  }

  /// Splits a list of page ranges into values of a metadata field.
  static func pieces(of ranges: String) -> [String] {
    var pieces: [String] = []
    for range in ranges.split(separator: ",") {
      if let last = pieces.last, last.utf8.count + range.utf8.count < valueLimit {
        pieces[pieces.count - 1] += ",\(range)"
      } else {
        pieces.append(String(range))
      }
    }
    return pieces
  }
}
