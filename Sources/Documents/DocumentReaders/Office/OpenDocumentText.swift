import ExtractionProtocol

/// Reads the XML files of OpenDocument and OpenOffice.org 1.x: content, styles and metadata, and flat files
/// that contain all of these.
///
/// Only paragraphs and headings are text: of the body, and of headers and footers.
struct OpenDocumentText: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    // Elements that begin a region of the document.
    case meta, body, header, footer, spreadsheet, presentation, drawing
    case headerLeft = "header-left"
    case footerLeft = "footer-left"
    case documentContent = "document-content"
    case document
    case documentClass = "class"
    case mimetype
    // Elements with text.
    case p, h, s, tab, table, row = "table-row", cell = "table-cell"
    case coveredCell = "covered-table-cell"
    case tabStop = "tab-stop"
    case lineBreak = "line-break"
    case name, page, desc
    // Elements that are not text.
    case annotation, creator, date
    case annotationDate = "date-string"
    case initials = "creator-initials"
    case noteCitation = "note-citation"
    case footnoteCitation = "footnote-citation"
    case endnoteCitation = "endnote-citation"
    case trackedChanges = "tracked-changes"
    case binaryData = "binary-data"
    case script, scripts, ruby = "ruby-text"
    case tableOfContentSource = "table-of-content-source"
    case illustrationIndexSource = "illustration-index-source"
    case tableIndexSource = "table-index-source"
    case objectIndexSource = "object-index-source"
    case userIndexSource = "user-index-source"
    case alphabeticalIndexSource = "alphabetical-index-source"
    case bibliographySource = "bibliography-source"
    // Elements with metadata.
    case title, keyword, language, template
    case creationDate = "creation-date"
    case initialCreator = "initial-creator"
    case statistic = "document-statistic"
    case pageCount = "page-count"
    // An element of META-INF/manifest.xml that shows encryption.
    case encryptionData = "encryption-data"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  enum Kind { case text, spreadsheet, presentation, drawing }

  var text = TextBuffer()
  var event: XMLEvent?
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  private(set) var isEncrypted = false
  private(set) var kind = Kind.text

  /// The person who last changed the document; becomes the author if none is known.
  private var lastEditor = ""
  private var isInMetadata = false
  private var isInBody = false
  private var isInMargin = false
  private var isInAnnotation = false
  private var paragraphs = 0
  private var tables = 0
  private(set) var parts = 0

  var isText: Bool { paragraphs > 0 && (isInBody || isInMargin) }

  static let fields: [Name: DocumentField] = [
    .title: .title, .keyword: .keyword, .language: .language, .creationDate: .created,
    .date: .changed, .initialCreator: .author,
  ]

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .document, .documentContent: findKind(tag, bytes)
    case .meta: isInMetadata = true
    case .body: beginBody()
    case .spreadsheet: if isInBody { kind = .spreadsheet }
    case .presentation: if isInBody { kind = .presentation }
    case .drawing: if isInBody { kind = .drawing }
    case .header, .footer, .headerLeft, .footerLeft:
      // In other kinds of documents, headers and footers have only page numbers and names of sheets.
      isInMargin = !isInBody && kind == .text
    case .p, .h:
      paragraphs += 1
      breakLine()
    case .s, .tab, .tabStop, .lineBreak: text.separate()
    case .cell, .coveredCell: text.separate()
    case .row: text.breakLine()
    case .table: beginTable(tag, bytes)
    case .page: beginPage(tag, bytes)
    case .annotation:
      isInAnnotation = true
      breakLine()
    case .creator, .date: return beginField(tag, unless: isInAnnotation)
    case .annotationDate, .initials: return !isInAnnotation
    case .noteCitation, .footnoteCitation, .endnoteCitation, .trackedChanges, .binaryData, .script,
      .scripts, .ruby, .tableOfContentSource, .illustrationIndexSource, .tableIndexSource,
      .objectIndexSource, .userIndexSource, .alphabeticalIndexSource, .bibliographySource:
      return false
    case .title, .desc:
      // Outside of the metadata, it is a description of an image for people who cannot see it.
      if !isInMetadata { text.separate() }
      return beginField(tag, unless: false)
    case .keyword, .language, .creationDate, .initialCreator:
      return beginField(tag, unless: false)
    case .template:
      if isInMetadata, let title = tag.value(of: .title, in: bytes) { metadata.template = title }
    case .statistic:
      if isInMetadata, let pages = tag.number(of: .pageCount, in: bytes) {
        metadata.add(String(pages), to: .pages)
      }
    case .encryptionData: isEncrypted = true
    default: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .meta: isInMetadata = false
    case .body: isInBody = false
    case .header, .footer, .headerLeft, .footerLeft: isInMargin = false
    case .p, .h:
      if paragraphs > 0 { paragraphs -= 1 }
      breakLine()
    case .cell, .coveredCell: text.separate()
    case .row: text.breakLine()
    case .table: if tables > 0 { tables -= 1 }
    case .annotation:
      isInAnnotation = false
      breakLine()
    case .title where field == nil, .desc: text.separate()
    case .creator: lastEditor = takeField(name) ?? lastEditor
    default: endField(name)
    }
  }

  /// Prepares for the next file of the package.
  mutating func reset() {
    (isInMetadata, isInBody, isInMargin, isInAnnotation) = (false, false, false, false)
    (field, paragraphs, tables) = (nil, 0, 0)
    text.breakParagraph()
  }

  /// Reports the metadata in ``event``, only at the first call.
  mutating func finish() {
    if !metadata.hasAuthor { metadata.add(lastEditor, to: .author) }
    if let all = metadata.complete() { event = all }
  }

  /// Ends a line; in a spreadsheet only separates words, because all cells of a row are one line.
  private mutating func breakLine() {
    if kind == .spreadsheet { text.separate() } else { text.breakLine() }
  }

  /// Finds the kind: the root element has it in OpenOffice.org 1.x, its media type in flat files.
  private mutating func findKind(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    switch tag.value(of: .documentClass, in: bytes) ?? tag.value(of: .mimetype, in: bytes) {
    case "spreadsheet": kind = .spreadsheet
    case "presentation": kind = .presentation
    case "drawing": kind = .drawing
    case let type? where type.contains("spreadsheet"): kind = .spreadsheet
    case let type? where type.contains("presentation"): kind = .presentation
    case let type? where type.contains("graphics"): kind = .drawing
    default: break
    }
  }

  private mutating func beginBody() {
    finish()
    (isInBody, isInMargin, isInMetadata, paragraphs) = (true, false, false, 0)
    text.breakParagraph()
  }

  private mutating func beginTable(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    tables += 1
    guard isInBody, kind == .spreadsheet, tables == 1, paragraphs == 0 else {
      return text.breakLine()
    }
    begin(.sheet, label: tag.value(of: .name, in: bytes) ?? "")
  }

  private mutating func beginPage(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    // In a text document, an element of this name in a paragraph is a field with the page number.
    guard isInBody, paragraphs == 0 else { return }
    switch kind {
    case .presentation: begin(.slide, label: String(parts + 1))
    case .drawing: begin(.page, label: tag.value(of: .name, in: bytes) ?? "")
    case .text, .spreadsheet: break
    }
  }

  private mutating func begin(_ kind: DocumentPart.Kind, label: String) {
    event = .part(DocumentPart(kind, label: label))
    text.breakParagraph()
    parts += 1
  }

  /// Begins a metadata field, or in the text, a field of the text; returns whether its content is wanted.
  private mutating func beginField(_ tag: XMLTag<Name>, unless isUnwanted: Bool) -> Bool {
    if isInMetadata { beginField(tag.name) }
    return !isUnwanted && (isInMetadata || isText)
  }
}
