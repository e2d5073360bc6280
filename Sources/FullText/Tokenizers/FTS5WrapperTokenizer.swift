/// Receives a token and its flags; its range in the text is that of the wrapped token.
public typealias FTS5WrapperTokenCallback =
  (_ token: String, _ flags: FTS5TokenFlags) throws -> Void

/// A tokenizer that changes, drops or multiplies the tokens of another one, as strings.
///
/// A `String` is made for each token; where speed counts, use ``FTS5ByteWrapperTokenizer``.
public protocol FTS5WrapperTokenizer: FTS5ByteWrapperTokenizer {
  /// Takes a token of the wrapped tokenizer and gives none, one or several in its place.
  ///
  /// A synonym is given after its word, with ``FTS5TokenFlags/colocated``. Where a word is dropped
  /// and its synonym is not, the synonym takes its place.
  ///
  /// - Parameters:
  ///   - token: the wrapped tokenizer's token, repaired with U+FFFD where it is not UTF-8.
  ///   - flags: its flags.
  ///   - tokenization: why FTS5 asks.
  ///   - tokenCallback: takes the tokens to use instead; let its errors through.
  /// - Throws: any error: it stops the tokenization and comes back as it was thrown.
  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws
}

extension FTS5WrapperTokenizer {
  /// Makes strings of bytes and bytes of strings.
  public func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws {
    try accept(token: String(decodingBytes: token), flags: flags, for: tokenization) {
      token, flags in
      try tokenCallback(token.utf8Span.span, flags)
    }
  }
}
