import CSittaSQLite

/// A tokenizer that is called through FTS5's C interface: built-in, or from another library.
@safe
final class RegisteredTokenizer: FTS5Tokenizer {
  private let functions: fts5_tokenizer
  private let instance: OpaquePointer

  init(
    _ descriptor: FTS5TokenizerDescriptor, functions: fts5_tokenizer,
    context: UnsafeMutableRawPointer?
  ) throws(FullTextError) {
    self.functions = functions
    unsafe instance = try functions.makeInstance(descriptor, context: context)
  }

  deinit {
    unsafe functions.xDelete(instance)
  }

  func tokenize(
    _ text: Span<UInt8>, for tokenization: FTS5Tokenization,
    tokenCallback: borrowing FTS5TokenCallback
  ) throws {
    guard let count = Int32(exactly: text.count) else {
      throw FullTextError(.textTooLong, "A text of \(text.count) bytes is too long for FTS5.")
    }
    let receiver = unsafe tokenCallback.receiver
    let code = unsafe text.withUnsafeBufferPointer { bytes in
      let start = unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      let isOwnText =
        unsafe bytes.baseAddress == receiver.pointee.text.baseAddress
        && bytes.count <= receiver.pointee.text.count
      return isOwnText
        ? unsafe functions.xTokenize(
          instance, receiver, tokenization.rawValue, start, count, receiveTokenOfText)
        : unsafe functions.xTokenize(
          instance, receiver, tokenization.rawValue, start, count, receiveToken)
    }
    if let refusal = unsafe receiver.pointee.refusal { throw refusal }
    if code != SQLITE_OK {
      unsafe receiver.pointee.stop(code)
      throw FullTextError.stopped(code)
    }
  }
}

extension fts5_tokenizer {
  /// Makes a tokenizer; the caller must free it with `xDelete`.
  func makeInstance(
    _ descriptor: FTS5TokenizerDescriptor, context: UnsafeMutableRawPointer?
  ) throws(FullTextError) -> OpaquePointer {
    var created: OpaquePointer?
    let code = unsafe withCStrings(descriptor.arguments) { pointers, count in
      unsafe xCreate(context, pointers, count, &created)
    }
    guard code == SQLITE_OK, let instance = unsafe created else {
      throw FullTextError(
        .invalidArgument,
        "The tokenizer '\(descriptor.name)' does not know an argument or its value: "
          + "\(descriptor.option).")
    }
    return unsafe instance
  }
}

/// Receives a token of the receiver's own text; limits its range, which built-in tokenizers may get wrong.
private func receiveTokenOfText(
  _ context: UnsafeMutableRawPointer?, _ flags: Int32, _ token: UnsafePointer<CChar>?,
  _ count: Int32, _ start: Int32, _ end: Int32
) -> Int32 {
  guard let context = unsafe context else { return SQLITE_MISUSE }
  let receiver = unsafe context.assumingMemoryBound(to: TokenReceiver.self)
  let range = unsafe tokenRange(start, end, clampedTo: receiver.pointee.text.count)
  return unsafe receiver.pointee.receive(
    UnsafeBufferPointer(token: token, count: count), flags, range.lowerBound, range.upperBound)
}

private func receiveToken(
  _ context: UnsafeMutableRawPointer?, _ flags: Int32, _ token: UnsafePointer<CChar>?,
  _ count: Int32, _ start: Int32, _ end: Int32
) -> Int32 {
  guard let context = unsafe context else { return SQLITE_MISUSE }
  return unsafe context.assumingMemoryBound(to: TokenReceiver.self).pointee.receive(
    UnsafeBufferPointer(token: token, count: count), flags, Int(start), Int(end))
}

/// Calls `body` with an array of C strings that ends with a null pointer.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?, Int32) -> Result
) -> Result {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for string in strings {
    starts.append(bytes.count)
    bytes += string.utf8CString
  }
  return unsafe bytes.withUnsafeBufferPointer { buffer in
    var pointers = unsafe starts.map { start in
      unsafe buffer.baseAddress.map { unsafe $0 + start }
    }
    unsafe pointers.append(nil)
    return unsafe pointers.withUnsafeMutableBufferPointer {
      unsafe body($0.baseAddress, Int32(strings.count))
    }
  }
}
