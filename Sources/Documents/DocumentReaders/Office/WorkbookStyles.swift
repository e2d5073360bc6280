/// The number formats of cells in a workbook, by the index of their style.
struct WorkbookStyles: XMLHandler {
  /// The number of styles that are kept; Excel allows about 65,000.
  private static let mostStyles = 1 << 16

  enum Name: String, CaseIterable, XMLVocabulary {
    case formats = "numFmts"
    case format = "numFmt"
    case number = "numFmtId"
    case code = "formatCode"
    case cellStyles = "cellXfs"
    case style = "xf"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  var text = TextBuffer()
  var event: XMLEvent?
  private var numbers: [Int: NumberFormat] = [:]
  private var styles: [NumberFormat] = []
  /// Whether a style shows more than the text of a text.
  private(set) var hasTextFrames = false
  private var isInFormats = false
  private var isInStyles = false

  /// Returns the format of a style; the general format if there is no such style.
  subscript(style: Int) -> NumberFormat {
    styles.indices.contains(style) ? styles[style] : .general
  }

  /// Adds a format, which styles refer to by a number.
  mutating func add(_ code: String, number: Int) {
    if numbers.count < NumberFormat.mostFormats { numbers[number] = NumberFormat(code) }
  }

  /// Adds a style with the format of a number.
  mutating func addStyle(format number: Int) {
    guard styles.count < Self.mostStyles else { return }
    let format = numbers[number] ?? NumberFormat(builtIn: number)
    numbers[number] = format
    styles.append(format)
    if format.textFrame != nil { hasTextFrames = true }
  }

  mutating func open(_ tag: XMLTag<Name>, in bytes: Span<UInt8>) -> Bool {
    switch tag.name {
    case .formats: isInFormats = true
    case .cellStyles: isInStyles = true
    case .format:
      guard isInFormats, let number = tag.number(of: .number, in: bytes),
        let code = tag.value(of: .code, in: bytes)
      else { break }
      add(code, number: number)
    case .style: if isInStyles { addStyle(format: tag.number(of: .number, in: bytes) ?? 0) }
    case .number, .code, .other: break
    }
    return true
  }

  mutating func close(_ name: Name) {
    switch name {
    case .formats: isInFormats = false
    case .cellStyles: isInStyles = false
    default: break
    }
  }

  mutating func append(_ piece: Span<UInt8>) {}
  mutating func append(_ scalar: Unicode.Scalar) {}
}
