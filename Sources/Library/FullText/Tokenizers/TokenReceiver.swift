import CSittaSQLite

/// Checks tokens, and passes them with a context to a C function, such as FTS5's own.
@safe
struct TokenReceiver {
  typealias Function =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

  let function: Function
  let context: UnsafeMutableRawPointer?
  let text: UnsafeBufferPointer<UInt8>
  /// The start of the last token; -1 before the first.
  private var lastStart = -1
  private var failure: (code: Int32, error: FullTextError)?

  init(
    function: @escaping Function, context: UnsafeMutableRawPointer?,
    text: UnsafeBufferPointer<UInt8>
  ) {
    unsafe self.function = function
    unsafe self.context = context
    unsafe self.text = text
  }

  /// Passes a token; returns the result code of the C function, or SQLITE_MISUSE for an invalid token.
  @inline(__always)
  mutating func receive(
    _ token: UnsafeBufferPointer<UInt8>, _ flags: Int32, _ start: Int, _ end: Int
  ) -> Int32 {
    guard start >= lastStart, start <= end, unsafe end <= text.count, token.count > 0,
      start >= 0, flags & FTS5_TOKEN_COLOCATED == 0 || lastStart >= 0, failure == nil,
      let count = Int32(exactly: token.count), unsafe !token.containsNUL
    else {
      return unsafe refuse(token, flags, start, end)
    }
    lastStart = start
    let code = unsafe function(
      context, flags, UnsafeRawPointer(token.baseAddress)?.assumingMemoryBound(to: CChar.self),
      count, Int32(truncatingIfNeeded: start), Int32(truncatingIfNeeded: end))
    if code != SQLITE_OK { failure = (code, .stopped(code)) }
    return code
  }

  /// The result code to return to C; nil if nothing has failed.
  var failureCode: Int32? { failure?.code }

  /// The error of the first invalid token; nil if there was none.
  var refusal: FullTextError? {
    failure.flatMap { $0.error.code == .invalidToken ? $0.error : nil }
  }

  /// Records the failure of a tokenizer in C, whose tokens were passed directly to the C function.
  mutating func stop(_ code: Int32) {
    if failure == nil { failure = (code, .stopped(code)) }
  }

  func error(_ code: Int32) -> FullTextError { failure?.error ?? .stopped(code) }

  @inline(never)
  private mutating func refuse(
    _ token: UnsafeBufferPointer<UInt8>, _ flags: Int32, _ start: Int, _ end: Int
  ) -> Int32 {
    if let failure { return failure.code }
    let range = unsafe "bytes \(start) to \(end) of a text of \(text.count) bytes"
    let reason =
      if token.isEmpty {
        "it is empty"
      } else if flags & FTS5_TOKEN_COLOCATED != 0 && lastStart < 0 {
        "it is colocated, but there is no token before it"
      } else if start >= 0 && start < lastStart {
        "it starts before the last token, which starts at \(lastStart)"
      } else if Int32(exactly: token.count) == nil {
        "it is longer than 2 GiB"
      } else if unsafe start >= 0 && start <= end && end <= text.count && token.containsNUL {
        "it contains a NUL, which damages the index"
      } else {
        "it lies outside the text"
      }
    failure = (
      SQLITE_MISUSE, FullTextError(.invalidToken, "The token for \(range) is refused: \(reason).")
    )
    return SQLITE_MISUSE
  }
}

extension Span where Element == UInt8 {
  /// Calls `body` with a callback for the tokens of this text.
  func withTokenReceiver(
    function: @escaping TokenReceiver.Function, context: UnsafeMutableRawPointer?,
    _ body: (borrowing FTS5TokenCallback) throws -> Void
  ) throws {
    guard count <= Int(Int32.max) else {
      throw FullTextError(
        .textTooLong, "A text of \(count) bytes is too long: FTS5 takes up to 2,147,483,647.")
    }
    try unsafe withUnsafeBufferPointer { text in
      var receiver = unsafe TokenReceiver(function: function, context: context, text: text)
      try unsafe withUnsafeMutablePointer(to: &receiver) { receiver in
        do {
          unsafe try body(FTS5TokenCallback(receiver))
        } catch {
          // A wrapping tokenizer may have replaced the error, so the recorded one is thrown.
          throw unsafe receiver.pointee.refusal ?? error
        }
      }
      // A tokenizer may have caught the error.
      if let code = receiver.failureCode { throw receiver.error(code) }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a byte is 0.
  ///
  /// FTS5 keeps the terms of a transaction in a hash table in which a NUL ends a term (`fts5_hash.c`). For a
  /// term with a NUL it would write one term to the index, and later look for another. Most tokens are
  /// shorter than eight bytes, so calling `memchr` would cost more than the rest.
  /// rest.
  @inline(__always)
  fileprivate var containsNUL: Bool {
    guard let start = unsafe UnsafeRawPointer(baseAddress) else { return false }
    if count >= 8 {
      var offset = 0
      while offset + 8 < count {
        if unsafe start.hasZeroByte(at: offset, as: UInt64.self) { return true }
        offset += 8
      }
      // The last eight bytes; some of them are read a second time.
      return unsafe start.hasZeroByte(at: count - 8, as: UInt64.self)
    }
    if count >= 4 {
      return unsafe start.hasZeroByte(at: 0, as: UInt32.self)
        || start.hasZeroByte(at: count - 4, as: UInt32.self)
    }
    if count == 0 { return false }
    // A single byte is the first, the middle and the last one. If there are two bytes, the second is read
    // twice.
    let (first, middle, last) = unsafe (self[0], self[count >> 1], self[count - 1])
    return first == 0 || middle == 0 || last == 0
  }

  /// The bytes of a token or text that a C function passes.
  @inline(__always)
  init(token: UnsafePointer<CChar>?, count: Int32) {
    let start = unsafe UnsafeRawPointer(token)?.assumingMemoryBound(to: UInt8.self)
    unsafe self.init(start: start, count: start == nil ? 0 : Int(count))
  }
}

extension UnsafeRawPointer {
  /// Whether one of the bytes of the integer at an offset is 0.
  @inline(__always)
  fileprivate func hasZeroByte<Value: FixedWidthInteger & UnsignedInteger>(
    at offset: Int, as type: Value.Type
  ) -> Bool {
    let bytes = unsafe loadUnaligned(fromByteOffset: offset, as: type)
    let ones = Value.max / 0xff
    return (bytes &- ones) & ~bytes & (ones << 7) != 0
  }
}

/// Returns the byte range of a token from a tokenizer in C, limited to the text.
///
/// SQLite's `trigram` returns ranges beyond the end of a text that is not UTF-8.
@inline(__always)
func tokenRange(_ start: Int32, _ end: Int32, clampedTo count: Int) -> Range<Int> {
  let start = min(max(Int(start), 0), count)
  return start..<max(start, min(Int(end), count))
}
