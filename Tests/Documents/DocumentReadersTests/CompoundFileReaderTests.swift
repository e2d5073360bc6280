import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct CompoundFileReaderTests {
  static func read(_ bytes: [UInt8]) -> (sink: CollectingSink, failure: ReadingFailure?) {
    var sink = CollectingSink()
    do throws(ReadingFailure) {
      try CompoundFileReader.read(bytes.span, into: &sink)
      return (sink, nil)
    } catch {
      return (sink, error)
    }
  }

  static func propertySet(_ properties: [(Int, [UInt8])]) -> [UInt8] {
    var (table, values): ([UInt8], [UInt8]) = ([], [])
    for (identifier, value) in properties {
      table += OfficeBytes.bytes(identifier, 4)
      table += OfficeBytes.bytes(8 + properties.count * 8 + values.count, 4)
      values += value
    }
    let body =
      OfficeBytes.bytes(8 + table.count + values.count, 4)
      + OfficeBytes.bytes(properties.count, 4) + table + values
    return [0xfe, 0xff] + [UInt8](repeating: 0, count: 42) + OfficeBytes.bytes(48, 4) + body
  }

  private static func text(_ bytes: [UInt8]) -> [UInt8] {
    OfficeBytes.bytes(0x1e, 4) + OfficeBytes.bytes(bytes.count, 4) + bytes
  }

  /// A compound file of another program.
  static let unknown: [UInt8] = {
    var builder = CompoundFileBuilder()
    builder.add([1, 2, 3], at: "Equation Native")
    return builder.build()
  }()

  static let summary = propertySet([
    (1, OfficeBytes.bytes(2, 4) + OfficeBytes.bytes(1251, 4)),
    (2, text([0xcf, 0xf0, 0xe8, 0])), (4, text(Array("A. Author\0\0".utf8))),
    (5, text(Array("one; two".utf8))),
    (12, OfficeBytes.bytes(0x40, 4) + OfficeBytes.bytes(126_966_114_300_000_000 as UInt64)),
    (14, OfficeBytes.bytes(3, 4) + OfficeBytes.bytes(17, 4)),
  ])

  @Test func `The summary information gives fields`() {
    var builder = CompoundFileBuilder()
    builder.add(WordSample.document(text: "x"), at: "WordDocument")
    builder.add(WordSample.table(characters: 1), at: "1Table")
    builder.add(Self.summary, at: "\u{5}SummaryInformation")
    let (sink, failure) = Self.read(builder.build())
    #expect(failure == nil)
    #expect(sink.text == "x")
    #expect(
      sink.fields == [
        .title: ["При"], .author: ["A. Author"], .keyword: ["one", "two"],
        .created: ["2003-05-05T12:30:30Z"], .pages: ["17"],
      ])
  }

  @Test func `Subject, comments, category and own properties are lines before the text`() {
    var builder = CompoundFileBuilder()
    builder.add(WordSample.document(text: "x"), at: "WordDocument")
    builder.add(WordSample.table(characters: 1), at: "1Table")
    let summary = Self.propertySet([
      (3, Self.text(Array("Topic".utf8))), (6, Self.text(Array("Why".utf8))),
    ])
    builder.add(summary, at: "\u{5}SummaryInformation")
    var more = Self.propertySet([
      (2, Self.text(Array("Kind".utf8))), (15, Self.text(Array("Firm".utf8))),
    ])
    let own = Self.propertySet([(2, Self.text(Array("Client".utf8)))]).dropFirst(48)
    // A second section is in the list after the first one.
    more.replaceSubrange(24..<28, with: [2, 0, 0, 0])
    more.replaceSubrange(44..<48, with: OfficeBytes.bytes(68, 4))
    let first = more[48...]
    let list = [UInt8](repeating: 0, count: 16) + OfficeBytes.bytes(68 + first.count, 4)
    more = Array(more[..<48]) + list + first + own
    builder.add(more, at: "\u{5}DocumentSummaryInformation")
    #expect(Self.read(builder.build()).sink.text == "Topic\nWhy\n\nKind\nClient\n\nx")
  }

  @Test func `Objects in a document are members`() {
    var builder = CompoundFileBuilder()
    builder.add(WordSample.document(text: "x"), at: "WordDocument")
    builder.add(WordSample.table(characters: 1), at: "1Table")
    let records = WorkbookSample.cell(0x204, row: 0, WorkbookSample.string("inner"))
    builder.add(
      WorkbookSample.workbook(sheets: [("S", records)]), at: "ObjectPool", "_1", "Workbook")
    let name: [UInt8] = [2, 0] + Array("n.txt\0C:\\n.txt\0".utf8) + [0, 0, 3, 0]
    let native =
      name + OfficeBytes.bytes(2, 4) + Array("t\0".utf8) + OfficeBytes.bytes(4, 4)
      + Array("file".utf8)
    builder.add(
      OfficeBytes.bytes(native.count, 4) + native, at: "ObjectPool", "_2", "\u{1}Ole10Native")
    builder.add([1], at: "ObjectPool", "_3", "Equation Native")
    builder.add(Array("PK".utf8), at: "ObjectPool", "_4", "Package")
    builder.add(Array("of a button".utf8), at: "ObjectPool", "_5", "contents")
    let (sink, failure) = Self.read(builder.build())
    #expect(failure == nil)
    #expect(sink.text == "x")
    #expect(
      sink.members.map { String(decoding: $0.member.path, as: UTF8.self) } == [
        "_1", "n.txt", "_4",
      ])
    #expect(sink.members.map(\.sink.text) == ["S\ninner", "", ""])
    #expect(sink.members.map(\.content) == [[], Array("file".utf8), Array("PK".utf8)])
  }

  @Test(arguments: [
    (UInt64(0), nil), (.max, nil), (116_444_736_000_000_000, "1970-01-01T00:00:00Z"),
    (125_962_559_990_000_000, "2000-02-28T23:59:59Z"),
    (125_962_560_000_000_000, "2000-02-29T00:00:00Z"),
    (10_000_000, "1601-01-01T00:00:01Z"), (125_970_336_000_000_000, "2000-03-09T00:00:00Z"),
    (2_650_467_743_990_000_000, "9999-12-31T23:59:59Z"), (2_650_467_744_000_000_000, nil),
    (2_649_999_999_990_000_000, "9998-07-08T15:06:39Z"),
  ])
  func `Times become dates of RFC 3339`(time: UInt64, date: String?) {
    #expect(CivilDate.rfc3339(fileTime: time) == date)
  }

  @Test(arguments: [
    (1252, [0x80, 0xa0, 0xff] as [UInt8], "€ ÿ"), (1251, [0xff, 0x41, 0xb8], "яAё"),
    (1250, [0x9a], "š"), (1253, [0xe1], "α"), (1254, [0xfd], "ı"), (1255, [0xf9], "ש"),
    (1256, [0xe3], "م"), (1257, [0xeb], "ė"), (1258, [0xd0], "Đ"), (874, [0xa1], "ก"),
    (437, [0x81], "ü"), (850, [0x84], "ä"), (866, [0xaf], "п"), (10000, [0x8a], "ä"),
    (10006, [0xe1], "α"), (10029, [0x88], "ą"), (10081, [0xdd], "ı"),
    (20866, [0xd0], "п"), (28592, [0xb3], "ł"), (28605, [0xa4], "€"), (28591, [0xe4], "ä"),
    (932, [0x93, 0xfa], "日"), (936, [0xd6, 0xd0], "中"), (949, [0xb0, 0xa1], "가"),
    (950, [0xa4, 0xa4], "中"), (54936, [0xd6, 0xd0], "中"), (51932, [0xc6, 0xfc], "日"),
    (65001, [0xc3, 0xa4, 0xff], "ä\u{fffd}"), (1200, [0x3d, 0xd8, 0x00, 0xde, 0xff], "😀"),
    (99999, [0xe4], "ä"), (-1, [0xe4], "ä"),
  ])
  func `Code pages are decoded by their number`(number: Int, bytes: [UInt8], text: String) {
    #expect(String(decoding: CodePage(number).decode(bytes.span), as: UTF8.self) == text)
  }

  @Test func `Streams in large and in small sectors are found in nested storages`() throws {
    var builder = CompoundFileBuilder()
    let long = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
    builder.add(long, at: "Long")
    builder.add([1, 2, 3], at: "A", "B", "Small")
    builder.add(Array(long.prefix(4_095)), at: "A", "Most")
    builder.add([], at: "Empty")
    let bytes = builder.build()
    var file = try CompoundFile(bytes.span)
    let storage = try #require(file.entry("a"))
    let inner = try #require(file.entry("b", in: storage))
    let small = try #require(file.entry("SMALL", in: inner))
    let most = try #require(file.entry("Most", in: storage))
    #expect(file.read("Long", of: bytes.span) == long)
    #expect(file.read(small, of: bytes.span) == [1, 2, 3])
    #expect(file.read(most, of: bytes.span) == Array(long.prefix(4_095)))
    #expect(file.read("Empty", of: bytes.span) == [])
    #expect(file.read("Missing", of: bytes.span) == nil)
    #expect(file.damage == nil)
  }

  @Test func `A chain that bites its tail gives what the file has, and no more`() throws {
    var builder = CompoundFileBuilder()
    builder.add([UInt8](repeating: 7, count: 5_000), at: "Long")
    var bytes = builder.build()
    // The first sectors' links lead back; the last sector is the table.
    let table = bytes.count - 512
    for index in 0..<10 { bytes[table + index * 4] = 0 }
    var file = try CompoundFile(bytes.span)
    #expect(file.read("Long", of: bytes.span)?.count == 5_000)
    for _ in 0..<100 { _ = file.read("Long", of: bytes.span) }
    #expect(file.read("Long", of: bytes.span) == [])
    #expect(file.damage != nil)
  }

  @Test(arguments: ["EncryptedPackage", "WordDocument", "Workbook", "PowerPoint Document"])
  func `Documents with a password are recognized`(name: String) {
    var builder = CompoundFileBuilder()
    switch name {
    case "WordDocument": builder.add(WordSample.document(text: "x", flags: 0x0300), at: name)
    case "Workbook":
      builder.add(
        WorkbookSample.record(0x809, [0, 6, 5, 0]) + WorkbookSample.record(0x2f, [1, 0]), at: name)
    case "PowerPoint Document":
      builder.add([1, 2, 3], at: name)
      let user = [UInt8](repeating: 0, count: 12) + [0xdf, 0xc4, 0xd1, 0xf3, 0, 0, 0, 0]
      builder.add(user, at: "Current User")
    default: builder.add([1, 2, 3], at: name)
    }
    #expect(Self.read(builder.build()).failure == .encrypted)
  }

  @Test func `What is no document is not supported, and what is no compound file is damaged`() {
    var builder = CompoundFileBuilder()
    builder.add([1], at: "Other")
    let (_, failure) = Self.read(builder.build())
    guard case .unsupported = failure else { return #expect(failure == .unsupported("")) }
    for bytes in [[], Array("text".utf8), Array(builder.build().prefix(511))] {
      guard case .damaged = Self.read(bytes).failure else { return #expect(failure == nil) }
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: 0..<4)
  func `Damaged input never stops the process`(sample: Int) {
    let samples = [
      WordSample.file, WorkbookSample.file, PresentationSample.file, OutlookSample.file,
    ]
    var mutator = OfficeMutator(seed: UInt64(sample))
    for _ in 0..<700 { _ = Self.read(mutator.mutated(samples[sample])) }
  }
}
