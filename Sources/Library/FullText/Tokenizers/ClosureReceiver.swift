import CSittaSQLite

/// Passes tokens from a C callback to a Swift closure, and keeps the closure's error.
final class ClosureReceiver {
  typealias Body = (Span<UInt8>, FTS5TokenFlags, Range<Int>) throws -> Void

  private let body: Body
  private var textCount = 0
  private var error: (any Error)?

  init(_ body: @escaping Body) {
    self.body = body
  }

  /// Runs a tokenizer; if the closure throws an error, it is thrown, and not an error of the tokenizer.
  func receiveTokens(
    of text: Span<UInt8>, from tokenizer: (Span<UInt8>, borrowing FTS5TokenCallback) throws -> Void
  ) throws {
    textCount = text.count
    let outcome = Result<Void, any Error> {
      unsafe try text.withTokenReceiver(
        function: receiveTokenForClosure, context: Unmanaged.passUnretained(self).toOpaque()
      ) { callback in
        try tokenizer(text, callback)
      }
    }
    if let error { throw error }
    try outcome.get()
  }

  fileprivate func receive(
    _ token: UnsafeBufferPointer<UInt8>, _ flags: Int32, _ start: Int32, _ end: Int32
  ) -> Int32 {
    do {
      let range = tokenRange(start, end, clampedTo: textCount)
      unsafe try body(token.span, FTS5TokenFlags(rawValue: flags), range)
      return SQLITE_OK
    } catch {
      self.error = error
      return SQLITE_ABORT
    }
  }
}

private func receiveTokenForClosure(
  _ context: UnsafeMutableRawPointer?, _ flags: Int32, _ token: UnsafePointer<CChar>?,
  _ count: Int32, _ start: Int32, _ end: Int32
) -> Int32 {
  guard let context = unsafe context else { return SQLITE_MISUSE }
  let bytes = unsafe UnsafeBufferPointer(token: token, count: count)
  return unsafe Unmanaged<ClosureReceiver>.fromOpaque(context)._withUnsafeGuaranteedRef {
    unsafe $0.receive(bytes, flags, start, end)
  }
}
