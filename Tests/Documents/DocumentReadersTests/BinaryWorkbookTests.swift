import ExtractionProtocol
import TestSupport
import Testing

@testable import DocumentReaders

/// Binary workbooks (xlsb).
struct BinaryWorkbookTests {
  private static func record(_ type: Int, _ body: [UInt8] = []) -> [UInt8] {
    number(type) + number(body.count) + body
  }

  /// A number of seven bits for each byte.
  private static func number(_ value: Int) -> [UInt8] {
    value < 0x80
      ? [UInt8(value)] : [UInt8(truncatingIfNeeded: value) | 0x80] + number(value >> 7)
  }

  private static func bytes(_ value: Int, _ size: Int) -> [UInt8] { OfficeBytes.bytes(value, size) }

  private static func string(_ text: String?) -> [UInt8] {
    guard let text else { return bytes(0xffff_ffff, 4) }
    return bytes(text.utf16.count, 4) + text.utf16.flatMap { bytes(Int($0), 2) }
  }

  private static func cell(_ type: Int, _ value: [UInt8], style: Int = 0) -> [UInt8] {
    record(type, bytes(0, 4) + bytes(style, 4) + value)
  }

  private static func double(_ value: Double) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
  }

  private static let row = record(0, bytes(0, 4))
  private static let sheet =
    row + cell(7, bytes(0, 4)) + cell(2, bytes(42 << 2 | 2, 4)) + cell(5, double(45_366), style: 1)
    + row + cell(6, string("own")) + cell(4, [1]) + cell(62, [0] + string("rich")) + row
    + cell(8, string("formula") + [9, 9]) + cell(9, double(0.5), style: 2) + cell(10, [0])
    + cell(1, []) + cell(3, [7]) + row + cell(7, bytes(0, 4), style: 3)
    + cell(6, string("own"), style: 3)
    + record(
      64,
      bytes(0, 4) + bytes(1, 4) + [UInt8](repeating: 0, count: 16) + string(nil)
        + string("Too large") + string("Prompt") + string(""))
    + record(479, bytes(0, 2) + string("&LTop") + string(nil))

  private static let package: DictionaryPackage = {
    var package: DictionaryPackage = [
      "_rels/.rels": OfficeOpenXMLReaderTests.relationships([
        ("r1", "officeDocument", "xl/workbook.bin")
      ]),
      "xl/_rels/workbook.bin.rels": OfficeOpenXMLReaderTests.relationships([
        ("r1", "worksheet", "worksheets/sheet1.bin"), ("r2", "sharedStrings", "sharedStrings.bin"),
        ("r3", "styles", "styles.bin"),
      ]),
      "xl/worksheets/_rels/sheet1.bin.rels": OfficeOpenXMLReaderTests.relationships([
        ("r1", "comments", "../comments1.bin")
      ]),
    ]
    let parts = [
      "xl/workbook.bin": record(153, bytes(0, 4))
        + record(156, bytes(0, 4) + bytes(1, 4) + string("r1") + string("Prices")),
      "xl/sharedStrings.bin": record(159, []) + record(19, [0] + string("größe")),
      "xl/styles.bin": record(44, bytes(164, 2) + string("yyyy\\-mm\\-dd"))
        + record(44, bytes(165, 2) + string("\"Mr \"@\"!\"")) + record(626)
        + record(47, bytes(0, 2) + bytes(10, 2)) + record(617) + record(47, bytes(0, 4))
        + record(47, bytes(0, 2) + bytes(164, 2)) + record(47, bytes(0, 2) + bytes(9, 2))
        + record(47, bytes(0, 2) + bytes(165, 2))
        + record(618),
      "xl/worksheets/sheet1.bin": sheet,
      "xl/comments1.bin": record(637, [0] + string("a comment")),
    ]
    for (name, content) in parts {
      package.names.append(name)
      package.contents[name] = content
    }
    return package
  }()

  @Test func `Cells are read as they are shown, with comments, messages and headers`() {
    let (sink, failure) = OfficeOpenXMLReaderTests.read(Self.package)
    #expect(
      sink.text
        == "Prices\ngröße 42 2024-03-15\nown TRUE rich\nformula 50% 0.5 FALSE\nMr größe! Mr own!\nToo large\nPrompt\nTop\na comment"
    )
    #expect(sink.parts.map(\.part) == [DocumentPart(.sheet, label: "Prices")])
    #expect(sink.fields == [.pages: ["1"]])
    #expect(failure == nil)
  }

  @Test func `Damaged workbooks do not trap`() {
    var generator = SplitMix(seed: 3)
    for name in Self.package.names where name.hasSuffix(".bin") {
      for _ in 0..<1_000 {
        var package = Self.package
        var content = package.contents[name] ?? []
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let index = Int.random(in: 0..<content.count, using: &generator)
          content[index] = [0, 0x7f, 0x80, 0xff].randomElement(using: &generator) ?? 0
        }
        content.removeLast(Int.random(in: 0...content.count / 2, using: &generator))
        package.contents[name] = content
        _ = OfficeOpenXMLReaderTests.read(package)
      }
    }
  }
}
