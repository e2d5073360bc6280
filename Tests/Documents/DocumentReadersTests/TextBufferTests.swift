import Testing

@testable import DocumentReaders

struct TextBufferTests {
  @Test(arguments: [
    (["  a  b\n", " c"], "a b c"), (["a", "b"], "ab"), ([" a ", "b"], "a b"), (["\n"], ""),
    (["a b c ", "d  e f\tg h"], "a b c d e f g h"), (["a \nb", " c d "], "a b c d"),
  ])
  func `Runs of blanks become one space`(pieces: [String], text: String) {
    var buffer = TextBuffer()
    for piece in pieces { buffer.append(piece) }
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == text)
  }

  @Test func `Breaks leave no blanks beside them, and none at the beginning`() {
    var buffer = TextBuffer()
    buffer.breakParagraph()
    buffer.append("a ")
    buffer.breakLine()
    buffer.append(" b")
    buffer.breakParagraph()
    buffer.breakLine()
    buffer.append("ä" as Unicode.Scalar)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == "a\nb\n\nä")
  }

  @Test func `Whole pieces go to the sink`() {
    var (buffer, sink) = (TextBuffer(), CollectingSink())
    for _ in 0..<20_000 {
      buffer.append("word ")
      buffer.flushIfFull(to: &sink)
    }
    buffer.flush(to: &sink)
    #expect(sink.text.split(separator: " ").count == 20_000)
  }
}
