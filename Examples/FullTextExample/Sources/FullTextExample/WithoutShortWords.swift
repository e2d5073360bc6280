import FullText

/// A tokenizer of one's own: the words of another one, without those of one or two bytes.
final class WithoutShortWords: FTS5ByteWrapperTokenizer {
  static let name = "without_short_words"
  let wrappedTokenizer: any FTS5Tokenizer

  init(db: Database, arguments: [String]) throws {
    wrappedTokenizer = try db.makeTokenizer(.unicode61())
  }

  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws {
    if token.count > 2 { try tokenCallback(token, flags) }
  }
}
