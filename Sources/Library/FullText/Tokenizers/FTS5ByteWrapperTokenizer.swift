/// Receives a token's bytes and flags; the token gets the text range of the wrapped token.
public typealias FTS5ByteWrapperTokenCallback =
  (_ token: Span<UInt8>, _ flags: FTS5TokenFlags) throws -> Void

/// A tokenizer that changes, drops or multiplies the tokens of another one, as bytes.
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
  /// The tokenizer whose tokens are wrapped.
  var wrappedTokenizer: any FTS5Tokenizer { get }

  /// Replaces a token of the wrapped tokenizer by none, one or several tokens.
  ///
  /// Pass a synonym after its word, with ``FTS5TokenFlags/colocated``. If a word is dropped and its
  /// synonym is not, the synonym gets the position of the word.
  ///
  /// - Parameters:
  ///   - token: the token as UTF-8; invalid if the text is.
  ///   - flags: its flags.
  ///   - tokenization: the purpose of the tokens.
  ///   - tokenCallback: receives the new tokens; do not catch its errors.
  /// - Throws: any error; it stops the tokenization and is rethrown unchanged.
  func accept(
    token: Span<UInt8>, flags: FTS5TokenFlags, for tokenization: FTS5Tokenization,
    tokenCallback: FTS5ByteWrapperTokenCallback
  ) throws
}

extension FTS5ByteWrapperTokenizer {
  /// Passes on the wrapped tokenizer's tokens as `accept` changes them.
  public func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    try WrapperReceiver(self, tokenization: tokenization, outer: tokenCallback)
      .receiveTokens(of: text)
  }
}
