/// Why a callback written in Swift failed, until the call that ran it reports its result code.
///
/// A tokenizer can hand SQLite a result code and nothing else, so that all errors would read "SQL
/// logic error". The callback leaves its sentence here, and the error of the statement carries it.
package final class CallbackFailure {
  private var failure: (code: Int32, message: String)?

  init() {}

  /// Keeps the words that belong to a result code which is about to be returned to SQLite.
  package func record(_ message: String, code: Int32) {
    failure = (code, message)
  }

  /// Forgets words that nobody asked for, so that they never explain another failure.
  func forget() {
    failure = nil
  }

  func take(for code: Int32) -> String? {
    defer { failure = nil }
    guard let failure, failure.code & 0xff == code & 0xff else { return nil }
    return failure.message
  }
}
