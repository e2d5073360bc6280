/// Receives a token's bytes and flags; the token gets the text range of the wrapped token.
public typealias FTS5ByteWrapperTokenCallback =
  (_ token: Span<UInt8>, _ flags: FTS5TokenFlags) throws -> Void

/// A tokenizer that changes, drops or multiplies the tokens of another tokenizer, as bytes.
///
/// It is faster than ``FTS5WrapperTokenizer``, because no `String` is made.
///
/// ```swift
/// final class WithoutShortWords: FTS5ByteWrapperTokenizer {
///   static let name = "without_short_words"
///   let wrappedTokenizer: any FTS5Tokenizer
///
///   init(db: Database, arguments: [String]) throws {
///     wrappedTokenizer = try db.makeTokenizer(.unicode61())
///   }
///
///   func accept(
///     token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
///     tokenCallback: FTS5ByteWrapperTokenCallback
///   ) throws {
///     if token.count > 2 { try tokenCallback(token, flags) }
///   }
/// }
/// ```
public protocol FTS5ByteWrapperTokenizer: FTS5CustomTokenizer {
  /// The tokenizer whose tokens are changed.
  var wrappedTokenizer: any FTS5Tokenizer { get }

  /// Replaces a token of the wrapped tokenizer by none, one or several tokens.
  ///
  /// Pass a synonym after its word, with ``FTS5TokenFlags/colocated``. If a word is dropped and its
  /// synonym is not, the synonym gets the position of the word.
  ///
  /// - Parameters:
  ///   - token: the token in UTF-8, which is invalid if the text is invalid.
  ///   - flags: the flags of the token.
  ///   - tokenization: the purpose of the tokens.
  ///   - tokenCallback: receives the new tokens; do not catch its errors.
  /// - Throws: any error; it stops the tokenization and is rethrown unchanged.
  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws
}

extension FTS5ByteWrapperTokenizer {
  /// Passes the tokens of the wrapped tokenizer, as ``accept(token:flags:for:tokenCallback:)`` changes them.
  public func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    let outer = unsafe tokenCallback.receiver
    // Whether a token was passed at the current position: one for the wrapped word, or one for its synonyms.
    var hasTokenAtPosition = false
    let receiver = ClosureReceiver { [self] token, flags, range in
      let followsDroppedToken = flags.contains(.colocated) && !hasTokenAtPosition
      if !flags.contains(.colocated) { hasTokenAtPosition = false }
      try accept(token: token, flags: flags, for: tokenization) { token, flags in
        let isFirst = followsDroppedToken && !hasTokenAtPosition
        let flags = isFirst ? flags.subtracting(.colocated) : flags
        hasTokenAtPosition = true
        try unsafe FTS5TokenCallback(outer)(
          token, flags: flags, from: range.lowerBound, to: range.upperBound)
      }
      // Checked again, because `accept` may have caught the error.
      try unsafe FTS5TokenCallback(outer).check()
    }
    try receiver.receiveTokens(of: text) { text, callback in
      try wrappedTokenizer.tokenize(text, for: tokenization, tokenCallback: callback)
    }
  }
}
