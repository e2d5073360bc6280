/// Keeps the reason why a callback in Swift failed until the statement that ran it fails.
///
/// A tokenizer can return only a result code to SQLite, so all its errors would read "SQL logic error".
/// The callback records its sentence here, and the error of the statement contains it.
package final class CallbackFailure {
  private var failure: (code: Int32, message: String)?

  init() {}

  /// Records the message for a result code that is about to be returned to SQLite.
  package func record(_ message: String, code: Int32) {
    failure = (code, message)
  }

  /// Drops a message that was not used, so that it does not explain another failure.
  func forget() {
    failure = nil
  }

  func take(for code: Int32) -> String? {
    defer { failure = nil }
    guard let failure, failure.code & 0xff == code & 0xff else { return nil }
    return failure.message
  }
}
