import ExtractionProtocol

/// Reads the stored values in cells of Gnumeric workbooks; formulas have no stored results and are left out.
struct GnumericText: XMLFieldHandler {
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
  var metadata = XMLMetadata()
  var field: XMLField<Name>?
  /// Whether a cell with a value is open.
  private(set) var isText = false
  private var isInMetadata = false
  private var isInSheet = false
  private var row = -1

  static let fields: [Name: DocumentField] = [
    .title: .title, .initialCreator: .author, .creator: .author, .creationDate: .created,
    .date: .changed, .language: .language, .keyword: .keyword,
  ]

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .meta: isInMetadata = true
    case .title, .creator, .date, .language, .keyword, .creationDate, .initialCreator:
      if isInMetadata { beginField(tag.name) }
    case .sheet:
      finish()
      (isInSheet, row) = (true, -1)
    case .sheetName: if isInSheet { beginField(.sheetName) }
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
      isText = false
      text.separate()
    case .sheetName:
      guard let label = takeField(name) else { return }
      event = .part(DocumentPart(.sheet, label: label))
      text.breakParagraph()
    default: endField(name)
    }
  }

  private mutating func beginCell(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    let row = tag.number(of: .row, in: bytes) ?? -1
    if row == self.row { text.separate() } else { text.breakLine() }
    self.row = row
    // Only values have a type; formulas have none.
    isText = tag.range(of: .valueType, in: bytes) != nil
  }
}
