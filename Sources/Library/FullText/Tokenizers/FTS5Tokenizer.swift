/// Splits text into the tokens that are indexed and searched.
///
/// ``SittaSQLite/Database/makeTokenizer(_:)`` makes a built-in tokenizer. A tokenizer of your own conforms to
/// ``FTS5CustomTokenizer``, or to ``FTS5WrapperTokenizer`` if it wraps another one. A tokenizer belongs to
/// one connection and is freed with it. See <https://www.sqlite.org/fts5.html#custom_tokenizers>.
public protocol FTS5Tokenizer: AnyObject {
  /// Passes every token of a text to the callback, in the order of the text.
  ///
  /// - Parameters:
  ///   - text: any bytes; normally UTF-8, but files and queries can contain invalid UTF-8.
  ///   - tokenization: the purpose of the tokens.
  ///   - tokenCallback: receives the tokens; do not catch its errors.
  /// - Throws: any error; the statement that needs the tokens fails with it.
  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws
}

extension FTS5Tokenizer {
  /// Returns the tokens that would be indexed for a document.
  ///
  /// Invalid UTF-8 in a token is replaced by U+FFFD, as in every `String`.
  public func tokenize(document: String) throws -> [(token: String, flags: FTS5TokenFlags)] {
    try tokens(of: document, for: .document)
  }

  /// Returns the tokens that a query would search for, for a word or a quoted string.
  ///
  /// Invalid UTF-8 in a token is replaced by U+FFFD, as in every `String`.
  public func tokenize(query: String) throws -> [(token: String, flags: FTS5TokenFlags)] {
    try tokens(of: query, for: .query)
  }

  private func tokens(
    of text: String, for tokenization: FTS5Tokenization
  ) throws -> [(token: String, flags: FTS5TokenFlags)] {
    var tokens: [(token: String, flags: FTS5TokenFlags)] = []
    try forEachToken(in: text.utf8Span.span, for: tokenization) { token, flags, _ in
      tokens.append((String(decodingBytes: token), flags))
    }
    return tokens
  }

  /// Calls `body` with each token, its flags, and its byte range in the text.
  ///
  /// - Parameters:
  ///   - text: the text as UTF-8, valid or not.
  ///   - tokenization: the purpose of the tokens.
  ///   - body: receives each token; an error of `body` stops the tokenizer and is rethrown.
  /// - Throws: the errors of `body` and of the tokenizer; ``FullTextError`` for an invalid token.
  public func forEachToken(
    in text: Span<UInt8>, for tokenization: FTS5Tokenization,
    body: (_ token: Span<UInt8>, _ flags: FTS5TokenFlags, _ range: Range<Int>) throws -> Void
  ) throws {
    try withoutActuallyEscaping(body) { body in
      try ClosureReceiver(body).receiveTokens(of: text) { text, callback in
        try tokenize(text, for: tokenization, tokenCallback: callback)
      }
    }
  }
}

extension Array<UInt8> {
  init(copying bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension String {
  /// Makes a string from bytes; invalid UTF-8 is replaced by U+FFFD.
  init(decodingBytes bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
