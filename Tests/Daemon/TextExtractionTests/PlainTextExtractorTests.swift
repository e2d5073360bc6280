import LinuxSystem
import TestSupport
import Testing
import TextExtraction

struct PlainTextExtractorTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  func extract(
    _ bytes: [UInt8], as name: String = "a.txt", limit: Int = 64 << 20
  ) throws -> ExtractedText {
    try folder[name].write(bytes)
    let file = try FileDescriptor(openingForeign: folder[name])
    let text = try DocumentExtractor.plainText(
      of: file, file.status(), name: Array(name.utf8), byteLimit: limit)
    return try #require(text)
  }

  @Test(arguments: [0, 1, 8_191, 8_192, 8_193, 100_000])
  func `A file of any size is read completely`(size: Int) throws {
    let bytes = (0..<size).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    var expected = ExtractedText(type: "text/plain")
    expected.text = bytes
    #expect(try extract(bytes) == expected)
  }

  @Test(arguments: [0, 1, 8_191])
  func `A NUL in the first 8 KiB makes a file binary`(offset: Int) throws {
    var bytes = [UInt8](repeating: 0x61, count: 10_000)
    bytes[offset] = 0
    let expected = ExtractedText(type: "application/octet-stream", extent: .nothing)
    #expect(try extract(bytes) == expected)
    #expect(try extract(bytes, as: "a.md") == expected)
    #expect(try extract(bytes, as: "a.png") == ExtractedText(type: "image/png", extent: .nothing))
  }

  @Test(arguments: EncodedSamples.all)
  func `Text in another encoding is decoded, and the encoding is named`(
    sample: EncodedSamples.Sample
  ) throws {
    let document = try extract(sample.bytes)
    #expect(String(decoding: document.text, as: UTF8.self) == sample.text)
    #expect(document.charset == sample.charset)
  }

  @Test(arguments: [5_000, 20_000])
  func `A log that begins with NULs is text`(count: Int) throws {
    let line = Array("10:00 the server has started\n".utf8)
    let document = try extract([UInt8](repeating: 0, count: count) + line + line, as: "a.log")
    #expect(document.text == (count < 8_192 ? [0x20] : []) + line + line)
    #expect(document.extent == .whole)
  }

  @Test func `A hole at the beginning of a sparse log costs nothing`() throws {
    let path = folder["a.log"]
    let file = try FileDescriptor(openingRecordsAt: path)
    try file.write(Array("the server has started again\n".utf8), at: 300 << 20)
    let text = try DocumentExtractor.plainText(
      of: file, file.status(), name: Array("a.log".utf8), byteLimit: 1 << 20)
    #expect(text?.text == Array("the server has started again\n".utf8))
    #expect(text?.extent == .whole)
  }

  @Test func `The end of a long log may have letters that its beginning lacks`() throws {
    let line = Array("10:00 the server has started\n".utf8)
    let latin = Array("Größe und Kälte\n".unicodeScalars.map { UInt8($0.value) })
    let bytes =
      Array([[UInt8]](repeating: line, count: 9_000).joined())
      + [[UInt8]](repeating: latin, count: 40).joined()
    let text = String(decoding: try extract(bytes, as: "a.log", limit: 100_000).text, as: UTF8.self)
    #expect(
      text.hasPrefix("10:00 the") && text.hasSuffix("Größe und Kälte\n"), "\(text.suffix(60))")
  }

  @Test func `Colors of a terminal do not part words`() throws {
    let log = "a \u{1b}[1;31mfailed\u{1b}[0m wo\u{1b}[32mrd \u{1b}x \u{1b}[9"
    let document = try extract(Array(log.utf8), as: "a.log")
    #expect(String(decoding: document.text, as: UTF8.self) == "a failed word \u{1b}x \u{1b}[9")
  }

  @Test func `Escapes of JSON are characters, and the paths in a log are not changed`() throws {
    let json = try extract(Array(#"{"name": "M\u00fcller"}"#.utf8), as: "a.json")
    #expect(String(decoding: json.text, as: UTF8.self) == #"{"name": "Müller"}"#)
    let log = #"[10:00] C:\temp\new"#
    #expect(try extract(Array(log.utf8), as: "a.log").text == Array(log.utf8))
  }

  @Test func `Zeros alone are no text`() throws {
    let expected = ExtractedText(type: "application/octet-stream", extent: .nothing)
    #expect(try extract([UInt8](repeating: 0, count: 20_000), as: "a.log") == expected)
  }

  @Test(arguments: [8_192, 9_999])
  func `A NUL after the first 8 KiB becomes a blank`(offset: Int) throws {
    var bytes = [UInt8](repeating: 0x61, count: 10_000)
    bytes[offset] = 0
    let document = try extract(bytes)
    bytes[offset] = 0x20
    #expect(document.text == bytes)
    #expect(document.extent == .whole)
  }

  @Test(
    arguments: [
      ([0xc3, 0xa9], "é"), ([0xe4, 0x20, 0xf6], "ä ö"),
      ([0xc3, 0xa9, 0xc3, 0xa9, 0xc3, 0xa9, 0xc3, 0xa9, 0xff], "éééé\u{fffd}"),
      ([0xff, 0xfe, 0x61, 0, 0xe4, 0], "aä"),
      ([0xef, 0xbb, 0xbf, 0x61], "a"), ([0xef, 0xbb, 0xbf], ""),
      ([0xef, 0xbb, 0xbf, 0xff, 0x61], "\u{fffd}a"), ([0x61, 0xef, 0xbb, 0xbf], "a\u{feff}"),
      ([0x61, 0x0d, 0x0a], "a\r\n"),
    ] as [([UInt8], String)])
  func `Text becomes UTF-8 without a byte order mark, and invalid bytes are replaced`(
    bytes: [UInt8], text: String
  ) throws {
    #expect(try extract(bytes).text == Array(text.utf8))
  }

  @Test(arguments: [65_532, 65_533, 65_534, 65_535, 65_536, 65_537])
  func `Invalid bytes are replaced at any offset of a long file`(offset: Int) throws {
    for odd in [[0xff], [0xc3], [0xe2, 0x82], [0x80, 0x80, 0x80, 0x80], [0xf0, 0x9f, 0x8c]] {
      var bytes = [UInt8](repeating: 0x61, count: offset) + odd.map { UInt8($0) }
      // Characters of each length lie across the end of a part.
      bytes += Array(String(repeating: "é€🌰a", count: 20_000).utf8)
      let document = try extract(bytes)
      // The difference of long texts takes minutes to describe.
      let isEqual = document.text == Array(String(decoding: bytes, as: UTF8.self).utf8)
      #expect(isEqual)
      #expect(document.extent == .whole)
    }
  }

  @Test func `Text that grows by replaced bytes stays near the limit`() throws {
    let pattern: [UInt8] = [0xc3, 0xa9, 0xc3, 0xa9, 0xc3, 0xa9, 0xc3, 0xa9, 0xff]
    let bytes = Array((0..<1 << 17).map { _ in pattern }.joined().prefix(1 << 20))
    let document = try extract(bytes, limit: 1 << 20)
    #expect((1 << 20...(1 << 20) + 200_000).contains(document.text.count))
    guard case .beginning(let read, 1 << 20) = document.extent else {
      Issue.record("\(document.extent)")
      return
    }
    #expect(abs(read * 11 - Int64(document.text.count) * 9) < 20)
  }

  @Test(arguments: [1, 100, 8_191, 8_192, 8_193, 9_999])
  func `Only the beginning of a long file is read, and the extent says so`(limit: Int) throws {
    let document = try extract([UInt8](repeating: 0x61, count: 10_000), limit: limit)
    #expect(document.text.count == limit)
    #expect(document.extent == .beginning(read: Int64(limit), size: 10_000))
  }

  @Test(arguments: [false, true])
  func `Of a long log the first and the last lines are read`(isWide: Bool) throws {
    let log = (0..<20_000).map { "line \($0)\n" }.joined()
    let bytes = isWide ? log.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } : Array(log.utf8)
    let document = try extract(bytes, as: "a.log", limit: 100_001)
    let text = String(decoding: document.text, as: UTF8.self)
    #expect(text.hasPrefix("line 0\nline 1\n") && text.hasSuffix("line 19998\nline 19999\n"))
    #expect(text.split(separator: "\n").count { !$0.hasPrefix("line ") } == 1)
    #expect(text.contains("\n…\nline 1"))
    #expect(document.text.count > (isWide ? 49_000 : 99_000))
    guard case .ends(let read, Int64(bytes.count)) = document.extent else {
      Issue.record("\(document.extent)")
      return
    }
    #expect((99_000...100_004).contains(read))
  }

  @Test func `Of a long line the beginning is read`() throws {
    let document = try extract([UInt8](repeating: 0x61, count: 200_000), limit: 100_000)
    #expect(document.text.count == 100_000)
    #expect(document.extent == .beginning(read: 100_000, size: 200_000))
  }

  @Test(arguments: [100, 8_192, 10_000])
  func `A file as long as the limit is read completely`(size: Int) throws {
    let document = try extract([UInt8](repeating: 0x61, count: size), limit: size)
    #expect(document.text.count == size)
    #expect(document.extent == .whole)
  }

  @Test func `A folder cannot be read`() throws {
    let file = try FileDescriptor(openingDirectory: folder.path)
    let status = try file.status()
    #expect(throws: SystemError.self) {
      try DocumentExtractor.plainText(
        of: file, status, name: Array("a".utf8), byteLimit: 1 << 20)
    }
  }

  @Test(
    arguments: [
      ("# A title", "A title"), ("intro\n\n## A title\n\n# Another", "A title"),
      ("###### A", "A"), ("####### A", nil), ("#A", nil), ("#\tA", "A"), ("#", nil),
      ("# A # B", "A # B"), ("# A ##", "A"), ("# A#", "A#"), ("# A ## ", "A"), ("#  A  ", "A"),
      ("## ##", nil), ("### ###\n# B", "B"), ("# \n# B", "B"),
      ("   # A", "A"), ("    # A", nil), ("\t# A", nil), ("a\r\n# A\r\nb", "A"),
      ("#5 bolt", nil), ("\\# A", nil), ("# Größe 🐦", "Größe 🐦"),
    ] as [(String, String?)])
  func `A heading with number signs is the title`(text: String, title: String?) throws {
    #expect(try extract(Array(text.utf8), as: "a.md").title == title)
  }

  @Test(
    arguments: [
      ("A title\n=====", "A title"), ("A title\n---", "A title"), ("A\n=", "A"),
      ("A\n===  ", "A"), ("A\n\n===", nil), ("A\n== =", nil), ("A\n=-=", nil),
      ("  A  \n===", "A"), ("    A\n===", nil), ("===", nil), ("\n---\n\ntext", nil),
      ("A\n---\n# B", "A"), ("\n\n---\n---\n# B", "B"), ("- a\n- b\n---\n# B", "B"),
      ("> a\n---\n# B", "B"), ("1. a\n---\n# B", "B"), ("* * *\n---\n# B", "B"),
      ("one\ntwo\n===", "one two"),
    ] as [(String, String?)])
  func `An underlined paragraph is the title`(text: String, title: String?) throws {
    #expect(try extract(Array(text.utf8), as: "a.md").title == title)
  }

  @Test(
    arguments: [
      ("```\n# a\n```\n# B", "B"), ("~~~\n# a\n~~~\n# B", "B"), ("```sh\n# a\n```\n# B", "B"),
      ("```\n# a\n~~~\n# b", nil), ("```\n# a", nil), ("````\n```\n# a\n````\n# B", "B"),
      ("```\n```sh\n# a\n```\n# B", "B"), ("```a```\n# B", "B"), ("~~~ a`b\n# a\n~~~\n# B", "B"),
      ("```\na\n===\n```\n# B", "B"), ("    ```\n# B", "B"), ("```\n# a\n`````\n# B", "B"),
    ] as [(String, String?)])
  func `A heading in fenced code is not a title`(text: String, title: String?) throws {
    #expect(try extract(Array(text.utf8), as: "a.md").title == title)
  }

  @Test(arguments: ["a.txt", "a.swift", "a"])
  func `Only Markdown has headings`(name: String) throws {
    #expect(try extract(Array("# A\n".utf8), as: name).title == nil)
  }

  @Test func `A heading after the first 64 KiB is not a title`() throws {
    let text = String(repeating: "words\n\n", count: 10_000) + "# A"
    let document = try extract(Array(text.utf8), as: "a.md")
    #expect(document.title == nil)
    #expect(document.text.count == text.utf8.count)
  }
}

/// A text in some encodings; `CharacterEncodingsTests` has more.
enum EncodedSamples {
  struct Sample: Sendable {
    let text: String
    let bytes: [UInt8]
    let charset: String?
  }

  static let all = [
    Sample(text: "Müller", bytes: [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72], charset: "windows-1252"),
    Sample(
      text: "a ä", bytes: [0xff, 0xfe, 0x61, 0, 0x20, 0, 0xe4, 0], charset: "UTF-16LE"),
    Sample(text: "Größe", bytes: Array("Größe".utf8), charset: nil),
    Sample(
      text: "日本語の", bytes: [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc], charset: "Shift_JIS"),
  ]
}
