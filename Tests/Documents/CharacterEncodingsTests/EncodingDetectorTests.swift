import Testing

@testable import CharacterEncodings

struct EncodingDetectorTests {
  private func encoding(of bytes: [UInt8]) -> String? {
    EncodingDetector.encoding(of: bytes.span)?.name
  }

  @Test(arguments: EncodedTexts.samples.indices)
  func `A few sentences are enough to recognize an encoding`(index: Int) {
    let sample = EncodedTexts.samples[index]
    #expect(encoding(of: sample.bytes) == sample.encoding)
    #expect(encoding(of: Array(sample.text.utf8)) == "UTF-8")
  }

  @Test(arguments: EncodedTexts.samples.indices)
  func `Program text around a comment does not hide its encoding`(index: Int) {
    let sample = EncodedTexts.samples[index]
    if sample.encoding.hasPrefix("UTF-16") { return }
    let code = Array(String(repeating: "int main(void) { return 0; }\n", count: 200).utf8)
    #expect(encoding(of: code + sample.bytes + [0x0a] + code) == sample.encoding)
  }

  @Test(arguments: [
    "Müller\n", "café", "naïve", "// Schlüssel für die Tür\n", "año nuevo, mañana\n",
    "© 2001 by Émile\n", "à", "50 °C", "São Paulo", "Smørrebrød på dansk\n",
  ])
  func `A few letters are Western text`(text: String) {
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    #expect(encoding(of: bytes) == "windows-1252")
  }

  @Test(
    arguments: [
      ([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x65], "Shift_JIS"),
      ([0xc6, 0xfc, 0xcb, 0xdc, 0xa4, 0xce, 0xa5, 0xc6, 0xa5, 0xad], "EUC-JP"),
      ([0xd6, 0xd0, 0xce, 0xc4, 0xce, 0xc4, 0xb1, 0xbe], "GB18030"),
      ([0xc7, 0xd1, 0xb1, 0xb9, 0xbe, 0xee, 0x20, 0xc5, 0xd8], "EUC-KR"),
    ] as [([UInt8], String)])
  func `A heading in Chinese, Japanese or Korean is enough`(bytes: [UInt8], name: String) {
    #expect(encoding(of: bytes) == name)
  }

  @Test func `Damaged places in UTF-8 do not make it another encoding`() {
    let bytes = Array(String(repeating: "größer ", count: 10).utf8) + [0xff, 0x20, 0xc3, 0x20]
    #expect(encoding(of: bytes) == "UTF-8")
  }

  @Test func `A character that is cut at the end does no harm`() {
    #expect(encoding(of: Array(String(repeating: "größer ", count: 10).utf8) + [0xc3]) == "UTF-8")
  }

  @Test func `The first letter beyond ASCII may be far from the beginning`() {
    let start = [UInt8](repeating: 0x61, count: 300_000)
    #expect(encoding(of: start + Array("ä".utf8)) == "UTF-8")
    #expect(encoding(of: start + [0x0a, 0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]) == "windows-1252")
  }

  @Test(
    arguments: [
      [0xff, 0xfe, 0x61, 0], [0x61, 0, 0x20, 0, 0x62, 0],
    ] as [[UInt8]])
  func `UTF-16 is recognized with and without a byte order mark`(bytes: [UInt8]) {
    #expect(encoding(of: bytes) == "UTF-16LE")
  }

  @Test(
    arguments: [
      [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0], [0, 0, 0, 0], [1, 2, 3, 4, 5, 6],
      [0x61, 0, 0x62, 0, 0xff, 0xff, 0x20, 0], [0x61, 0x62, 0, 0x63],
    ] as [[UInt8]])
  func `Bytes that are no text have no encoding`(bytes: [UInt8]) {
    #expect(encoding(of: bytes) == nil)
  }

  @Test func `Escape sequences of terminals are text`() {
    let bytes = Array("\u{1b}[1mbold\u{1b}[0m and a\u{8}a overstruck\n".utf8)
    #expect(encoding(of: bytes) == "UTF-8")
  }
}
