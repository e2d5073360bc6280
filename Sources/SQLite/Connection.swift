import CSQLite

/// An open `sqlite3 *`, closed when the last statement and the ``Database`` have let it go.
@safe
final class Connection {
  /// What stops running statements; lives as long as its progress handler.
  final class StopCondition {
    var deadline: ContinuousClock.Instant?
    var isTrue: (() -> Bool)?

    var holds: Bool { deadline.map { $0 <= .now } ?? false || isTrue?() ?? false }
  }

  let handle: OpaquePointer
  let stopCondition = StopCondition()
  let callbackFailure = CallbackFailure()

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
    unsafe sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<StopCondition>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.holds ? 1 : 0
        }
      }, Unmanaged.passUnretained(stopCondition).toOpaque())
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
  }

  func error(_ code: Int32, sql: String?) -> SQLiteError {
    if let message = callbackFailure.take(for: code) {
      return SQLiteError(code: code, message: message, sql: sql)
    }
    // The connection's message belongs to the last call; where that was another, use general words.
    let isCurrent = unsafe sqlite3_extended_errcode(handle) == code
    let text = unsafe isCurrent ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
    let message = unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
    return SQLiteError(code: code, message: message, sql: sql)
  }
}
