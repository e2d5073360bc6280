import Testing

@testable import DocumentReaders

/// Makes documents of Word.
enum WordSample {
  static let textOffset = 0x400

  /// Returns a document with one text of Windows-1252 for ASCII, and the bytes after it.
  static func document(
    text: String, flags: Int = 0x0200, parts: [Int] = [], more: [UInt8] = []
  ) -> [UInt8] {
    var bytes = OfficeBytes.bytes(0xa5ec, 2) + OfficeBytes.bytes(0xc1, 2)
    bytes += [UInt8](repeating: 0, count: 6) + OfficeBytes.bytes(flags, 2)
    bytes += [UInt8](repeating: 0, count: textOffset - bytes.count)
    for (offset, count) in zip([0x4c, 0x50, 0x54, 0x5c], parts) {
      bytes.replaceSubrange(offset..<(offset + 4), with: OfficeBytes.bytes(count, 4))
    }
    bytes.replaceSubrange(0x1a6..<0x1aa, with: OfficeBytes.bytes(1 << 20, 4))
    return bytes + Array(text.utf8) + more
  }

  static func table(characters: Int) -> [UInt8] {
    table([(characters, textOffset, false)])
  }

  /// Returns a table stream with pieces, after a property that has to be passed over.
  static func table(_ pieces: [(characters: Int, offset: Int, isWide: Bool)]) -> [UInt8] {
    var (positions, descriptors): ([UInt8], [UInt8]) = (OfficeBytes.bytes(0, 4), [])
    var position = 0
    for piece in pieces {
      position += piece.characters
      positions += OfficeBytes.bytes(position, 4)
      let offset = piece.isWide ? piece.offset : piece.offset * 2 | 0x4000_0000
      descriptors += [0, 0] + OfficeBytes.bytes(offset, 4) + [0, 0]
    }
    let body = positions + descriptors
    return [1, 2, 0, 9, 9, 2] + OfficeBytes.bytes(body.count, 4) + body
  }

  static func file(
    _ text: String, parts: [Int] = [], more: [UInt8] = [],
    pieces: [(characters: Int, offset: Int, isWide: Bool)]? = nil
  ) -> [UInt8] {
    var builder = CompoundFileBuilder()
    builder.add(document(text: text, parts: parts, more: more), at: "WordDocument")
    let table = pieces.map { Self.table($0) } ?? table(characters: text.utf8.count + more.count)
    builder.add(table, at: "1Table")
    return builder.build()
  }

  static let file = file(
    "One\u{13} HYPERLINK \u{14}two\u{15}.\rcell\u{7}", parts: [5, 6],
    more: OfficeBytes.utf16("größer"),
    pieces: [(4, textOffset, false), (20, textOffset + 4, false), (6, textOffset + 31, true)])
}

struct WordReaderTests {
  @Test(arguments: [
    ("One two\rthree\r", "One two\n\nthree"), ("a\u{b}b\u{c}c", "a\nb\n\nc"),
    ("a\u{7}b\u{7}\u{7}c\u{7}", "a b\nc"), ("a\u{1e}b\u{1f}c\u{1}\u{2}\u{5}\u{8}d", "a-bcd"),
    ("see \u{13} HYPERLINK \"x\" \u{14}there\u{15}.", "see there."), ("a\u{13} PAGE \u{15}b", "ab"),
    ("\u{13}a\u{13}b\u{14}c\u{15}d\u{14}e\u{13}f\u{14}g\u{15}h\u{15}i", "eghi"),
    ("\u{13} MACROBUTTON NoMacro [Click here]\u{15}.", "[Click here]."),
    ("x\u{13} EQ \\* jc2 \\* \"Font:A B\" \\o\\ad(\\s\\up 11(above),base)\u{15}y", "xabove basey"),
    ("\u{13} EQ \\a\\co2(Milk,Eggs)\u{14}result\u{15}", "result"),
    ("\u{13} IF \u{13} EQ \\a(b)\u{15} x \u{15}", ""),
    ("\u{15}\u{14}a\u{13}b", "a"),
  ])
  func `Special characters separate, and instructions of fields are not read`(
    raw: String, text: String
  ) {
    let (sink, failure) = CompoundFileReaderTests.read(WordSample.file(raw))
    #expect(failure == nil)
    #expect(sink.text == text)
  }

  /// Returns a document whose characters in a range have properties.
  private static func formatted(
    _ text: String, _ range: Range<Int>, properties: [UInt8]
  ) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 512)
    let ends = [0, range.lowerBound, range.upperBound, text.utf8.count]
    let offsets = ends.flatMap { OfficeBytes.bytes(WordSample.textOffset + $0, 4) }
    page.replaceSubrange(0..<16, with: offsets)
    page[17] = 100
    page.replaceSubrange(
      200..<(201 + properties.count), with: [UInt8(properties.count)] + properties)
    page[511] = 3
    let padding = [UInt8](repeating: 0, count: 512 - text.utf8.count)
    var document = WordSample.document(text: text, more: padding + page)
    let table = WordSample.table(characters: text.utf8.count)
    document.replaceSubrange(0xfa..<0xfe, with: OfficeBytes.bytes(table.count, 4))
    document.replaceSubrange(0xfe..<0x102, with: OfficeBytes.bytes(12, 4))
    let list = [0, 512].flatMap { OfficeBytes.bytes(WordSample.textOffset + $0, 4) }
    var builder = CompoundFileBuilder()
    builder.add(document, at: "WordDocument")
    builder.add(table + list + OfficeBytes.bytes(3, 4), at: "1Table")
    return builder.build()
  }

  @Test(
    arguments: [
      ([0x00, 0x08, 1], "keptafter"), ([0x00, 0x08, 0], "keptgoneafter"),
      ([0x35, 0x08, 1], "keptgoneafter"), ([0x03, 0x6a, 1, 2, 3, 4, 0x00, 0x08, 1], "keptafter"),
      ([0x4d, 0xca, 2, 0, 8, 0x00, 0x08, 1], "keptafter"), ([0x4d, 0xca, 0xff], "keptgoneafter"),
      ([], "keptgoneafter"),
    ] as [([UInt8], String)])
  func `What a tracked change has deleted is not read`(properties: [UInt8], text: String) {
    let file = Self.formatted("keptgoneafter", 4..<8, properties: properties)
    let (sink, failure) = CompoundFileReaderTests.read(file)
    #expect(failure == nil)
    #expect(sink.text == text)
    var mutator = OfficeMutator(seed: 3)
    for _ in 0..<100 { _ = CompoundFileReaderTests.read(mutator.mutated(file)) }
  }

  @Test func `Pieces are read in the order of the table, each in its width`() {
    let wide = OfficeBytes.utf16("Größe 😀")
    let (sink, failure) = CompoundFileReaderTests.read(
      WordSample.file(
        "one two", more: [0x80, 0xe4] + wide,
        pieces: [
          (4, WordSample.textOffset + 3, false), (8, WordSample.textOffset + 9, true),
          (3, WordSample.textOffset, false), (2, WordSample.textOffset + 7, false),
        ]))
    #expect(failure == nil)
    #expect(sink.text == "twoGröße 😀one€ä")
  }

  @Test func `Fields end with the body, and footnotes follow it`() {
    let (sink, _) = CompoundFileReaderTests.read(
      WordSample.file("a\u{13}bnotehead", parts: [3, 4, 4]))
    #expect(sink.text == "a\n\nnote\n\nhead")
  }

  @Test func `A character of two units is whole wherever the text is cut`() {
    let text = "x" + String(repeating: "😀", count: 30_000)
    let bytes = OfficeBytes.utf16(text)
    let (sink, failure) = CompoundFileReaderTests.read(
      WordSample.file("", more: bytes, pieces: [(bytes.count / 2, WordSample.textOffset, true)]))
    #expect(failure == nil)
    #expect(sink.text == text)
  }

  /// Returns the text of a document of Word 95.
  private static func text95(
    _ text: [UInt8], characters: Int, identifier: Int = 0xa5dc, flags: Int = 0,
    language: Int = 0x409, charset: Int = 0, fonts: [Int] = []
  ) -> String {
    var document = OfficeBytes.bytes(identifier, 2) + OfficeBytes.bytes(0x68, 2)
    document += [UInt8](repeating: 0, count: 0x200 - document.count)
    let table = fonts.flatMap { [6, 0, 0, 0, UInt8($0), 0, 0x41] as [UInt8] }
    let values = [
      (0x06, language, 2), (0x0a, flags, 2), (0x14, charset, 2), (0x18, 0x200, 4),
      (0x34, characters, 4), (0xd0, 0x200 + text.count, 4), (0xd4, table.count + 2, 4),
    ]
    for (offset, value, size) in values {
      document.replaceSubrange(offset..<(offset + size), with: OfficeBytes.bytes(value, size))
    }
    var builder = CompoundFileBuilder()
    builder.add(
      document + text + OfficeBytes.bytes(table.count + 2, 2) + table, at: "WordDocument")
    return CompoundFileReaderTests.read(builder.build()).sink.text
  }

  @Test func `Text of Word 95 needs no piece table`() {
    #expect(Self.text95(Array("old words and more".utf8), characters: 9) == "old words")
  }

  @Test(
    arguments: [
      // "Größe" in Windows-1252, and on a Macintosh.
      ([0x47, 0x72, 0xf6, 0xdf, 0x65], 0x409, 0, [], "Größe"),
      ([0x47, 0x72, 0x9a, 0xa7, 0x65], 0x409, 0x100, [], "Größe"),
      // "привет" by the language, and by a font.
      ([0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 0x419, 0, [0], "привет"),
      ([0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], 0x409, 0, [0, 2, 204], "привет"),
      // "žluť", and Japanese.
      ([0x9e, 0x6c, 0x75, 0x9d], 0x405, 0, [0], "žluť"),
      ([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea], 0x411, 0, [], "日本語"),
    ] as [([UInt8], Int, Int, [Int], String)])
  func `The language or a font gives the encoding of Word 95`(
    text: [UInt8], language: Int, charset: Int, fonts: [Int], expected: String
  ) {
    let result = Self.text95(
      text, characters: text.count, language: language, charset: charset, fonts: fonts)
    #expect(result == expected)
  }

  @Test func `Text of Word 95 for East Asia is UTF-16`() {
    let text = OfficeBytes.utf16("日本 x")
    #expect(Self.text95(text, characters: 4, identifier: 0xa699, flags: 0x1000) == "日本 x")
  }

  @Test func `Pieces that share text give no more than the file has`() {
    let pieces = (0..<1_000).map { _ in
      (characters: 5, offset: WordSample.textOffset, isWide: false)
    }
    let (sink, failure) = CompoundFileReaderTests.read(WordSample.file("word ", pieces: pieces))
    guard case .damaged = failure else { return #expect(failure == .damaged("")) }
    #expect(sink.text.utf8.count <= 2_000)
    #expect(sink.text.hasPrefix("word word"))
  }
}
