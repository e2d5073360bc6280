/// Keeps the reason for the failure of a callback in Swift, until the statement that called it fails.
///
/// A tokenizer can return only a result code to SQLite, so each of its errors would read "SQL logic error".
/// With the recorded sentence, the error of the statement says the reason.
package final class CallbackFailure {
  private var failure: (code: Int32, message: String)?

  init() {}

  /// Records a message for the result code that the callback is about to return to SQLite.
  package func record(_ message: String, code: Int32) {
    failure = (code, message)
  }

  /// Drops the message, so that it is not used for another failure.
  func forget() {
    failure = nil
  }

  func take(for code: Int32) -> String? {
    defer { failure = nil }
    guard let failure, failure.code & 0xff == code & 0xff else { return nil }
    return failure.message
  }
}
