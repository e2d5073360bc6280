import CSittaSQLite

/// Receives the tokens of a wrapped tokenizer and passes on the wrapper's tokens.
@safe
final class WrapperReceiver {
  private let wrapper: any FTS5ByteWrapperTokenizer
  private let tokenization: FTS5Tokenization
  private let outer: UnsafeMutablePointer<TokenReceiver>
  private var textCount = 0
  private var error: (any Error)?
  /// Whether the wrapper has passed a token at the current position: for the wrapped token that is
  /// not colocated, or for its synonyms.
  private var hasTokenAtPosition = false

  init(
    _ wrapper: any FTS5ByteWrapperTokenizer, tokenization: FTS5Tokenization,
    outer: borrowing FTS5TokenCallback
  ) {
    self.wrapper = wrapper
    self.tokenization = tokenization
    unsafe self.outer = outer.receiver
  }

  func receiveTokens(of text: Span<UInt8>) throws {
    textCount = text.count
    let outcome = Result<Void, any Error> {
      unsafe try text.withTokenReceiver(
        function: receiveTokenForWrapper, context: Unmanaged.passUnretained(self).toOpaque()
      ) { callback in
        try wrapper.wrappedTokenizer.tokenize(text, for: tokenization, tokenCallback: callback)
      }
    }
    if let error { throw error }
    try outcome.get()
  }

  fileprivate func receive(
    _ token: UnsafeBufferPointer<UInt8>, _ flags: Int32, _ start: Int32, _ end: Int32
  ) -> Int32 {
    let flags = FTS5TokenFlags(rawValue: flags)
    let range = tokenRange(start, end, clampedTo: textCount)
    let followsDroppedToken = flags.contains(.colocated) && !hasTokenAtPosition
    if !flags.contains(.colocated) { hasTokenAtPosition = false }
    do {
      unsafe try wrapper.accept(token: token.span, flags: flags, for: tokenization) {
        token, flags in
        let isFirst = followsDroppedToken && !hasTokenAtPosition
        let flags = isFirst ? flags.subtracting(.colocated) : flags
        hasTokenAtPosition = true
        try unsafe FTS5TokenCallback(outer)(
          token, flags: flags, from: range.lowerBound, to: range.upperBound)
      }
      return unsafe outer.pointee.failureCode ?? SQLITE_OK
    } catch {
      self.error = error
      return unsafe outer.pointee.failureCode ?? SQLITE_ABORT
    }
  }
}

private func receiveTokenForWrapper(
  _ context: UnsafeMutableRawPointer?, _ flags: Int32, _ token: UnsafePointer<CChar>?,
  _ count: Int32, _ start: Int32, _ end: Int32
) -> Int32 {
  guard let context = unsafe context else { return SQLITE_MISUSE }
  let bytes = unsafe UnsafeBufferPointer(token: token, count: count)
  return unsafe Unmanaged<WrapperReceiver>.fromOpaque(context)._withUnsafeGuaranteedRef {
    unsafe $0.receive(bytes, flags, start, end)
  }
}
