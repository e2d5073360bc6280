import ExtractionProtocol

/// Takes the cells of Gnumeric workbooks as they are stored; formulas have no results in the file and are left out.
struct GnumericText: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case meta = "document-meta"
    case title, creator, date, language, keyword
    case creationDate = "creation-date"
    case initialCreator = "initial-creator"
    case sheet = "Sheet"
    case sheetName = "Name"
    case definedNames = "Names"
    case printing = "PrintInformation"
    case styles = "Styles"
    case cell = "Cell"
    case row = "Row"
    case valueType = "ValueType"
    case comment = "CellComment"
    case text = "Text"
    case label = "Label"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  private var metadata = XMLMetadata()
  private var isInMetadata = false
  private var isInSheet = false
  private var isCell = false
  private var row = -1
  private var field: Name?
  private var value = XMLFieldText()

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .meta: isInMetadata = true
    case .title, .creator, .date, .language, .keyword, .creationDate, .initialCreator:
      if isInMetadata, field == nil { field = tag.name }
    case .sheet:
      finish()
      (isInSheet, row) = (true, -1)
    case .sheetName: if isInSheet, field == nil { field = .sheetName }
    case .definedNames, .printing, .styles: return false
    case .cell: beginCell(tag, bytes)
    case .comment:
      text.breakLine()
      if let comment = tag.value(of: .text, in: bytes) { text.append(comment) }
      text.breakLine()
    default:
      if isInSheet, let label = tag.value(of: .label, in: bytes) {
        text.breakLine()
        text.append(label)
        text.breakLine()
      }
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .meta: isInMetadata = false
    case .sheet: isInSheet = false
    case .cell:
      isCell = false
      text.separate()
    case .sheetName where field == .sheetName:
      field = nil
      event = .part(DocumentPart(.sheet, label: value.take()))
      text.breakParagraph()
    default: if field == name { endField(name) }
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    if field != nil { value.append(piece) } else if isCell { text.append(piece) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if field != nil { value.append(scalar) } else if isCell { text.append(scalar) }
  }

  mutating func finish() { metadata.complete(&event) }

  private mutating func beginCell(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    let row = tag.number(of: .row, in: bytes) ?? -1
    if row == self.row { text.separate() } else { text.breakLine() }
    self.row = row
    // Only values have a type.
    isCell = tag.range(of: .valueType, in: bytes) != nil
  }

  private mutating func endField(_ name: Name) {
    field = nil
    let value = value.take()
    switch name {
    case .title: metadata.add(value, to: .title)
    case .initialCreator, .creator: metadata.add(value, to: .author)
    case .creationDate: metadata.add(value, to: .created)
    case .date: metadata.add(value, to: .changed)
    case .language: metadata.add(value, to: .language)
    case .keyword: metadata.add(value, to: .keyword)
    default: break
    }
  }
}
