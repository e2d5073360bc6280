import ExtractionProtocol

/// Reads the XML of OpenDocument and of OpenOffice.org 1.x: content, styles, metadata, and all of
/// them in one flat file.
///
/// Only paragraphs and headings of the body, and of headers and footers, are text.
struct OpenDocumentText: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    // The regions of a document.
    case meta, body, header, footer, spreadsheet, presentation, drawing
    case headerLeft = "header-left"
    case footerLeft = "footer-left"
    case documentContent = "document-content"
    case document
    case documentClass = "class"
    case mimetype
    // Text.
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
    // Metadata.
    case title, keyword, language, template
    case creationDate = "creation-date"
    case initialCreator = "initial-creator"
    case statistic = "document-statistic"
    case pageCount = "page-count"
    // Encryption, in META-INF/manifest.xml.
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

  /// The person who changed the document last, if no author is known.
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
      // Headers and footers of the other kinds have only page numbers and the sheet's name.
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
      // In an image: its description for people who do not see it.
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

  /// Gives the metadata to the sink, once.
  mutating func finish() {
    if !metadata.hasAuthor { metadata.add(lastEditor, to: .author) }
    if let all = metadata.complete() { event = all }
  }

  /// Ends a line; in a spreadsheet the cells of a row are one line.
  private mutating func breakLine() {
    if kind == .spreadsheet { text.separate() } else { text.breakLine() }
  }

  /// OpenOffice.org 1.x says the kind at the root, flat files in a media type.
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
    // A text has elements of this name, too: fields with the number of a page.
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

  /// Begins a field of the metadata; elsewhere such an element is a field in the text.
  private mutating func beginField(_ tag: XMLTag<Name>, unless isUnwanted: Bool) -> Bool {
    if isInMetadata { beginField(tag.name) }
    return !isUnwanted && (isInMetadata || isText)
  }
}
