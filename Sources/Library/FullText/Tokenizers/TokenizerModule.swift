import CSittaSQLite
import SittaSQLite

/// A Swift tokenizer registered with a connection; FTS5 owns it and frees it with the connection.
final class TokenizerModule {
  let name: String
  /// Weak, because the connection owns the module.
  private weak let database: Database?
  private let failure: CallbackFailure
  private let make: (Database, [String]) throws -> any FTS5Tokenizer

  init(
    _ name: String, in db: Database,
    make: @escaping (Database, [String]) throws -> any FTS5Tokenizer
  ) {
    self.name = name
    self.make = make
    database = db
    failure = db.callbackFailure
  }

  /// The C functions for all tokenizers in Swift; their context is the module.
  static var functions: fts5_tokenizer {
    unsafe fts5_tokenizer(
      xCreate: createTokenizer, xDelete: deleteTokenizer, xTokenize: tokenizeText)
  }

  /// Returns the module of a tokenizer that FTS5 has found; nil if the tokenizer is not written in Swift.
  static func find(
    functions: fts5_tokenizer, context: UnsafeMutableRawPointer?
  ) -> TokenizerModule? {
    let isSwift =
      unsafe unsafeBitCast(functions.xTokenize, to: UInt.self)
      == unsafeBitCast(Self.functions.xTokenize, to: UInt.self)
    guard isSwift, let context = unsafe context else { return nil }
    return unsafe Unmanaged<TokenizerModule>.fromOpaque(context).takeUnretainedValue()
  }

  func makeTokenizer(arguments: [String]) throws -> any FTS5Tokenizer {
    guard let database else {
      throw FullTextError(
        .databaseFailed, "The connection of the tokenizer '\(name)' is already closed.")
    }
    return try make(database, arguments)
  }

  fileprivate func makeInstance(arguments: [String]) -> TokenizerInstance? {
    do {
      let tokenizer = try makeTokenizer(arguments: arguments)
      return TokenizerInstance(tokenizer, name: name, failure: failure)
    } catch {
      failure.record("The tokenizer '\(name)' cannot be made: \(error)", code: SQLITE_ERROR)
      return nil
    }
  }
}

/// An instance of a tokenizer in Swift for one table; FTS5 owns it.
private final class TokenizerInstance {
  private let tokenizer: any FTS5Tokenizer
  private let name: String
  private let failure: CallbackFailure

  init(_ tokenizer: any FTS5Tokenizer, name: String, failure: CallbackFailure) {
    self.tokenizer = tokenizer
    self.name = name
    self.failure = failure
  }

  func tokenize(
    _ text: UnsafeBufferPointer<UInt8>, for tokenization: FTS5Tokenization,
    receiver: inout TokenReceiver
  ) -> Int32 {
    do {
      try unsafe withUnsafeMutablePointer(to: &receiver) { receiver in
        unsafe try tokenizer.tokenize(
          text.span, for: tokenization, tokenCallback: FTS5TokenCallback(receiver))
      }
      return receiver.refusal.map(fail) ?? receiver.failureCode ?? SQLITE_OK
    } catch {
      return receiver.refusal.map(fail) ?? receiver.failureCode ?? fail(error)
    }
  }

  private func fail(_ error: any Error) -> Int32 {
    if let error = error as? SQLiteError {
      failure.record(error.message, code: error.code)
      return error.code
    }
    failure.record("The tokenizer '\(name)' failed: \(error)", code: SQLITE_ERROR)
    return SQLITE_ERROR
  }
}

private func createTokenizer(
  _ context: UnsafeMutableRawPointer?,
  _ arguments: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ count: Int32,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let context = unsafe context, let result = unsafe result else { return SQLITE_MISUSE }
  let module = unsafe Unmanaged<TokenizerModule>.fromOpaque(context).takeUnretainedValue()
  let arguments = (0..<Int(count)).compactMap { index in
    unsafe arguments?[index].map { unsafe String(cString: $0) }
  }
  guard let instance = module.makeInstance(arguments: arguments) else { return SQLITE_ERROR }
  unsafe result.pointee = OpaquePointer(Unmanaged.passRetained(instance).toOpaque())
  return SQLITE_OK
}

private func deleteTokenizer(_ instance: OpaquePointer?) {
  guard let instance = unsafe instance else { return }
  unsafe Unmanaged<TokenizerInstance>.fromOpaque(UnsafeRawPointer(instance)).release()
}

private func tokenizeText(
  _ instance: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ flags: Int32,
  _ text: UnsafePointer<CChar>?, _ count: Int32, _ receive: TokenReceiver.Function?
) -> Int32 {
  guard let instance = unsafe instance, let receive = unsafe receive else { return SQLITE_MISUSE }
  let text = unsafe UnsafeBufferPointer<UInt8>(token: text, count: count)
  var receiver = unsafe TokenReceiver(function: receive, context: context, text: text)
  return unsafe Unmanaged<TokenizerInstance>.fromOpaque(UnsafeRawPointer(instance))
    ._withUnsafeGuaranteedRef {
      unsafe $0.tokenize(
        text, for: FTS5Tokenization(rawValue: flags), receiver: &receiver)
    }
}
