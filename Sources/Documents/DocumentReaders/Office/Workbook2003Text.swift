import ExtractionProtocol

/// Reads the cells of a workbook of Excel 2003 in XML, as they are shown, and its comments.
struct Workbook2003Text: XMLHandler {
  enum Name: String, CaseIterable, XMLVocabulary {
    case style = "Style"
    case format = "NumberFormat"
    case code = "Format"
    case id = "ID"
    case styleID = "StyleID"
    case sheet = "Worksheet"
    case name = "Name"
    case row = "Row"
    case cell = "Cell"
    case data = "Data"
    case type = "Type"
    case comment = "Comment"
    case header = "Header"
    case footer = "Footer"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  private var formats: [String: NumberFormat] = [:]
  private var style = ""
  private var format = NumberFormat.general
  private var value = XMLFieldText()
  /// The type of the value that is open; nil if none is.
  private var type: String?

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .style: style = tag.value(of: .id, in: bytes) ?? ""
    case .format:
      guard let code = tag.value(of: .code, in: bytes), formats.count < NumberFormat.mostFormats
      else {
        break
      }
      formats[style] = NumberFormat(Self.codes[code] ?? code)
    case .sheet:
      event = .part(DocumentPart(.sheet, label: tag.value(of: .name, in: bytes) ?? ""))
      text.breakParagraph()
    case .row: text.breakLine()
    case .cell:
      text.separate()
      format = tag.value(of: .styleID, in: bytes).flatMap { formats[$0] } ?? .general
    case .data: (type, value) = (tag.value(of: .type, in: bytes) ?? "String", XMLFieldText())
    case .comment: text.breakLine()
    case .header, .footer:
      if let code = tag.value(of: .data, in: bytes) {
        text.breakLine()
        text.append(SheetMargin.text(code))
        text.breakLine()
      }
    case .code, .id, .styleID, .name, .type, .other: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .row, .comment: text.breakLine()
    case .cell: text.separate()
    case .data: endValue()
    default: break
    }
  }

  mutating func append(_ piece: Span<UInt8>) {
    if type == "String" { text.append(piece) } else if type != nil { value.append(piece) }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if type == "String" { text.append(scalar) } else if type != nil { value.append(scalar) }
  }

  private mutating func endValue() {
    defer { type = nil }
    switch type {
    case "Number":
      text.append(Double(value.value).map { format.searchable($0) } ?? value.value)
    case "DateTime": text.append(format.searchable(date: value.value) ?? value.value)
    case "Boolean": text.append(value.value == "0" ? "FALSE" : "TRUE")
    case "String", nil: break
    default: text.append(value.value)
    }
  }

  /// The formats that have names.
  private static let codes = [
    "General Number": "General", "General Date": "m/d/yyyy h:mm", "Long Date": "d-mmm-yy",
    "Medium Date": "d-mmm-yy", "Short Date": "m/d/yyyy", "Long Time": "h:mm:ss AM/PM",
    "Medium Time": "h:mm AM/PM", "Short Time": "h:mm", "Currency": "$#,##0.00",
    "Fixed": "0.00", "Standard": "#,##0.00", "Percent": "0.00%", "Scientific": "0.00E+00",
  ]
}
