import TestSupport
import ExtractionProtocol
import Testing

@testable import DocumentReaders

/// Which of several forms of a text are read.
struct MailAlternativeTests {
  private static func part(_ type: String, _ text: String) -> String {
    "Content-Type: \(type); charset=utf-8\n\n\(text)"
  }

  private static func plain(_ text: String) -> String { part("text/plain", text) }
  private static func html(_ text: String) -> String { part("text/html", text) }

  private static func multipart(
    _ type: String, _ parts: [String], boundary: String = "b"
  ) -> String {
    let body = parts.map { "--\(boundary)\n\($0)\n" }.joined()
    return "Content-Type: multipart/\(type); boundary=\(boundary)\n\n\(body)--\(boundary)--\n"
  }

  private func text(_ parts: [String], limit: Int = .max) throws -> String {
    var sink = CollectingSink()
    sink.limit = limit
    try MailReader.read(Array(Self.multipart("alternative", parts).utf8).span, into: &sink)
    return sink.text
  }

  static let shop = """
    <html><head><style>p { color: red }</style><title>Order</title></head><body>
    <p>Please view this mail in an HTML client.</p>
    <table><tr><td>Order number</td><td>KX-4471-09</td></tr>
    <tr><td>Comandante grinder</td><td>1</td><td>249,00&nbsp;€</td></tr></table>
    <p>Thank you</p></body></html>
    """

  @Test func `What only the HTML of a shop says is read after its plain text`() throws {
    let stub = "Please view this mail in an HTML client. Thank you!"
    let text = try text([Self.plain(stub), Self.html(Self.shop)])
    #expect(text.hasPrefix("\(stub)\n\n"))
    for word in ["KX-4471-09", "Comandante grinder", "249,00", "Order number"] {
      #expect(text.contains(word), "\(word)")
    }
    #expect(!text.contains("color"))
    // Its lines that the plain text has are not there twice.
    #expect(text.components(of: "HTML client") == 1)
    #expect(text.components(of: "Thank you") == 1)
  }

  static let same: [(plain: String, html: String)] = [
    ("Dear Ann,\nsee you\nthen.", "<p>Dear Ann, see <b>you</b> then.</p>"),
    ("SEE YOU THEN", "<h1>See you then</h1>"),
    ("5,00 € for \"Grüße\"", "<p>5,00&nbsp;&euro; for &bdquo;Gr&uuml;&szlig;e&ldquo;</p>"),
    ("see http://example.org/a?b=c [1]", "<p>see <a href=x>http://example.org/a?b=c</a> 1</p>"),
    ("* one\n* two", "<ul><li>one</li><li>two</li></ul>"),
    ("> quoted words\nnew words", "<blockquote>quoted words</blockquote><p>new words"),
    ("明日会いましょう。", "<p>明日<b>会</b>いま<br>しょう</p>"),
    ("Привет, Анна", "<p>Привет&nbsp;— Анна</p>"),
    ("a line that is\nwrapped at some\nplace", "<p>a line that is wrapped at some place</p>"),
  ]

  @Test(arguments: same)
  func `HTML that says the same is not read twice`(plain: String, html: String) throws {
    let alone = try text([Self.plain(plain)])
    #expect(try text([Self.plain(plain), Self.html(html)]) == alone)
    #expect(try text([Self.html(html), Self.plain(plain)]) == alone)
  }

  static let more: [(plain: String, html: String, added: String)] = [
    ("Total below", "<p>Total below</p><p>Total 17,80</p>", "Total 17,80"),
    ("Hello", "<p>Hello <b>wor</b>ld</p>", "Hello world"),
    ("订单", "<p>订单</p><p>订单号码</p>", "订单号码"),
    ("Gate", "<p>Gate<br>Gate 5</p>", "Gate 5"),
    ("Größe", "<p>Größe</p><p>Groesse</p>", "Groesse"),
    ("x", "<p>x</p><img src=a alt=\"Voucher SAVE20\">", "Voucher SAVE20"),
  ]

  @Test(arguments: more)
  func `Lines with another word are added`(plain: String, html: String, added: String) throws {
    #expect(try text([Self.plain(plain), Self.html(html)]) == "\(plain)\n\n\(added)")
  }

  @Test func `All of several forms are read, and none of them twice`() throws {
    let amp = Self.part(
      "text/x-amp-html", "<!doctype html><html amp4email><style amp-custom>b{}</style><p>one three")
    #expect(
      try text([Self.plain("one"), amp, Self.html("<p>one two three")])
        == "one\n\none two three")
    #expect(try text([Self.plain("one"), Self.plain("one two")]) == "one two")
    #expect(try text([Self.plain("one three"), Self.plain("one two")]) == "one two\n\none three")
    let enriched = Self.part("text/enriched", "one <bold>two</bold>")
    #expect(try text([Self.plain("one"), enriched]) == "one\n\none two")
  }

  @Test func `Forms may consist of several parts`() throws {
    let image = "Content-Type: image/png\n\nx"
    let related = Self.multipart("related", [Self.html("<p>a<p>b"), image], boundary: "r")
    #expect(try text([Self.plain("a"), related]) == "a\n\nb")
    let mixed = Self.multipart(
      "mixed", [Self.html("<p>b"), image, Self.html("<p>a<p>c")], boundary: "m")
    #expect(try text([Self.plain("a"), mixed]) == "a\n\nb\n\nc")
    let outer = Self.multipart(
      "mixed",
      [
        Self.multipart(
          "alternative", [Self.plain("a"), Self.html("<p>a b")], boundary: "i"),
        Self.plain("footer"),
      ],
      boundary: "o")
    var sink = CollectingSink()
    try MailReader.read(Array(outer.utf8).span, into: &sink)
    #expect(sink.text == "a\n\nfooter\n\na b")
    #expect(sink.parts.map(\.part.label) == ["1.1", "2", "1.2"])
  }

  @Test func `Limits of the text hold`() throws {
    let long = String(repeating: "word after word\n", count: 40_000)
    let text = try text([Self.plain(long), Self.html("<p>other")], limit: 1_000)
    #expect(!text.contains("other"))
    #expect(text.utf8.count < long.utf8.count)
  }

  @Test func `So many words that they are forgotten lose no line`() {
    var text = AlternativeText()
    let words = (0..<150_000).map { "w\($0)" }.joined(separator: " ")
    text.add(Array(words.utf8).span)
    #expect(text.newLines(of: Array("w1 w2\nw3 x\n".utf8).span) == Array("w3 x\n".utf8))
    #expect(text.newLines(of: Array("w149999".utf8).span) == Array("w149999".utf8))
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `Any text is taken apart, and all of it is new or nothing`(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let characters = Array("aB9 \r\n.é\u{a0}ßΩЖ語か가—€👍🏽\u{fffd}\u{0}")
    let text = String(
      (0..<200).map { _ in characters[Int.random(in: characters.indices, using: &generator)] })
    let bytes = Array(text.utf8)
    var known = AlternativeText()
    let new = known.newLines(of: bytes.span)
    known.add(bytes.span)
    #expect(String(validating: new, as: UTF8.self) != nil)
    #expect(known.newLines(of: bytes.span).isEmpty)
    #expect(known.newLines(of: new.span).isEmpty)
  }
}

extension String {
  /// How often it contains a text.
  fileprivate func components(of text: String) -> Int { self.split(separator: text).count - 1 }
}
