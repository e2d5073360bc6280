import FullText

/// Passes the words of a text, and fails at a word that begins with b.
final class FailingTokenizer: FTS5Tokenizer {
  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    var start = 0
    for end in 0...text.count where end == text.count || text[end] == UInt8(ascii: " ") {
      if text[start] == UInt8(ascii: "b") { throw TestError(number: 9) }
      try tokenCallback(text.extracting(start..<end), from: start, to: end)
      start = end + 1
    }
  }
}
