import Testing

@testable import Arguments

struct ConfigurationLinesTests {
  @Test(arguments: [
    ("/a b", "\"/a b\""), ("/it's", "\"/it's\""), ("/\"x\"", "\"/\"'\"'\"x\"'\"'\"\""),
    ("", "\"\""),
  ])
  func `A word is quoted`(word: String, quoted: String) {
    #expect(ConfigurationLines.quoted(word) == quoted)
  }

  private func read(_ text: String) throws(ConfigurationLines.Fault) -> [String] {
    try read(Array(text.utf8))
  }

  private func read(_ bytes: [UInt8]) throws(ConfigurationLines.Fault) -> [String] {
    var lines = ConfigurationLines(bytes)
    var found: [String] = []
    while let next = try lines.next() {
      found.append("\(next.line) \(next.section) \(next.key) \(next.value)")
    }
    return found
  }

  @Test(
    arguments: [
      ("", []), ("\n \n# a\n ; b", []), ("[A]\nx=y", ["2 A x y"]), ("x=y", ["1  x y"]),
      (" [A] \r\n x = y z \r\n", ["2 A x y z"]), ("\u{feff}[A]\nx=", ["2 A x "]),
      ("[A]\nx=a=b ; c # d", ["2 A x a=b ; c # d"]),
      ("[A]\nx=1\n[B]\nx=2", ["2 A x 1", "4 B x 2"]),
      ("[A]\nx=a\\\n  b\ny=c", ["2 A x a b", "4 A y c"]),
      ("[A]\nx=a\\\n# comment\n; comment\nb\\\nc\ny=d", ["2 A x a b c", "7 A y d"]),
      ("[A]\nx=a\\", ["2 A x a"]), ("[A]\nx=a\\\n\ny=b", ["2 A x a", "4 A y b"]),
      ("# a\\\nx=y", ["2  x y"]), ("[A]\n=x", ["2 A  x"]), ("[A=b]\nx=y", ["2 A=b x y"]),
    ] as [(String, [String])])
  func `Assignments are read with section and line`(text: String, expected: [String]) throws {
    #expect(try read(text) == expected)
  }

  @Test(arguments: [("words", 1), ("[A\nx=y", 1), ("[A]\nx=y\n\nwords", 4), ("[A=b", 1), ("\\", 1)])
  func `The line that is not understood is named`(text: String, line: Int) {
    let fault = ConfigurationLines.Fault(
      line: line, reason: "this line is neither [Section], Key=Value nor a comment.")
    #expect(throws: fault) { try read(text) }
  }

  @Test(arguments: [[0x78, 0x3d, 0xff], [0x78, 0x3d, 0x00]] as [[UInt8]])
  func `Bytes that are no text are refused, but not in a comment`(line: [UInt8]) throws {
    let fault = ConfigurationLines.Fault(line: 1, reason: "this line is not valid UTF-8.")
    #expect(throws: fault) { try read(line) }
    #expect(try read([0x23] + line) == [])
  }
}
