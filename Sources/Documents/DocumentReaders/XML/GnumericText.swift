import ExtractionProtocol

/// Reads the stored values in cells of Gnumeric workbooks as they are shown; formulas have no stored results and
/// are left out.
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
    case valueFormat = "ValueFormat"
    case region = "StyleRegion"
    case style = "Style"
    case format = "Format"
    case startColumn = "startCol"
    case endColumn = "endCol"
    case startRow, endRow
    case column = "Col"
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
  private var formats: [String: NumberFormat] = [:]
  /// The regions of the sheet with a format of numbers.
  private var regions: [Region] = []
  /// Whether the open region is the last one.
  private var isInRegion = false
  /// The format of the open cell with a number, whose content is read as a field.
  private var format = NumberFormat.general

  private struct Region {
    let rows: ClosedRange<Int>
    let columns: ClosedRange<Int>
    var format = NumberFormat.general
  }

  /// The number of regions that are looked at for a cell; most sheets have fewer.
  private static let mostRegions = 200

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
      (isInSheet, row, regions) = (true, -1, [])
    case .sheetName: if isInSheet { beginField(.sheetName) }
    case .definedNames, .printing: return false
    case .region: beginRegion(tag, bytes)
    case .style:
      if isInRegion, let last = regions.indices.last, let code = tag.value(of: .format, in: bytes) {
        regions[last].format = format(code)
      }
    case .styles: break
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
      if let number = takeField(name) {
        text.append(Double(number).map { format.searchable($0) } ?? number)
      }
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
    guard Self.numberTypes.contains(tag.number(of: .valueType, in: bytes) ?? 0) else { return }
    beginField(.cell)
    if let code = tag.value(of: .valueFormat, in: bytes) {
      format = format(code)
    } else {
      let column = tag.number(of: .column, in: bytes) ?? -1
      let region = regions.last { $0.rows.contains(row) && $0.columns.contains(column) }
      format = region?.format ?? .general
    }
  }

  /// The types of integers and of other numbers.
  private static let numberTypes = [30, 40]

  private mutating func format(_ code: String) -> NumberFormat {
    if let known = formats[code] { return known }
    let format = NumberFormat(code)
    if formats.count < NumberFormat.mostFormats { formats[code] = format }
    return format
  }

  private mutating func beginRegion(_ tag: XMLTag<Name>, _ bytes: Span<UInt8>) {
    isInRegion = false
    guard regions.count < Self.mostRegions,
      let top = tag.number(of: .startRow, in: bytes),
      let bottom = tag.number(of: .endRow, in: bytes),
      let left = tag.number(of: .startColumn, in: bytes),
      let right = tag.number(of: .endColumn, in: bytes), top <= bottom, left <= right
    else { return }
    regions.append(Region(rows: top...bottom, columns: left...right))
    isInRegion = true
  }
}
