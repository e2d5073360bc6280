import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Makes workbooks of Excel.
enum WorkbookSample {
  static func record(_ type: Int, _ body: [UInt8]) -> [UInt8] {
    OfficeBytes.bytes(type, 2) + OfficeBytes.bytes(body.count, 2) + body
  }

  static func cell(_ type: Int, row: Int, _ body: [UInt8]) -> [UInt8] {
    record(type, OfficeBytes.bytes(row, 2) + [0, 0, 0, 0] + body)
  }

  static func shared(row: Int, _ index: Int) -> [UInt8] {
    cell(0xfd, row: row, OfficeBytes.bytes(index, 4))
  }

  static func string(_ text: String, isWide: Bool = false) -> [UInt8] {
    let units = isWide ? OfficeBytes.utf16(text) : text.unicodeScalars.map { UInt8($0.value) }
    return OfficeBytes.bytes(text.utf16.count, 2) + [isWide ? 1 : 0] + units
  }

  /// Returns a stream; the sheets' positions are filled in.
  static func workbook(
    version: Int = 0x0600, globals: [UInt8] = [], sheets: [(name: String, records: [UInt8])]
  ) -> [UInt8] {
    let begin = record(0x809, OfficeBytes.bytes(version, 2) + [5, 0])
    let isWide = version == 0x0600
    func entry(_ name: String, _ position: Int) -> [UInt8] {
      let characters: [UInt8] = isWide ? [1] + OfficeBytes.utf16(name) : Array(name.utf8)
      let head: [UInt8] = OfficeBytes.bytes(position, 4) + [0, 0, UInt8(name.utf16.count)]
      return record(0x85, head + characters)
    }
    func entries(_ positions: [Int]) -> [UInt8] {
      zip(sheets, positions).flatMap { entry($0.name, $1) }
    }
    let size = entries(sheets.map { _ in 0 }).count + begin.count + globals.count + 4
    var (positions, content): ([Int], [UInt8]) = ([], [])
    for sheet in sheets {
      positions.append(size + content.count)
      content += begin + sheet.records + record(0x0a, [])
    }
    return begin + globals + entries(positions) + record(0x0a, []) + content
  }

  static func read(_ stream: [UInt8]) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var builder = CompoundFileBuilder()
    builder.add(stream, at: "Workbook")
    return CompoundFileReaderTests.read(builder.build())
  }

  /// The last string has a run of formatting and phonetic data.
  static let strings: [UInt8] = {
    let head: [UInt8] = OfficeBytes.bytes(3, 4) + OfficeBytes.bytes(3, 4)
    let plain: [UInt8] = string("first") + string("Größe", isWide: true)
    let rich: [UInt8] = [4, 0, 0x0c, 1, 0, 2, 0, 0, 0] + Array("rich".utf8) + [0, 0, 0, 0, 9, 9]
    return record(0xfc, head + plain + rich)
  }()

  static let file: [UInt8] = {
    var builder = CompoundFileBuilder()
    let records = shared(row: 0, 0) + shared(row: 0, 1) + cell(0x204, row: 1, string("label"))
    builder.add(workbook(globals: strings, sheets: [("Eins", records)]), at: "Workbook")
    return builder.build()
  }()
}

struct WorkbookReaderTests {
  private typealias Sample = WorkbookSample

  @Test func `Sheets are parts, rows are lines, strings are shared`() {
    let first =
      Sample.shared(row: 0, 0) + Sample.shared(row: 0, 1) + Sample.shared(row: 1, 2)
      + Sample.shared(row: 2, 9)
    let second = Sample.cell(0x204, row: 0, Sample.string("Ünique"))
    let (sink, failure) = Sample.read(
      Sample.workbook(globals: Sample.strings, sheets: [("Eins", first), ("Zwäi", second)]))
    #expect(failure == nil)
    #expect(sink.text == "Eins\nfirst Größe\nrich\n\nZwäi\nÜnique")
    #expect(
      sink.parts.map(\.part) == [
        DocumentPart(.sheet, label: "Eins"), DocumentPart(.sheet, label: "Zwäi"),
      ])
    #expect(sink.fields == [.pages: ["2"]])
  }

  @Test func `Numbers and results of formulas are read`() {
    func double(_ value: Double) -> [UInt8] { OfficeBytes.bytes(value.bitPattern) }
    var records = Sample.cell(0x203, row: 0, double(42))
    records += Sample.cell(0x203, row: 0, double(-1.5))
    records += Sample.cell(0x27e, row: 0, OfficeBytes.bytes(700 << 2 | 2, 4))
    records += Sample.cell(0x27e, row: 0, OfficeBytes.bytes(-7 << 2 | 3, 4))
    records += Sample.cell(0x27e, row: 0, OfficeBytes.bytes(0x3ff0_0001, 4))
    let (one, two) = (OfficeBytes.bytes(1 << 2 | 2, 4), OfficeBytes.bytes(2 << 2 | 2, 4))
    let row: [UInt8] = [1, 0, 0, 0]
    records += Sample.record(0xbd, row + [0, 0] + one + [0, 0] + two + [1, 0])
    records += Sample.cell(0x06, row: 2, double(8))
    records += Sample.cell(0x06, row: 2, [0, 0, 0, 0, 0, 0, 0xff, 0xff])
    records += Sample.record(0x207, Sample.string("result"))
    records += Sample.cell(0x203, row: 3, double(.nan)) + Sample.cell(0x203, row: 3, double(1e300))
    let (sink, _) = Sample.read(Sample.workbook(sheets: [("S", records)]))
    #expect(sink.text == "S\n42 -1.5 700 -0.07 0.01\n1 2\n8 result\n1E+300")
  }

  @Test(arguments: [0x0600, 0x0500])
  func `Cells are read as their style shows them`(version: Int) {
    func format(_ number: Int, _ code: String) -> [UInt8] {
      let length = version == 0x0600 ? OfficeBytes.bytes(code.count, 2) + [0] : [UInt8(code.count)]
      return Sample.record(0x41e, OfficeBytes.bytes(number, 2) + length + Array(code.utf8))
    }
    func style(_ format: Int) -> [UInt8] {
      Sample.record(0xe0, [0, 0] + OfficeBytes.bytes(format, 2) + [UInt8](repeating: 0, count: 16))
    }
    func cell(_ type: Int, row: Int, style: UInt8, _ body: [UInt8]) -> [UInt8] {
      Sample.record(type, OfficeBytes.bytes(row, 2) + [0, 0, style, 0] + body)
    }
    let date = OfficeBytes.bytes((45_366.0).bitPattern)
    let integer = OfficeBytes.bytes(45_366 << 2 | 2, 4)
    var records = cell(0x203, row: 0, style: 1, date) + cell(0x27e, row: 0, style: 2, integer)
    records += Sample.record(0xbd, [1, 0, 0, 0, 1, 0] + integer + [3, 0] + integer + [1, 0])
    records += cell(0x06, row: 2, style: 1, date + [0, 0])
    records += cell(0x205, row: 3, style: 0, [1, 0]) + cell(0x205, row: 3, style: 0, [7, 1])
    records += cell(0x06, row: 3, style: 0, [1, 0, 0, 0, 0, 0, 0xff, 0xff])
    let text = version == 0x0600 ? Sample.string("Bean") : [4, 0] + Array("Bean".utf8)
    records += cell(0x204, row: 4, style: 4, text)
    let globals =
      format(164, "dd\\.mm\\.yyyy") + style(0) + style(164) + style(14) + style(3)
      + format(165, "\"Mr \"@\"!\"") + style(165)
    let stream = Sample.workbook(version: version, globals: globals, sheets: [("S", records)])
    #expect(
      Sample.read(stream).sink.text == """
        S
        15.03.2024 2024-03-15 3/15/2024 2024-03-15
        15.03.2024 2024-03-15 45,366 45366
        15.03.2024 2024-03-15
        TRUE FALSE
        Mr Bean!
        """)
  }

  @Test func `Days may be counted from 1904`() {
    let style = { (format: UInt8) in Sample.record(0xe0, [0, 0, format, 0]) }
    let globals = Sample.record(0x22, [1, 0]) + style(14)
    let records = Sample.cell(0x27e, row: 0, OfficeBytes.bytes(43_904 << 2 | 2, 4))
    let stream = Sample.workbook(globals: globals, sheets: [("S", records)])
    #expect(Sample.read(stream).sink.text == "S\n3/15/2024 2024-03-15")
  }

  @Test func `Headers, footers and texts of validations are read`() {
    var records = Sample.record(0x14, Sample.string("&LTop &P"))
    records += Sample.record(0x15, Sample.string("&CFüß", isWide: true))
    records += Sample.record(
      0x89c, [UInt8](repeating: 0, count: 38) + Sample.string("even") + Sample.string("first"))
    let texts: [UInt8] = ["Prompt", "Error", "Say", "\0"].flatMap { Sample.string($0) }
    let list: [UInt8] = [6, 0, 0, 0, 0x17, 3, 0] + Array("a\0b".utf8)
    records += Sample.record(0x1be, [0, 0, 0, 0] + texts + list)
    let (sink, failure) = Sample.read(Sample.workbook(sheets: [("S", records)]))
    #expect(failure == nil)
    #expect(sink.text == "S\nTop\nFüß\neven\nfirst\nPrompt\nError\nSay\na b")
    let old = Sample.record(0x14, [3] + Array("&LA".utf8)) + Sample.record(0x15, [])
    #expect(
      Sample.read(Sample.workbook(version: 0x0500, sheets: [("S", old)])).sink.text == "S\nA")
  }

  @Test func `A string goes on in the next record, where its width may change`() {
    let counts: [UInt8] = OfficeBytes.bytes(2, 4) + OfficeBytes.bytes(2, 4)
    let start = Sample.record(0xfc, counts + [9, 0, 0] + Array("abc".utf8))
    let next = Sample.record(0x3c, [1] + OfficeBytes.utf16("Ωψφ"))
    let last = Sample.record(0x3c, [0] + Array("def".utf8) + Sample.string("second"))
    let (sink, failure) = Sample.read(
      Sample.workbook(
        globals: start + next + last,
        sheets: [("S", Sample.shared(row: 0, 0) + Sample.shared(row: 0, 1))]))
    #expect(failure == nil)
    #expect(sink.text == "S\nabcΩψφdef second")
  }

  @Test func `Comments and titles of charts are read, the numbers of charts are not`() {
    let object = [UInt8](repeating: 0, count: 10) + [6, 0, 0, 0, 0, 0, 0, 0]
    let remark: [UInt8] = [0] + Array("remark".utf8)
    var records = Sample.record(0x1b6, object) + Sample.record(0x3c, remark)
    records += Sample.record(0x3c, [0, 0]) + Sample.record(0x809, [0, 6, 0x20, 0])
    records += Sample.record(0x100d, [0, 0, 5, 0] + Array("Chart".utf8))
    records += Sample.cell(0x204, row: 0, Sample.string("copy")) + Sample.record(0x0a, [])
    records += Sample.cell(0x204, row: 9, Sample.string("cell"))
    let (sink, failure) = Sample.read(
      Sample.workbook(sheets: [("S", records)]))
    #expect(failure == nil)
    #expect(sink.text == "S\nremark\nChart\ncell")
  }

  @Test(arguments: [0x0600, 0x0500])
  func `Texts in the data of a chart are read`(version: Int) {
    let head: [UInt8] = version == 0x0600 ? [0, 0, 0, 0, 4, 0] : [0, 0, 0, 4]
    let label = Sample.record(0x04, [0, 0, 0, 0] + head.dropFirst(0) + Array("East".utf8))
    let stream = Sample.workbook(version: version, sheets: [("S", label)])
    #expect(Sample.read(stream).sink.text == "S\nEast")
  }

  @Test func `A workbook of Excel 95 is read with its code page`() {
    let label = Sample.cell(0x204, row: 0, [3, 0, 0xcf, 0xf0, 0xe8])
    let stream = Sample.workbook(
      version: 0x0500, globals: Sample.record(0x42, OfficeBytes.bytes(1251, 2)),
      sheets: [("Old", label)])
    var builder = CompoundFileBuilder()
    builder.add(stream, at: "Book")
    let (sink, failure) = CompoundFileReaderTests.read(builder.build())
    #expect(failure == nil)
    #expect(sink.text == "Old\nПри")
    #expect(sink.parts.map(\.part.label) == ["Old"])
  }

  @Test func `Sheets that share records give no more than the stream has`() {
    let records = (0..<100).flatMap { Sample.cell(0x204, row: $0, Sample.string("word")) }
    var stream = Sample.workbook(sheets: [("S", records)])
    let entry = stream[8..<22]
    stream.insert(contentsOf: (0..<500).flatMap { _ in entry }, at: 8)
    let position = OfficeBytes.bytes(stream.count - records.count - 12, 4)
    for index in 0...500 {
      stream.replaceSubrange((12 + index * 14)..<(16 + index * 14), with: position)
    }
    let (sink, failure) = Sample.read(stream)
    #expect(failure != nil)
    #expect((1...1_000).contains(sink.text.split(separator: "\n").count { $0 == "word" }))
  }

  @Test func `A workbook that is cut gives the cells before`() {
    let records = Sample.cell(0x204, row: 0, Sample.string("one")) + Sample.shared(row: 0, 0)
    let stream = Sample.workbook(globals: Sample.strings, sheets: [("S", records)])
    let (sink, failure) = Sample.read(stream.dropLast(8))
    guard case .damaged = failure else { return #expect(failure == .damaged("")) }
    #expect(sink.text == "S\none")
  }
}
