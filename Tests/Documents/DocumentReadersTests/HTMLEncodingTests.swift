import ExtractionProtocol
import Testing

@testable import DocumentReaders

struct HTMLEncodingTests {
  /// "ä" in the declared encoding, or as the bytes say.
  private static let latin: [UInt8] = [0xe4]
  private static let utf8: [UInt8] = [0xc3, 0xa4]

  @Test(
    arguments: [
      ("", utf8, nil, "ä", nil), ("", latin, nil, "ä", "windows-1252"),
      ("<meta charset=utf-8>", utf8, nil, "ä", nil),
      ("<meta charset=UTF8>", latin, nil, "ä", "windows-1252"),
      ("<meta charset=latin1>", latin, nil, "ä", "windows-1252"),
      ("<meta charset='koi8-r'>", [0xd7], nil, "в", "KOI8-R"),
      (
        "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", [0xd7], nil, "в",
        "KOI8-R"
      ),
      (
        "<meta content='text/html; charset = \"koi8-r\"' http-equiv=content-type>", [0xd7], nil,
        "в", "KOI8-R"
      ),
      ("<meta http-equiv=refresh content='charset=koi8-r'>", utf8, nil, "ä", nil),
      ("<!-- <meta charset=koi8-r> -->", utf8, nil, "ä", nil),
      ("<meta charset=no-such-charset><meta charset=koi8-r>", [0xd7], nil, "в", "KOI8-R"),
      ("<meta charset=utf-16>", utf8, nil, "ä", nil),
      ("<meta charset=x-user-defined>", latin, nil, "ä", "windows-1252"),
      ("<?xml version='1.0' encoding='koi8-r'?>", [0xd7], nil, "в", "KOI8-R"),
      ("<?xml version='1.0'?>", utf8, nil, "ä", nil),
      ("<meta charset=koi8-r>", utf8, "utf-8", "ä", nil),
      ("<meta charset=utf-8>", [0xd7], "KOI8-R", "в", "KOI8-R"),
      ("<meta charset=koi8-r>", [0xd7], "no-such-charset", "в", "KOI8-R"),
      ("", utf8, "us-ascii", "ä", nil), ("\u{feff}<meta charset=koi8-r>", utf8, "koi8-r", "ä", nil),
      (String(repeating: " ", count: 1_100) + "<meta charset=koi8-r>", utf8, nil, "ä", nil),
      (String(repeating: " ", count: 60_000) + "<meta charset=koi8-r>", [0xd7], nil, "в", "KOI8-R"),
    ] as [(String, [UInt8], String?, String, String?)])
  func `The encoding is the declared one unless the bytes contradict it`(
    start: String, character: [UInt8], charset: String?, text: String, name: String?
  ) {
    let sink = readHTML(Array(start.utf8) + character, charset: charset)
    #expect(sink.text == text)
    #expect(sink.fields[.charset]?.first == name)
  }

  private static let russian =
    [
      0xdd, 0xf2, 0xee, 0x20, 0xee, 0xe1, 0xfb, 0xf7, 0xed, 0xe0, 0xff, 0x20, 0xf1, 0xf2, 0xf0,
      0xe0, 0xed,
      0xe8, 0xf6, 0xe0, 0x20, 0xee, 0x20, 0xef, 0xee, 0xe3, 0xee, 0xe4, 0xe5,
    ] as [UInt8]

  @Test(arguments: ["", "<meta charset=utf-8>", "<meta charset=latin1>", "<meta charset=big5>"])
  func `A page that declares nothing, or something wrong, is recognized like a text`(start: String)
  {
    #expect(readHTML(Array(start.utf8) + Self.russian).text == "Это обычная страница о погоде")
  }

  @Test(arguments: [true, false], [true, false])
  func `UTF-16 is recognized with and without a byte order mark`(isBig: Bool, hasMark: Bool) {
    let units = Array(((hasMark ? "\u{feff}" : "") + "<p>Grüße 😀</p>").utf16)
    let bytes = units.flatMap { unit in
      isBig ? [UInt8(unit >> 8), UInt8(unit & 0xff)] : [UInt8(unit & 0xff), UInt8(unit >> 8)]
    }
    let sink = readHTML(bytes)
    #expect(sink.text == "Grüße 😀")
    #expect(sink.fields[.charset] == [isBig ? "UTF-16BE" : "UTF-16LE"])
  }

  @Test(arguments: [
    ("text/html; charset=utf-8", "utf-8"), ("CHARSET='a b'", "a b"), ("charset=\"a", nil),
    ("charset", nil), ("charset charset=a;b", "a"), ("charset=", ""), ("text/html", nil),
  ])
  func `The parameter of a content type is found`(content: String, charset: String?) {
    #expect(HTMLEncodingSniffer.charset(ofContentType: Array(content.utf8)) == charset)
  }
}
