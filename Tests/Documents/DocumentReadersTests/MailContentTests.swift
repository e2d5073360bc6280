import Testing

@testable import DocumentReaders

struct MailContentTests {
  private func decode(_ encoding: String, _ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoder = MailTransferDecoder(.init(name: encoding), 0..<bytes.count)
    var (piece, output): ([UInt8], [UInt8]) = ([], [])
    while decoder.next(bytes.span, into: &piece) { output += piece[..<decoder.count] }
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    ("aGVsbG8gd29ybGQ=", "hello world"), ("aGVs\r\nbG8g\n\nd29y bGQ=", "hello world"),
    // Without padding, encoded in pieces, with foreign bytes, cut.
    ("aGVsbG8gd29ybGQ", "hello world"), ("aGVsbG8=IHdvcmxk", "hello world"),
    ("aGVs!bG8g*d29ybGQ=", "hello world"), ("aGVsb", "hel"), ("====", ""), ("", ""),
  ])
  func `Base64 is decoded`(encoded: String, text: String) {
    #expect(decode("base64", encoded) == text)
  }

  @Test(arguments: [
    ("a=C3=A4b", "aäb"), ("soft=\nbreak=\r\n =  \n!", "softbreak !"), ("=c3=a4", "ä"),
    ("a=ZZb=", "a=ZZb"), ("1 =3D 2", "1 = 2"), ("=4", "=4"), ("a \r\nb", "a \r\nb"),
  ])
  func `Quoted-printable is decoded`(encoded: String, text: String) {
    #expect(decode("quoted-printable", encoded) == text)
  }

  @Test func `Uuencode is decoded, also without blanks at the end`() {
    let lines = "begin 644 a.txt\n+:&5L;&\\@=V]R;&0\n`\nend\n"
    #expect(decode("x-uuencode", lines) == "hello world")
    #expect(decode("uuencode", "text\nbegin 644 a\n#0V%T\n\"0V$\nend") == "CatCa")
  }

  @Test(arguments: [1, 63, 65_535, 65_536, 65_537, 200_000])
  func `Long content is decoded in pieces`(size: Int) {
    let text = String(repeating: "abc", count: size)
    #expect(decode("base64", String(repeating: "YWJj", count: size)) == text)
    #expect(decode("7bit", text) == text)
    #expect(decode("quoted-printable", String(repeating: "=61b=\nc", count: size)) == text)
  }

  private func text(_ lines: String, isFlowed: Bool = false, deletesSpace: Bool = false) -> String {
    var (text, sink) = (MailText(), CollectingSink())
    text.begin(isFlowed: isFlowed, deletesSpace: deletesSpace)
    text.add(Array(lines.utf8).span, to: &sink)
    text.flush(to: &sink)
    return sink.text
  }

  @Test func `Lines that were broken for the transport are joined`() {
    let lines = "A line \nthat goes \non.\n> quoted \n> text\n>> deeper \n> other\n-- \nName\n\n x"
    #expect(
      text(lines, isFlowed: true)
        == "A line that goes on.\n> quoted text\n>> deeper\n> other\n--\nName\n\nx")
    #expect(text("日本 \n語\n", isFlowed: true, deletesSpace: true) == "日本語")
    #expect(text("a \nb\n") == "a\nb")
  }

  @Test func `Data in text is left out`() {
    let data = "begin 644 a.bin\n+:&5L;&\\@=V]R;&0\n`\nend\n"
    #expect(text("before\n\(data)after\n") == "before\nbegin 644 a.bin\nafter")
    #expect(
      text("begin 644 times\nwith words in lower case")
        == "begin 644 times\nwith words in lower case")
    #expect(text("begin with a word") == "begin with a word")
    let key =
      "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQINBF\n=abcd\n-----END PGP PUBLIC KEY BLOCK-----\n"
    #expect(text("\(key)after all") == "-----BEGIN PGP PUBLIC KEY BLOCK-----\nafter all")
    let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\nWords"
    #expect(text(signed).hasSuffix("\n\nWords"))
  }
}
