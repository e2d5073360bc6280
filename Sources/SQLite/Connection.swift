import CSQLite

/// An open `sqlite3 *`, closed when the last statement and the ``Database`` have let it go.
@safe
final class Connection {
  /// The moment after which running statements are stopped; lives as long as its progress handler.
  final class Deadline {
    var instant: ContinuousClock.Instant?
    var interruption: Interruption?
    var hasPassed: Bool {
      if let interruption, interruption.isRaised { return true }
      return instant.map { $0 <= .now } ?? false
    }
  }

  /// Whom to ask for a lock; lives as long as its busy handler.
  private final class LockRequest {
    let interruption: Interruption
    /// In milliseconds.
    let patience: Int32

    init(_ interruption: Interruption, patience: Int32) {
      self.interruption = interruption
      self.patience = patience
    }
  }

  let handle: OpaquePointer
  let deadline = Deadline()
  let callbackFailure = CallbackFailure()
  private var lockRequest: LockRequest?

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
    watchDeadline(every: 1_000)
  }

  /// Looks at the deadline after so many operations of SQLite's virtual machine.
  func watchDeadline(every operations: Int32) {
    unsafe sqlite3_progress_handler(
      handle, operations,
      { context in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<Deadline>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.hasPassed ? 1 : 0
        }
      }, Unmanaged.passUnretained(deadline).toOpaque())
  }

  func raiseWhenBusy(_ interruption: Interruption, patience: Int32) {
    let request = LockRequest(interruption, patience: patience)
    unsafe sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let isPatient = unsafe Unmanaged<LockRequest>.fromOpaque(context)
          ._withUnsafeGuaranteedRef { request in
            request.interruption.raise()
            return count < request.patience
          }
        guard isPatient else { return 0 }
        sqlite3_sleep(1)
        return 1
      }, Unmanaged.passUnretained(request).toOpaque())
    lockRequest = request
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
