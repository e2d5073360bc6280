import Testing

@testable import CharacterEncodings

struct CharacterEncodingTests {
  @Test(arguments: [
    ("utf8", "UTF-8"), (" \"ISO-8859-1\" ", "windows-1252"), ("latin1", "windows-1252"),
    ("us-ascii", "windows-1252"), ("gb2312", "GBK"), ("ks_c_5601-1987", "EUC-KR"),
    ("cp932", "Shift_JIS"), ("ISO-8859-2", "ISO-8859-2"), ("iso8859-15", "ISO-8859-15"),
    ("koi8-u", "KOI8-U"), ("windows-1251", "windows-1251"), ("tis-620", "windows-874"),
  ])
  func `A label means the encoding that browsers take it for`(label: String, name: String) {
    #expect(CharacterEncoding(label: label)?.name == name)
  }

  @Test(arguments: ["", "klingon", "../../etc/passwd", String(repeating: "a", count: 100)])
  func `An unknown label has no encoding`(label: String) {
    #expect(CharacterEncoding(label: label) == nil)
  }

  @Test(arguments: EncodedTexts.samples.indices)
  func `Text is decoded from its encoding`(index: Int) throws {
    let sample = EncodedTexts.samples[index]
    let encoding = try #require(CharacterEncoding(label: sample.encoding))
    #expect(encoding.text(of: sample.bytes) == sample.text)
  }

  @Test func `Text longer than the converter's buffer is decoded whole`() throws {
    let count = 40_000
    let text = String(repeating: "aä\u{1f426}", count: count)
    var bytes: [UInt8] = [0xff, 0xfe]
    for unit in text.utf16 { bytes += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    #expect(try #require(CharacterEncoding(label: "utf-16le")).text(of: bytes) == text)
  }

  @Test func `Repair of UTF-8 stops soon after the limit`() {
    let bytes = [UInt8](repeating: 0xff, count: 400_000)
    var text: [UInt8] = []
    let read = CharacterEncoding.utf8.decode(bytes.span, limit: 100_000, into: &text)
    #expect((100_000...100_000 + 64 << 10).contains(text.count))
    #expect(text.count == 3 * read)
  }

  @Test func `Decoding stops at the limit and says how far it came`() throws {
    let bytes = [UInt8](repeating: 0xe4, count: 200_000)
    var text: [UInt8] = []
    let read = CharacterEncoding.windows1252.decode(bytes.span, limit: 50_000, into: &text)
    #expect(text.count == read * 2)
    #expect((25_000..<60_000).contains(read))
  }

  @Test(
    arguments: [
      ("utf-8", [0x61, 0xff, 0x62], "a\u{fffd}b"), ("utf-8", [0xef, 0xbb, 0xbf, 0x61], "a"),
      ("utf-16le", [0x61, 0, 0x00, 0xd8, 0x62, 0], "a\u{fffd}b"),
      ("utf-16le", [0x61, 0, 0x00, 0xd8], "a\u{fffd}"), ("shift_jis", [0x61, 0x81], "a\u{fffd}"),
      ("utf-16be", [], ""),
    ] as [(String, [UInt8], String)])
  func `Invalid sequences are replaced, and byte order marks removed`(
    label: String, bytes: [UInt8], text: String
  ) throws {
    let decoded = try #require(CharacterEncoding(label: label)).text(of: bytes)
    #expect(decoded == text)
  }
}

extension CharacterEncoding {
  func text(of bytes: [UInt8]) -> String {
    String(decoding: decode(bytes.span), as: UTF8.self)
  }
}
