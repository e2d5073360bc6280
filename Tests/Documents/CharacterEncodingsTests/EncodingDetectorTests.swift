import Testing

@testable import CharacterEncodings

struct EncodingDetectorTests {
  private func encoding(of bytes: [UInt8]) -> String? {
    EncodingDetector.encoding(of: bytes.span)?.name
  }

  /// Decodes bytes in the detected encoding; several encodings may give the same text.
  private func text(of bytes: [UInt8]) -> String? {
    EncodingDetector.encoding(of: bytes.span)?.text(of: bytes)
  }

  @Test(arguments: EncodedTexts.samples.indices)
  func `A few sentences are enough to recognize an encoding`(index: Int) {
    let sample = EncodedTexts.samples[index]
    #expect(text(of: sample.bytes) == sample.text)
    #expect(encoding(of: Array(sample.text.utf8)) == "UTF-8")
  }

  @Test(arguments: EncodedTexts.samples.indices)
  func `Program text around a comment does not hide its encoding`(index: Int) {
    let sample = EncodedTexts.samples[index]
    if sample.encoding.hasPrefix("UTF-16") { return }
    let code = Array(String(repeating: "int main(void) { return 0; }\n", count: 200).utf8)
    let found = EncodingDetector.encoding(of: (code + sample.bytes + [0x0a] + code).span)
    #expect(found?.text(of: sample.bytes) == sample.text)
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

  /// Short texts, and lists whose words stand between signs.
  @Test(
    arguments: [
      ("имя;город\nИван;Москва\nПётр;Казань\n", "windows-1251 KOI8-R IBM866 ISO-8859-5"),
      ("Кино", "windows-1251 KOI8-R"), ("Исполнитель", "windows-1251"),
      ("Здравей, свят", "windows-1251"),
      ("Привіт, це їжак", "windows-1251 KOI8-U"),
      ("Nezapomeň koupit mléko, chléb a máslo.", "windows-1250 ISO-8859-2"),
      ("Dvořák", "windows-1250"),
      ("nazwa;miasto\nŁukasz;Łódź\nZofia;Gdańsk\n", "windows-1250 ISO-8859-2"),
      ("név;város\nLászló;Győr\nZsófia;Hódmezővásárhely\n", "windows-1250 ISO-8859-2"),
      ("isim;şehir\nÖmer;Eskişehir\nAyşe;Muğla\n", "windows-1254"),
      ("/* Hata: dosya açılamadı */\n", "windows-1254"),
      ("όνομα;πόλη\nΓιώργος;Αθήνα\n", "windows-1253 ISO-8859-7"),
      ("שם;עיר\nדוד;ירושלים\n", "windows-1255"),
      ("ชื่อ;เมือง\nสมชาย;กรุงเทพ\n", "windows-874"),
      ("اسم;مدينة\nأحمد;القاهرة\n", "windows-1256 ISO-8859-6"),
      ("Größe;Maß\n12;14\n", "windows-1252 IBM850"),
      ("Labas rytas, ąžuolas žalias", "windows-1257"),
    ])
  func `Short texts in single-byte encodings are recognized`(text: String, names: String) throws {
    for name in names.split(separator: " ") {
      let bytes = try #require(Self.encode(text, String(name)))
      #expect(self.text(of: bytes) == text, "\(name)")
    }
  }

  /// Encodes a text with the table that decodes it; nil if the table lacks a character.
  private static func encode(_ text: String, _ name: String) -> [UInt8]? {
    let upperHalf = (UInt8(0x80)...0xff).map(\.self)
    let table = Array(CharacterEncoding(known: name).text(of: upperHalf).unicodeScalars)
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard !scalar.isASCII else {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        continue
      }
      guard let index = table.firstIndex(of: scalar) else { return nil }
      bytes.append(UInt8(0x80 + index))
    }
    return bytes
  }

  @Test(
    arguments: [
      ("<?xml version=\"1.0\" encoding='koi8-r'?>", [0xd2], "р"),
      ("# -*- coding: cp1251 -*-\n", [0xf0], "р"),
      ("# vim: set fileencoding=koi8-r :\n", [0xd2], "р"),
      ("/* -*- coding: iso-latin-2-unix -*- */", [0xb1], "ą"),
      ("@charset \"koi8-r\";", [0xd2], "р"), ("\\usepackage[cp1251]{inputenc}", [0xf0], "р"),
      ("% encoding: 8bit\n\\usepackage[koi8-r]{inputenc}", [0xd2], "р"),
      ("<?xml version=\"1.0\" encoding='utf-8'?>", [0xe4, 0x20, 0xfc], "ä ü"),
      ("coding: klingon\n# coding: koi8-r\n", [0xd2], "р"),
    ] as [(String, [UInt8], String)])
  func `What a text declares about itself decides`(start: String, bytes: [UInt8], text: String) {
    #expect(self.text(of: Array(start.utf8) + bytes) == start + text)
  }

  @Test func `Editors also find a declaration at the end`() {
    let lines = String(repeating: "a line of a program\n", count: 1_000)
    let start = Array(lines.utf8) + [0xd2]
    let end = Array((lines + ";; Local Variables:\n;; coding: koi8-r\n;; End:\n").utf8)
    #expect(encoding(of: start + end) == "KOI8-R")
  }

  @Test func `A declaration that the bytes contradict does not count`() throws {
    let text =
      "<?xml encoding='iso-8859-7'?> Это обычная страница русского сайта о погоде и новостях"
    #expect(self.text(of: try #require(Self.encode(text, "windows-1251"))) == text)
  }

  @Test(
    arguments: [
      ([0, 0, 0, 0x61, 0, 0, 0, 0x20], "UTF-32BE"),
      ([0x61, 0, 0, 0, 0x20, 0, 0, 0, 0, 0xf6, 1, 0], "UTF-32LE"),
      (Array("0 00:00\n".utf16).flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }, "UTF-16LE"),
      (Array("\u{1b}$)C\u{e}@L\u{f}\n".utf8), "ISO-2022-KR"),
      (Array("\u{1b}$B8!::\u{1b}(B\n".utf8), "ISO-2022-JP"),
    ] as [([UInt8], String)])
  func `Wide characters and escape sequences are recognized`(bytes: [UInt8], name: String) {
    #expect(encoding(of: bytes) == name)
  }

  @Test(arguments: [1, 0x20, 0x100, 0x1_0001, 0xd800])
  func `A table of numbers is no text`(step: Int) {
    for isLittle in [true, false] {
      let bytes = (1...256).flatMap { number in
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number * step >> (8 * $0)) }
        return isLittle ? bytes : bytes.reversed()
      }
      #expect(encoding(of: bytes) == nil)
      let isText = EncodingDetector.isText(bytes.span)
      #expect(!isText)
    }
  }

  @Test(arguments: [
    "Content-Transfer-Encoding: 8bit", "encoding: default", "charset=us-ascii",
    "\\usepackage[greek,german]{babel}", "\\usepackage[hebrew]{babel}",
  ])
  func `What programs write without knowing the encoding is no declaration`(line: String) throws {
    let text = "Zażółć gęślą jaźń"
    let bytes = try #require(Self.encode("\(line)\n\(text)", "windows-1250"))
    #expect(self.text(of: bytes) == "\(line)\n\(text)")
  }

  @Test func `NULs in a log are no reason to lose it`() {
    let line = Array("10:00 the server has started\n".utf8)
    let zeros = [UInt8](repeating: 0, count: 5_000)
    #expect(encoding(of: zeros + line + line) == "UTF-8")
    #expect(encoding(of: line + line + zeros + line) == "UTF-8")
    #expect(encoding(of: line + [0] + line + [1, 0]) == nil)
    #expect(encoding(of: Array(line.map { [$0, 0] }.joined()) + [0xff, 0xff]) == nil)
  }
}
