import ModelContextProtocol
import Testing

/// Lines of a stream.
struct InputLinesTests {
  @Test(
    arguments: [
      (["a\nb", "c\n"], ["a", "bc"]), (["\n"], [""]), (["a"], []), ([], []),
      (["12345\n"], ["12345"]), (["123456\na\n"], [nil, "a"]),
      (["1234567", "89", "0\n", "b\n"], [nil, "b"]), (["1234", "56\nb\n"], [nil, "b"]),
      (["1234567890", "\n\n"], [nil, ""]),
    ] as [([String], [String?])])
  func `A stream is split at line feeds, and too long lines are reported once`(
    pieces: [String], expected: [String?]
  ) {
    var lines = InputLines(limit: 5)
    var found: [InputLines.Line] = []
    for piece in pieces {
      lines.append(Array(piece.utf8))
      while let line = lines.next() { found.append(line) }
    }
    #expect(found == expected.map { $0.map { .text(Array($0.utf8)) } ?? .oversized })
  }
}
