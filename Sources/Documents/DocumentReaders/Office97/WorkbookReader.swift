import ExtractionProtocol

/// Reads the cells of an Excel workbook, sheet by sheet: BIFF8, or BIFF5 of Excel 5 and 95.
///
/// Numbers are written as they are shown. Source: MS-XLS.
enum WorkbookReader {
  /// Reads a workbook.
  static func read(
    _ stream: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard let first = WorkbookRecord(stream, at: 0), first.type == RecordType.begin else {
      throw .damaged("first record of the workbook")
    }
    var workbook = Workbook(isUnicode: stream.word(at: first.body.lowerBound) == 0x0600)
    try workbook.readGlobals(stream)
    workbook.readSheets(stream, into: &sink)
    workbook.buffer.flush(to: &sink)
    if workbook.isDamaged { throw .damaged("records of the workbook") }
  }

  /// Returns a number of 30 bits, an integer or the upper half of a floating-point number, or a hundredth of it.
  static func number(ofRational bits: Int) -> Double {
    let isInteger = bits & 2 != 0
    let number =
      isInteger
      ? Double(Int32(truncatingIfNeeded: bits) >> 2)
      : Double(bitPattern: UInt64(bits & ~3) << 32)
    return bits & 1 != 0 ? number / 100 : number
  }
}

/// The record types that the reader uses.
private enum RecordType {
  /// A text in the data of a chart.
  static let shortLabel = 0x04
  static let formula = 0x06
  static let end = 0x0a
  static let header = 0x14
  static let footer = 0x15
  static let note = 0x1c
  static let epoch = 0x22
  static let password = 0x2f
  static let codePage = 0x42
  static let sheet = 0x85
  static let rationals = 0xbd
  static let richString = 0xd6
  static let style = 0xe0
  static let sharedStrings = 0xfc
  static let sharedString = 0xfd
  static let textObject = 0x1b6
  static let validation = 0x1be
  static let number = 0x203
  static let label = 0x204
  static let boolean = 0x205
  static let formulaString = 0x207
  static let rational = 0x27e
  static let format = 0x41e
  static let begin = 0x809
  static let moreMargins = 0x89c
  static let chartText = 0x100d
}

/// The state of reading a workbook.
private struct Workbook {
  /// Whether the format is BIFF8, in which strings are UTF-16.
  let isUnicode: Bool
  var buffer = TextBuffer()
  var isDamaged = false

  /// The token of a string in a formula.
  private static let stringToken: UInt8 = 0x17
  /// The number of styles of cells that are kept; Excel allows 4,050.
  private static let mostStyles = 1 << 16

  private var codePage = CodePage.windows1252
  private var hasCodePage = false
  private var sheets: [(position: Int, name: String)] = []
  private var strings = WorkbookStrings()
  private var formats: [Int: NumberFormat] = [:]
  /// The numbers of the formats of styles.
  private var styles: [Int] = []
  private var is1904 = false
  private var row = -1
  private var scratch: [UInt8] = []
  /// The end offset of the global records; sheets follow there if the workbook does not list them.
  private var endOfGlobals = 0

  init(isUnicode: Bool) {
    self.isUnicode = isUnicode
  }

  mutating func readGlobals(_ stream: Span<UInt8>) throws(ReadingFailure) {
    var offset = 0
    while let record = WorkbookRecord(stream, at: offset) {
      offset = record.body.upperBound
      switch record.type {
      case RecordType.password: throw .encrypted
      case RecordType.codePage where !hasCodePage:
        hasCodePage = true
        codePage = CodePage(stream.word(at: record.body.lowerBound) ?? 1252)
      case RecordType.sheet: addSheet(record.body, stream)
      case RecordType.epoch: is1904 = stream.word(at: record.body.lowerBound) == 1
      case RecordType.format: addFormat(record.body, stream)
      case RecordType.style where styles.count < Self.mostStyles:
        styles.append(stream.word(at: record.body.lowerBound + 2) ?? 0)
      case RecordType.sharedStrings:
        let body = ContinuedBody(record, of: stream)
        offset = body.end
        strings = WorkbookStrings(body, stream)
        isDamaged = isDamaged || strings.isCut
      case RecordType.end:
        endOfGlobals = offset
        return
      default: break
      }
    }
    isDamaged = true
  }

  mutating func readSheets(_ stream: Span<UInt8>, into sink: inout some DocumentSink) {
    if !sheets.isEmpty { sink.add(String(sheets.count), to: .pages) }
    // Sheets share no records, so all sheets together are not longer than the stream.
    var remaining = stream.count
    for sheet in sheets {
      guard sink.wantsMore else { return }
      buffer.begin(DocumentPart(.sheet, label: sheet.name), in: &sink)
      row = -1
      readSheet(stream, at: sheet.position, &remaining, into: &sink)
    }
    var offset = endOfGlobals
    while sheets.isEmpty, offset < stream.count, sink.wantsMore {
      let start = remaining
      readSheet(stream, at: offset, &remaining, into: &sink)
      if remaining == start { return }
      offset += start - remaining
    }
  }

  private mutating func addSheet(_ body: Range<Int>, _ stream: Span<UInt8>) {
    let start = body.lowerBound
    guard body.count >= 8, let position = stream.doubleWord(at: start), stream[start + 5] != 6
    else { return }
    scratch.removeAll(keepingCapacity: true)
    appendString(stream, start + 7..<body.upperBound, count: Int(stream[start + 6]))
    sheets.append((position, String(decoding: scratch, as: UTF8.self)))
  }

  private mutating func addFormat(_ body: Range<Int>, _ stream: Span<UInt8>) {
    let width = isUnicode ? 2 : 1
    guard formats.count < NumberFormat.mostFormats, body.count > 2 + width,
      let number = stream.word(at: body.lowerBound),
      let count = stream.little(body.lowerBound + 2, width)
    else { return }
    scratch.removeAll(keepingCapacity: true)
    appendString(stream, body.dropFirst(2 + width), count: count)
    formats[number] = NumberFormat(String(decoding: scratch, as: UTF8.self))
  }

  /// Returns the format of a cell, which is at an offset of its style.
  private mutating func format(_ stream: Span<UInt8>, at offset: Int) -> NumberFormat {
    guard let style = stream.word(at: offset), styles.indices.contains(style) else {
      return .general
    }
    let number = styles[style]
    if let format = formats[number] { return format }
    let format = NumberFormat(builtIn: number)
    formats[number] = format
    return format
  }

  /// Appends a text that has no CONTINUE records.
  private mutating func appendText(_ stream: Span<UInt8>, _ range: Range<Int>, count: Int) {
    scratch.removeAll(keepingCapacity: true)
    appendString(stream, range, count: count)
    buffer.append(decoded: scratch)
  }

  /// Decodes a string that has no CONTINUE records; in BIFF8 a flag before it tells its width.
  private mutating func appendString(_ stream: Span<UInt8>, _ range: Range<Int>, count: Int) {
    guard isUnicode else {
      return codePage.decode(stream.extracting(range.prefix(count)), into: &scratch)
    }
    guard let flags = range.first else { return }
    let isWide = stream[flags] & 1 != 0
    let characters = range.dropFirst().prefix(isWide ? count * 2 : count)
    CodePage.decode(stream.extracting(characters), isWide: isWide, into: &scratch)
  }

  private mutating func readSheet(
    _ stream: Span<UInt8>, at position: Int, _ remaining: inout Int,
    into sink: inout some DocumentSink
  ) {
    var (offset, depth, checked) = (position, 0, position)
    while remaining > 0, let record = WorkbookRecord(stream, at: offset) {
      var next = record.body.upperBound
      switch record.type {
      case RecordType.begin: depth += 1
      case RecordType.end: depth -= 1
      case RecordType.textObject: next = appendTextObject(record, stream)
      case RecordType.chartText where record.body.count > 3:
        beginCell(row: -1)
        let count = Int(stream[record.body.lowerBound + 2])
        appendText(stream, record.body.dropFirst(3), count: count)
      case RecordType.header, RecordType.footer: appendMargins(record.body, count: 1, stream)
      case RecordType.moreMargins: appendMargins(record.body.dropFirst(38), count: 4, stream)
      case RecordType.validation where isUnicode: appendValidation(record.body, stream)
      // Cells inside a chart (depth 2) are skipped: they repeat cells of the sheet.
      case _ where depth == 1: next = appendCell(record, stream)
      default: break
      }
      remaining -= next - offset
      offset = next
      if depth <= 0 { break }
      buffer.flushIfFull(to: &sink)
      if buffer.bytes.isEmpty || offset - checked > 1 << 20 {
        checked = offset
        guard sink.wantsMore else { return }
      }
    }
    if depth != 0 || offset == position { isDamaged = true }
  }

  /// Separates a cell from the cell before; text outside of cells has the row -1.
  private mutating func beginCell(row newRow: Int) {
    if newRow == row, row >= 0 { buffer.separate() } else { buffer.breakLine() }
    row = newRow
  }

  /// Appends the text of a cell.
  ///
  /// - Returns: the offset of the next record.
  private mutating func appendCell(_ record: WorkbookRecord, _ stream: Span<UInt8>) -> Int {
    let (start, end) = (record.body.lowerBound, record.body.upperBound)
    guard record.body.count > 2 else { return end }
    let row = stream.word(at: start) ?? 0
    switch record.type {
    case RecordType.sharedString:
      beginCell(row: row)
      let frame = format(stream, at: start + 4).textFrame
      if let frame { buffer.append(frame.before) }
      strings.append(stream.doubleWord(at: start + 6) ?? .max, to: &buffer)
      if let frame { buffer.append(frame.after) }
    case RecordType.shortLabel:
      let place = isUnicode ? 8 : 7
      guard record.body.count > place + 1 else { break }
      beginCell(row: row)
      scratch.removeAll(keepingCapacity: true)
      appendString(
        stream, record.body.dropFirst(place + 1), count: Int(stream[start + place]))
      buffer.append(decoded: scratch)
    case RecordType.label, RecordType.richString:
      beginCell(row: row)
      let frame = format(stream, at: start + 4).textFrame
      if let frame { buffer.append(frame.before) }
      let next = appendCellString(record, from: 6, stream)
      if let frame { buffer.append(frame.after) }
      return next
    case RecordType.formulaString: return appendCellString(record, from: 0, stream)
    case RecordType.number:
      beginCell(row: row)
      appendNumber(stream.quadWord(at: start + 6), format(stream, at: start + 4))
    case RecordType.formula:
      beginCell(row: row)
      if stream.word(at: start + 12) != 0xffff {
        appendNumber(stream.quadWord(at: start + 6), format(stream, at: start + 4))
      } else if stream.little(start + 6, 1) == 1 {
        buffer.append(stream.little(start + 8, 1) == 0 ? "FALSE" : "TRUE")
      }
    case RecordType.boolean where stream.word(at: start + 6) ?? .max <= 1:
      beginCell(row: row)
      buffer.append(stream.word(at: start + 6) == 0 ? "FALSE" : "TRUE")
    case RecordType.rational:
      beginCell(row: row)
      appendRational(stream.doubleWord(at: start + 6), format(stream, at: start + 4))
    case RecordType.rationals:
      for offset in stride(from: start + 6, to: end - 5, by: 6) {
        beginCell(row: row)
        appendRational(stream.doubleWord(at: offset), format(stream, at: offset - 2))
      }
    case RecordType.note where !isUnicode && record.body.count > 6:
      beginCell(row: -1)
      appendText(stream, record.body.dropFirst(6), count: stream.word(at: start + 4) ?? 0)
    default: break
    }
    return end
  }

  private mutating func appendCellString(
    _ record: WorkbookRecord, from offset: Int, _ stream: Span<UInt8>
  ) -> Int {
    var body = ContinuedBody(record, from: offset, of: stream)
    let next = body.end
    scratch.removeAll(keepingCapacity: true)
    guard let count = body.word(stream) else { return next }
    if !isUnicode {
      appendString(stream, record.body.dropFirst(offset + 2), count: count)
    } else if let flags = body.byte(stream) {
      let isWhole = body.characters(count, isWide: flags & 1 != 0, stream, into: &scratch)
      isDamaged = isDamaged || !isWhole
    }
    buffer.append(decoded: scratch)
    return next
  }

  /// Appends the text of a text box or comment; it is in the CONTINUE records.
  private mutating func appendTextObject(_ record: WorkbookRecord, _ stream: Span<UInt8>) -> Int {
    guard isUnicode, record.body.count >= 12,
      let count = stream.word(at: record.body.lowerBound + 10), count > 0
    else { return record.body.upperBound }
    var body = ContinuedBody(record, from: record.body.count, of: stream)
    scratch.removeAll(keepingCapacity: true)
    _ = body.characters(count, isWide: false, stream, into: &scratch)
    beginCell(row: -1)
    buffer.append(decoded: scratch)
    return body.end
  }

  private mutating func appendNumber(_ bits: UInt64?, _ format: NumberFormat) {
    guard let bits else { return }
    appendNumber(Double(bitPattern: bits), format)
  }

  private mutating func appendRational(_ bits: Int?, _ format: NumberFormat) {
    if let bits { appendNumber(WorkbookReader.number(ofRational: bits), format) }
  }

  private mutating func appendNumber(_ number: Double, _ format: NumberFormat) {
    buffer.append(format.searchable(number, is1904: is1904))
  }

  /// Appends headers and footers, which are strings one after the other.
  private mutating func appendMargins(_ body: Range<Int>, count: Int, _ stream: Span<UInt8>) {
    let width = isUnicode ? 2 : 1
    var text = body
    for _ in 0..<count {
      guard text.count > width, let length = stream.little(text.lowerBound, width) else { return }
      text = text.dropFirst(width)
      if length == 0 { continue }
      let size = isUnicode ? 1 + length * Int(1 + stream[text.lowerBound] & 1) : length
      scratch.removeAll(keepingCapacity: true)
      appendString(stream, text, count: length)
      appendLine(SheetMargin.text(String(decoding: scratch, as: UTF8.self)))
      text = text.dropFirst(min(size, text.count))
    }
  }

  /// Appends the titles and texts of the prompt and of the error message of a validation.
  private mutating func appendValidation(_ body: Range<Int>, _ stream: Span<UInt8>) {
    var text = body.dropFirst(4)
    for _ in 0..<4 {
      guard text.count > 3, let length = stream.word(at: text.lowerBound) else { return }
      text = text.dropFirst(2)
      let size = 1 + length * Int(1 + stream[text.lowerBound] & 1)
      scratch.removeAll(keepingCapacity: true)
      appendString(stream, text, count: length)
      // A text that is not set consists of a NUL.
      appendLine(String(decoding: scratch.filter { $0 != 0 }, as: UTF8.self))
      text = text.dropFirst(min(size, text.count))
    }
    // The list is a string in the first formula; other lists are cells.
    guard text.count > 6, stream[text.lowerBound + 4] == Self.stringToken else { return }
    scratch.removeAll(keepingCapacity: true)
    appendString(stream, text.dropFirst(6), count: Int(stream[text.lowerBound + 5]))
    appendLine(String(decoding: scratch.map { max($0, 0x20) }, as: UTF8.self))
  }

  private mutating func appendLine(_ text: String) {
    beginCell(row: -1)
    buffer.append(text)
  }
}
