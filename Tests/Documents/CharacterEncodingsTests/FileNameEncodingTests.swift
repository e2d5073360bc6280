import Testing

@testable import CharacterEncodings

struct FileNameEncodingTests {
  @Test(
    arguments: [
      ([0x9a, 0x62, 0x75, 0x6e, 0x67], "IBM437", "windows-1252"),
      ([0xdc, 0x62, 0x75, 0x6e, 0x67], "windows-1252", "windows-1252"),
      ([0x8e, 0xe2, 0xe7, 0xa5, 0xe2], "IBM866", "IBM866"),
      ([0xce, 0xf2, 0xf7, 0xe5, 0xf2], "windows-1251", "windows-1251"),
      ([0xef, 0xd4, 0xde, 0xc5, 0xd4], "KOI8-R", "KOI8-R"),
      ([0x83, 0x81, 0x83, 0x82], "Shift_JIS", "Shift_JIS"),
      ([0xcc, 0xbe, 0xc1, 0xb0, 0xa4, 0xce], "EUC-JP", "EUC-JP"),
    ] as [([UInt8], String, String)])
  func `A name is enough, and where it comes from makes the difference`(
    name: [UInt8], inZip: String, elsewhere: String
  ) {
    #expect(FileNameEncoding.encoding(of: [name], from: .zip).name == inZip)
    #expect(FileNameEncoding.encoding(of: [name], from: .other).name == elsewhere)
  }

  @Test func `Without a name beyond ASCII it is the usual one`() {
    #expect(FileNameEncoding.encoding(of: [], from: .zip).name == "IBM437")
    #expect(FileNameEncoding.encoding(of: [Array("a".utf8)], from: .other).name == "windows-1252")
  }

  @Test func `Every byte is a character in the encoding of a zip file`() {
    let bytes = (UInt8(0x80)...0xff).map(\.self)
    let encoding = FileNameEncoding.encoding(of: bytes.map { [$0] }, from: .zip)
    #expect(!encoding.text(of: bytes).contains("\u{fffd}"))
  }
}
