import Testing

@testable import SearchIndex

struct LineWindowTests {
  private static func shown(_ text: String, _ window: LineWindow) -> String {
    let bytes = Array(text.utf8)[window.bytes]
    let next = window.next.map { " →\($0)" } ?? ""
    return "\(window.line)/\(window.lineCount):\(String(decoding: bytes, as: UTF8.self))\(next)"
      + (window.isCut ? " cut" : "")
  }

  @Test(
    arguments: [
      ("a\nb\nc\n", 1, 2, 100, "1/3:a\nb\n →3"), ("a\nb\nc\n", 3, 2, 100, "3/3:c\n"),
      ("a\nb\nc", 3, 2, 100, "3/3:c"), ("a\nb\nc", 4, 2, 100, "4/3:"), ("", 1, 2, 100, "1/0:"),
      ("\n", 1, 2, 100, "1/1:\n"), ("\n\n\n", 2, 1, 100, "2/3:\n →3"), ("a", 1, 1, 100, "1/1:a"),
      ("aaa\nbbb\nc\n", 1, 9, 8, "1/3:aaa\nbbb\n →3"),
      ("aaa\nbbb\nc\n", 1, 9, 7, "1/3:aaa\n →2"),
      ("aaaaaaaa\nb\n", 1, 9, 4, "1/2:aaaa →2 cut"), ("aaaaaaaa\nb\n", 2, 9, 4, "2/2:b\n"),
      ("aaaaaaaa", 1, 9, 4, "1/1:aaaa cut"), ("aaäää\n", 1, 9, 5, "1/1:aaä cut"),
      ("a\nb", .max, 1, 100, "\(Int.max)/2:"),
    ] as [(String, Int, Int, Int, String)])
  func `Lines end at the limits`(
    text: String, line: Int, lines: Int, bytes: Int, expected: String
  ) {
    let window = LineWindow(of: Array(text.utf8), from: line, .init(lines: lines, bytes: bytes))
    #expect(Self.shown(text, window) == expected)
  }

  @Test(
    arguments: [
      (0, 3, 100, "1/9:1\n2\n3\n →4"), (2, 3, 100, "1/9:1\n2\n3\n →4"),
      (14, 4, 100, "6/9:6\n7\n8\n9\n"), (14, 1, 100, "8/9:8\n →9"),
      (14, 400, 100, "3/9:3\n4\n5\n6\n7\n8\n9\n"),
      // Half of the room is left for the lines after it.
      (14, 400, 8, "7/9:7\n8\n9\n"), (99, 1, 100, "10/9:"),
    ] as [(Int, Int, Int, String)])
  func `A window around a match begins a few lines before it`(
    offset: Int, lines: Int, bytes: Int, expected: String
  ) {
    let text = (1...9).map { "\($0)\n" }.joined()
    let window = LineWindow(
      of: Array(text.utf8), around: offset, .init(lines: lines, bytes: bytes))
    #expect(Self.shown(text, window) == expected)
  }

  @Test func `A match far inside a long line is shown`() {
    let text =
      "first\n" + String(repeating: "ä", count: 500) + "match" + String(repeating: "b", count: 500)
    let offset = 6 + 1_000
    let window = LineWindow(
      of: Array(text.utf8), around: offset, .init(lines: 10, bytes: 101))
    #expect(window.isCut && window.line == 2 && window.next == nil)
    #expect(window.bytes.contains(offset) && window.bytes.count <= 101)
    let shown = String(validating: Array(text.utf8)[window.bytes], as: UTF8.self)
    #expect(shown?.contains("ämatchb") == true)
  }

  @Test func `Windows that follow each other are the text`() {
    let text = Array(
      (1...300).map { String(repeating: "\($0) ", count: $0 % 9) + "\n" }.joined().utf8)
    for (lines, bytes) in [(1, 100), (7, 60), (400, 60), (50, 1_000)] {
      var (whole, next): ([UInt8], Int?) = ([], 1)
      while let line = next {
        let window = LineWindow(of: text, from: line, .init(lines: lines, bytes: bytes))
        #expect(!window.bytes.isEmpty && !window.isCut)
        whole += text[window.bytes]
        next = window.next
      }
      #expect(whole == text)
    }
  }
}
