/// Receives a token and its flags; the token gets the text range of the wrapped token.
public typealias FTS5WrapperTokenCallback =
  (_ token: String, _ flags: FTS5TokenFlags) throws -> Void

/// A tokenizer that changes, drops or multiplies the tokens of another tokenizer, as strings.
///
/// It makes a `String` for each token; ``FTS5ByteWrapperTokenizer`` is faster.
public protocol FTS5WrapperTokenizer: FTS5ByteWrapperTokenizer {
  /// Replaces a token of the wrapped tokenizer by none, one or several tokens.
  ///
  /// Pass a synonym after its word, with ``FTS5TokenFlags/colocated``. If a word is dropped and its
  /// synonym is not, the synonym gets the position of the word.
  ///
  /// - Parameters:
  ///   - token: the token; invalid UTF-8 is replaced by U+FFFD.
  ///   - flags: the flags of the token.
  ///   - tokenization: the purpose of the tokens.
  ///   - tokenCallback: receives the new tokens; do not catch its errors.
  /// - Throws: any error; it stops the tokenization and is rethrown unchanged.
  func accept(
    token: String, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5WrapperTokenCallback
  ) throws
}

extension FTS5WrapperTokenizer {
  /// Converts tokens from bytes to strings, and new tokens from strings to bytes.
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
