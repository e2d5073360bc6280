import ExtractionProtocol

/// Reads binary workbooks (xlsb): packages whose parts are records instead of XML.
///
/// Source: MS-XLSB.
struct BinaryWorkbook {
  /// Types of records, by their numbers in MS-XLSB, section 2.3.
  private enum RecordType {
    static let row = 0
    static let rational = 2
    static let boolean = 4
    static let number = 5
    static let text = 6
    static let sharedString = 7
    static let formulaText = 8
    static let formulaNumber = 9
    static let formulaBoolean = 10
    static let item = 19
    static let format = 44
    static let style = 47
    static let richText = 62
    static let validation = 64
    static let properties = 153
    static let sheet = 156
    static let margins = 479
    static let styles = 617
    static let endOfStyles = 618
    static let comment = 637
  }

  /// The number of sheets that are read.
  private static let mostSheets = 10_000

  private var strings = WorksheetStrings()
  private var styles = WorkbookStyles()
  private var is1904 = false
  private var sheets: [(name: String, id: String)] = []
  private var buffer = TextBuffer()

  static func read(
    _ bytes: Span<UInt8>, _ main: String, _ package: inout OfficePackage<some DocumentPackage>,
    _ sink: inout some DocumentSink
  ) {
    var workbook = Self()
    workbook.readWorkbook(bytes)
    if !workbook.sheets.isEmpty { sink.add(String(workbook.sheets.count), to: .pages) }
    let relationships = package.relationships(of: main)
    for part in relationships.parts("sharedStrings") {
      if let content = package.content(of: part) { workbook.readStrings(content.span) }
    }
    for part in relationships.parts("styles") {
      if let content = package.content(of: part) { workbook.readStyles(content.span) }
    }
    for (name, id) in workbook.sheets where sink.wantsMore {
      workbook.buffer.flush(to: &sink)
      workbook.buffer.breakParagraph()
      workbook.buffer.begin(DocumentPart(.sheet, label: name), in: &sink)
      guard let part = relationships.part(withID: id), let content = package.content(of: part)
      else { continue }
      workbook.readSheet(content.span, into: &sink)
      let related = package.relationships(of: part)
      for part in related.parts("comments") {
        if let content = package.content(of: part) { workbook.readComments(content.span) }
      }
      var drawings = OfficeText()
      drawings.text = workbook.buffer
      package.read(related.parts("drawing"), with: &drawings, into: &sink)
      workbook.buffer = drawings.text
      package.addEmbeddedFiles(of: related, to: &sink)
    }
    workbook.buffer.flush(to: &sink)
  }

  // MARK: Parts

  private mutating func readWorkbook(_ bytes: Span<UInt8>) {
    var records = Records()
    while let record = records.next(in: bytes), sheets.count < Self.mostSheets {
      switch record.type {
      case RecordType.properties:
        is1904 = bytes.little(record.body.lowerBound, 1).map { $0 & 1 } == 1
      case RecordType.sheet:
        var texts = Strings(record.body.dropFirst(8))
        guard let id = texts.next(in: bytes), let name = texts.next(in: bytes) else { break }
        sheets.append((Self.text(name), Self.text(id)))
      default: break
      }
    }
  }

  private mutating func readStrings(_ bytes: Span<UInt8>) {
    var records = Records()
    while let record = records.next(in: bytes) {
      guard record.type == RecordType.item else { continue }
      var texts = Strings(record.body.dropFirst())
      strings.add(texts.next(in: bytes) ?? [])
    }
  }

  private mutating func readStyles(_ bytes: Span<UInt8>) {
    var (records, isInStyles) = (Records(), false)
    while let record = records.next(in: bytes) {
      let start = record.body.lowerBound
      switch record.type {
      case RecordType.format:
        var texts = Strings(record.body.dropFirst(2))
        guard let number = bytes.word(at: start), let code = texts.next(in: bytes) else { break }
        styles.add(Self.text(code), number: number)
      case RecordType.styles: isInStyles = true
      case RecordType.endOfStyles: isInStyles = false
      case RecordType.style where isInStyles && record.body.count >= 4:
        styles.addStyle(format: bytes.word(at: start + 2) ?? 0)
      default: break
      }
    }
  }

  private mutating func readComments(_ bytes: Span<UInt8>) {
    var records = Records()
    while let record = records.next(in: bytes) {
      guard record.type == RecordType.comment else { continue }
      var texts = Strings(record.body.dropFirst())
      append(line: texts.next(in: bytes) ?? [])
    }
  }

  // MARK: Cells

  private mutating func readSheet(_ bytes: Span<UInt8>, into sink: inout some DocumentSink) {
    var records = Records()
    while let record = records.next(in: bytes) {
      switch record.type {
      case RecordType.row:
        buffer.breakLine()
        buffer.flushIfFull(to: &sink)
        guard sink.wantsMore else { return }
      case RecordType.margins:
        var texts = Strings(record.body.dropFirst(2))
        for _ in 0..<6 {
          guard let code = texts.next(in: bytes) else { break }
          append(line: Array(SheetMargin.text(Self.text(code)).utf8))
        }
      case RecordType.validation:
        // The flags, and the ranges of cells, precede the titles and texts.
        let ranges = bytes.doubleWord(at: record.body.lowerBound + 4) ?? 0
        var texts = Strings(record.body.dropFirst(8 + 16 * min(ranges, record.body.count)))
        for _ in 0..<4 { append(line: texts.next(in: bytes) ?? []) }
      default: appendCell(record, bytes)
      }
    }
  }

  private mutating func appendCell(_ record: Record, _ bytes: Span<UInt8>) {
    // The column, then the style.
    let value = record.body.dropFirst(8)
    guard let start = value.first else { return }
    let format = styles[bytes.little(start - 4, 3) ?? 0]
    switch record.type {
    case RecordType.rational where value.count >= 4:
      guard let bits = bytes.doubleWord(at: start) else { return }
      append(WorkbookReader.number(ofRational: bits), format)
    case RecordType.number, RecordType.formulaNumber:
      guard value.count >= 8, let bits = bytes.quadWord(at: start) else { return }
      append(Double(bitPattern: bits), format)
    case RecordType.boolean, RecordType.formulaBoolean:
      buffer.separate()
      buffer.append(bytes[start] == 0 ? "FALSE" : "TRUE")
    case RecordType.sharedString where value.count >= 4:
      buffer.separate()
      if let frame = format.textFrame { buffer.append(frame.before) }
      strings.append(bytes.doubleWord(at: start) ?? .max, to: &buffer)
      if let frame = format.textFrame { buffer.append(frame.after) }
    case RecordType.text, RecordType.formulaText, RecordType.richText:
      var texts = Strings(record.type == RecordType.richText ? value.dropFirst() : value)
      buffer.separate()
      if let frame = format.textFrame { buffer.append(frame.before) }
      buffer.append(decoded: texts.next(in: bytes) ?? [])
      if let frame = format.textFrame { buffer.append(frame.after) }
    default: return
    }
    buffer.separate()
  }

  private mutating func append(_ number: Double, _ format: NumberFormat) {
    buffer.separate()
    buffer.append(format.searchable(number, is1904: is1904))
  }

  private mutating func append(line: [UInt8]) {
    if line.isEmpty { return }
    buffer.breakLine()
    buffer.append(decoded: line)
    buffer.breakLine()
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension BinaryWorkbook {
  fileprivate struct Record {
    let type: Int
    let body: Range<Int>
  }

  /// The records of a part, one after the other; section 2.1.4.
  fileprivate struct Records {
    private var position = 0

    /// Returns the next record, whose body may be cut; nil at the end.
    mutating func next(in bytes: Span<UInt8>) -> Record? {
      guard let type = number(of: 2, in: bytes), let size = number(of: 4, in: bytes) else {
        return nil
      }
      let body = bytes.clamped(position, size)
      position = body.upperBound
      return Record(type: type, body: body)
    }

    /// Reads a number of seven bits for each byte; the last byte has no high bit.
    private mutating func number(of most: Int, in bytes: Span<UInt8>) -> Int? {
      var number = 0
      for index in 0..<most {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        number |= Int(byte & 0x7f) << (7 * index)
        if byte < 0x80 { break }
      }
      return number
    }
  }

  /// The strings in the body of a record, one after the other; section 2.5.168.
  fileprivate struct Strings {
    private var rest: Range<Int>

    init(_ rest: Range<Int>) { self.rest = rest }

    /// Returns the next string in UTF-8, empty if there is none in its place; nil at the end.
    mutating func next(in bytes: Span<UInt8>) -> [UInt8]? {
      guard rest.count >= 4, let count = bytes.doubleWord(at: rest.lowerBound) else { return nil }
      rest = rest.dropFirst(4)
      if count == 0xffff_ffff { return [] }
      let characters = rest.prefix(2 * count)
      rest = rest.dropFirst(characters.count)
      var text: [UInt8] = []
      CodePage.decodeUTF16(bytes.extracting(characters), into: &text)
      return text
    }
  }
}
