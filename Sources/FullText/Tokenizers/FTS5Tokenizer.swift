/// Splits text into the tokens that are indexed and looked up.
///
/// ``SQLite/Database/makeTokenizer(_:)`` makes built-in ones. Your own conform to
/// ``FTS5CustomTokenizer``, or wrap another one as ``FTS5WrapperTokenizer``. A tokenizer belongs to one
/// connection and is freed with it. See <https://www.sqlite.org/fts5.html#custom_tokenizers>.
public protocol FTS5Tokenizer: AnyObject {
  /// Gives every token of a text, in the order of the text.
  ///
  /// - Parameters:
  ///   - text: UTF-8, which a file or a person may have broken: a tokenizer takes any bytes.
  ///   - tokenization: why FTS5 asks.
  ///   - tokenCallback: takes the tokens; let its errors through.
  /// - Throws: any error: it ends the statement that needed the tokens.
  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws
}

extension FTS5Tokenizer {
  /// The tokens that an index would hold for a document.
  ///
  /// Invalid UTF-8 in a token is replaced by U+FFFD, as in every `String`.
  public func tokenize(document: String) throws -> [(token: String, flags: FTS5TokenFlags)] {
    try tokens(of: document, for: .document)
  }

  /// The tokens that a query would look up for a word or a quoted string.
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

  /// Calls `body` with each token, its flags, and its bytes in the text.
  ///
  /// - Parameters:
  ///   - text: UTF-8, valid or not.
  ///   - tokenization: the purpose of the tokens.
  ///   - body: an error that it throws stops the tokenizer and is thrown on.
  /// - Throws: what `body` or the tokenizer throws, or ``FullTextError`` for a token out of order.
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
  /// Text from bytes, with U+FFFD for what is not UTF-8.
  init(decodingBytes bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
