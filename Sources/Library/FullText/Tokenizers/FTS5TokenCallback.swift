import CSittaSQLite

/// Receives the tokens of a text from a tokenizer, one token for each call.
///
/// It is borrowed for one text and cannot be stored. It allocates no memory. If FTS5 itself receives the
/// tokens, a token costs only a function call.
@safe
public struct FTS5TokenCallback: ~Copyable {
  let receiver: UnsafeMutablePointer<TokenReceiver>

  init(_ receiver: UnsafeMutablePointer<TokenReceiver>) {
    unsafe self.receiver = receiver
  }

  /// Passes the next token.
  ///
  /// A token must have at least one byte, and must not contain a NUL, which would damage the index. Its range
  /// must be inside the text, and must not start before the range of the token before it; ranges may overlap.
  /// FTS5 cuts tokens after 32,768 bytes, both in the index and in queries. After an error, every further
  /// call throws the same error.
  ///
  /// - Parameters:
  ///   - token: the bytes that are indexed or searched, for example folded or stemmed.
  ///   - flags: ``FTS5TokenFlags/colocated`` for a synonym of the last token; never for the first.
  ///   - start: the offset of the token in the text, in bytes.
  ///   - end: the offset after the token, in bytes.
  /// - Throws: ``FullTextError/Code/invalidToken`` if a rule is broken;
  ///   ``FullTextError/Code/tokenizationStopped``, which you must not catch, if no more tokens are needed.
  @inline(__always)
  public borrowing func callAsFunction(
    _ token: Span<UInt8>, flags: FTS5TokenFlags = [], from start: Int, to end: Int
  ) throws(FullTextError) {
    let code = pass(token, flags, start, end)
    if code != SQLITE_OK { throw unsafe receiver.pointee.error(code) }
  }

  /// Passes the next token, without the cost of a throwing call.
  ///
  /// - Parameters:
  ///   - token: the bytes that are indexed or searched.
  ///   - flags: ``FTS5TokenFlags/colocated`` for a synonym of the last token; never for the first.
  ///   - range: the range of the token in the text, in bytes.
  /// - Returns: whether the receiver needs more tokens; if not, ``check()`` throws the reason.
  @inline(__always)
  public borrowing func take(
    _ token: Span<UInt8>, _ flags: FTS5TokenFlags, _ range: Range<Int>
  ) -> Bool {
    pass(token, flags, range.lowerBound, range.upperBound) == SQLITE_OK
  }

  /// Throws the error for which an earlier token was refused, if there is one.
  ///
  /// - Throws: the error that ``callAsFunction(_:flags:from:to:)`` would throw.
  public borrowing func check() throws(FullTextError) {
    if let code = unsafe receiver.pointee.failureCode {
      throw unsafe receiver.pointee.error(code)
    }
  }

  @inline(__always)
  private borrowing func pass(
    _ token: Span<UInt8>, _ flags: FTS5TokenFlags, _ start: Int, _ end: Int
  ) -> Int32 {
    unsafe token.withUnsafeBufferPointer { bytes in
      unsafe receiver.pointee.receive(bytes, flags.rawValue, start, end)
    }
  }
}
