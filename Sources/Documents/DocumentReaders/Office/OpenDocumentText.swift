import ExtractionProtocol

/// Reads the XML files of OpenDocument and OpenOffice.org 1.x: content, styles and metadata, and flat files
/// that contain all of these.
///
/// Only paragraphs and headings are text: of the body, of headers and footers, and of the fixed texts of
/// slides; and formulas, descriptions of pictures, and messages of validations.
struct OpenDocumentText: XMLFieldHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    // Elements that begin a region of the document.
    case meta, body, header, footer, spreadsheet, presentation, drawing
    case headerFirst = "header-first"
    case footerFirst = "footer-first"
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
    // Elements of embedded formulas.
    case math, mi, mn, mo, mtext, ms
    // Elements of charts, validations and slides.
    case chart
    case helpMessage = "help-message"
    case errorMessage = "error-message"
    case headerDeclaration = "header-decl"
    case footerDeclaration = "footer-decl"
    case dateDeclaration = "date-time-decl"
    case masterPage = "master-page"
    case frame
    // Fields whose text in a header is only an example.
    case sheetName = "sheet-name"
    case pageNumber = "page-number"
    case time
    // An element with a file of another program.
    case object = "object-ole"
    case link = "href"
    // The value of a cell.
    case valueType = "value-type"
    case value
    case dateValue = "date-value"
    case timeValue = "time-value"
    case stringValue = "string-value"
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
    case title, keyword, language, template, subject, description
    case userDefined = "user-defined"
    case creationDate = "creation-date"
    case initialCreator = "initial-creator"
    case statistic = "document-statistic"
    case pageCount = "page-count"
    // An element of META-INF/manifest.xml that shows encryption.
    case encryptionData = "encryption-data"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  enum Kind { case text, spreadsheet, presentation, drawing, chart }

  /// The number of embedded files of other programs that are found.
  private static let mostObjects = 10_000

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
  /// Whether the file is of an object in a document, which has no parts of its own.
  private var isEmbedded = false
  /// The kind of the document around the file.
  private var host = Kind.text
  /// The states around the open objects of a flat file.
  private var outer: [(kind: Kind, paragraphs: Int, tables: Int)] = []
  private var isInFormula = false
  /// The names of the files of other programs that are embedded.
  private(set) var objects: [String] = []
  /// The value of the open cell, in the forms that are searched beside the shown text.
  private var cellValue: String?
  /// The text of the open cell, which is shown if it has no paragraph.
  private var cellText: String?
  /// The number of bytes of text when the open cell began.
  private var cellStart = 0

  /// Whether a description, or the declaration of a header or footer of slides, is open.
  private var isInDeclaration = false

  var isText: Bool {
    isInFormula || (paragraphs > 0 || isInDeclaration) && (isInBody || isInMargin)
  }

  /// Whether text of fields is only an example: in the header of sheets, LibreOffice writes `???`.
  private var isExample: Bool { isInMargin && kind == .spreadsheet }

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
    case .chart: if isInBody { kind = .chart }
    case .math: isInFormula = true
    case .mi, .mn, .mo, .mtext, .ms: text.separate()
    case .header, .footer, .headerFirst, .footerFirst, .headerLeft, .footerLeft:
      isInMargin = !isInBody && (kind == .text || kind == .spreadsheet)
    case .masterPage: isInMargin = !isInBody && (kind == .presentation || kind == .drawing)
    // A frame with another class is a placeholder, whose text says what to do.
    case .frame:
      guard isInMargin, let kind = tag.value(of: .documentClass, in: bytes) else { break }
      return ["header", "footer", "date-time"].contains(kind)
    case .headerDeclaration, .footerDeclaration, .dateDeclaration:
      text.breakLine()
      isInDeclaration = true
    case .helpMessage, .errorMessage:
      if let title = tag.value(of: .title, in: bytes) {
        text.breakLine()
        text.append(title)
      }
    case .object:
      if objects.count < Self.mostObjects, let link = tag.value(of: .link, in: bytes) {
        objects.append(OfficeRelationships.resolve(link, in: ""))
      }
    case .sheetName, .pageNumber, .pageCount, .time: return !isExample
    case .p, .h:
      paragraphs += 1
      breakLine()
    case .s, .tab, .tabStop, .lineBreak: text.separate()
    case .cell: beginCell(tag, bytes)
    case .coveredCell: text.separate()
    case .row: text.breakLine()
    // The table of a chart repeats cells of the sheet.
    case .table where kind == .chart && (outer.last?.kind ?? host) == .spreadsheet: return false
    case .table: beginTable(tag, bytes)
    case .page: beginPage(tag, bytes)
    // In a formula, it is the source of the formula.
    case .annotation where isInFormula: return false
    case .annotation:
      isInAnnotation = true
      breakLine()
    case .creator, .date: return beginField(tag, unless: isInAnnotation || isExample)
    case .annotationDate, .initials: return !isInAnnotation
    case .noteCitation, .footnoteCitation, .endnoteCitation, .trackedChanges, .binaryData, .script,
      .scripts, .ruby, .tableOfContentSource, .illustrationIndexSource, .tableIndexSource,
      .objectIndexSource, .userIndexSource, .alphabeticalIndexSource, .bibliographySource:
      return false
    case .title, .desc:
      // Outside of the metadata, it is a description of an image for people who cannot see it.
      if !isInMetadata, !isExample, isInBody || isInMargin {
        text.separate()
        isInDeclaration = true
      }
      return beginField(tag, unless: isExample)
    case .keyword, .language, .creationDate, .initialCreator, .subject, .description, .userDefined:
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
    case .body: endBody()
    case .math: isInFormula = false
    case .header, .footer, .headerFirst, .footerFirst, .headerLeft, .footerLeft, .masterPage:
      isInMargin = false
    case .headerDeclaration, .footerDeclaration, .dateDeclaration:
      isInDeclaration = false
      text.breakLine()
    case .p, .h:
      if paragraphs > 0 { paragraphs -= 1 }
      breakLine()
    case .cell: endCell()
    case .coveredCell: text.separate()
    case .row: text.breakLine()
    case .table: if tables > 0 { tables -= 1 }
    case .annotation:
      isInAnnotation = false
      breakLine()
    case .title where field == nil, .desc:
      isInDeclaration = false
      text.separate()
    case .subject, .description, .userDefined:
      if let value = takeField(name) { metadata.add(remark: value) }
    case .creator: lastEditor = takeField(name) ?? lastEditor
    default: endField(name)
    }
  }

  /// Prepares for the next file of the package.
  mutating func reset() {
    (isInMetadata, isInBody, isInMargin, isInAnnotation) = (false, false, false, false)
    (isInDeclaration, isInFormula, cellValue) = (false, false, nil)
    (field, paragraphs, tables) = (nil, 0, 0)
    outer.removeAll()
    text.breakParagraph()
  }

  /// Reads the content of an object in the document; the kind of the document stays what it is.
  mutating func readObject(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) -> ReadingFailure? {
    reset()
    (isEmbedded, kind, host) = (true, .text, kind)
    defer { (isEmbedded, kind) = (false, host) }
    return read(bytes, into: &sink)
  }

  /// Reports the metadata in ``event``, only at the first call.
  mutating func finish() {
    if !metadata.hasAuthor { metadata.add(lastEditor, to: .author) }
    if let all = metadata.complete() { event = all }
  }

  /// Whether an object in the document is open.
  private var isObject: Bool { isEmbedded || !outer.isEmpty }

  /// Ends a line; in a spreadsheet only separates words, because all cells of a row are one line.
  private mutating func breakLine() {
    if kind == .spreadsheet { text.separate() } else { text.breakLine() }
  }

  /// Finds the kind: the root element has it in OpenOffice.org 1.x, its media type in flat files.
  private mutating func findKind(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    if isInBody { return }
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
    if isInBody, outer.count < Self.mostObjects {
      outer.append((kind, paragraphs, tables))
      (kind, tables) = (.text, 0)
    }
    (isInBody, isInMargin, isInMetadata, paragraphs) = (true, false, false, 0)
    text.breakParagraph()
  }

  private mutating func endBody() {
    guard let state = outer.popLast() else { return isInBody = false }
    (kind, paragraphs, tables) = state
    text.breakParagraph()
  }

  private mutating func beginCell(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    text.separate()
    (cellValue, cellText, cellStart) = (nil, nil, text.bytes.count)
    switch tag.value(of: .valueType, in: bytes) {
    case "float", "currency", "percentage":
      let value = tag.value(of: .value, in: bytes).flatMap(Double.init)
      cellValue = value.map { NumberFormat.general.searchable($0) }
    case "date":
      cellValue = tag.value(of: .dateValue, in: bytes).flatMap(CellDate.text(ofDate:))
    case "time":
      cellValue = tag.value(of: .timeValue, in: bytes).flatMap(CellDate.text(ofDuration:))
    case "string": cellText = tag.value(of: .stringValue, in: bytes)
    default: break
    }
  }

  /// Appends the value of the cell unless it is what the cell shows.
  private mutating func endCell() {
    if let own = cellText, text.bytes.count == cellStart { text.append(own) }
    cellText = nil
    text.separate()
    guard let value = cellValue else { return }
    cellValue = nil
    // The start of a long cell may have been given to the sink.
    let shown = text.bytes.dropFirst(cellStart).drop { $0 <= 0x20 }
    if shown.elementsEqual(value.utf8) { return }
    text.append(value)
    text.separate()
  }

  private mutating func beginTable(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    tables += 1
    guard isInBody, kind == .spreadsheet, tables == 1, paragraphs == 0, !isObject else {
      return text.breakLine()
    }
    begin(.sheet, label: tag.value(of: .name, in: bytes) ?? "")
  }

  private mutating func beginPage(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    // In a text document, an element of this name in a paragraph is a field with the page number.
    guard isInBody, paragraphs == 0, !isObject else { return }
    switch kind {
    case .presentation: begin(.slide, label: String(parts + 1))
    case .drawing: begin(.page, label: tag.value(of: .name, in: bytes) ?? "")
    case .text, .spreadsheet, .chart: break
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
