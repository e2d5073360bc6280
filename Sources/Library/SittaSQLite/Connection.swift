import CSittaSQLite

/// An open `sqlite3 *`; it is closed when the last statement and the ``Database`` are freed.
@safe
final class Connection {
  /// The condition that stops running statements; it lives as long as its progress handler.
  final class StopCondition {
    var deadline: ContinuousClock.Instant?
    var interruption: Interruption?
    var isTrue: (() -> Bool)?

    var holds: Bool {
      if let interruption, interruption.isRaised { return true }
      return deadline.map { $0 <= .now } ?? false || isTrue?() ?? false
    }
  }

  /// The request to raise when the database is locked; it lives as long as its busy handler.
  private final class LockRequest {
    let interruption: Interruption
    /// The time to wait, in milliseconds.
    let timeout: Int32

    init(_ interruption: Interruption, timeout: Int32) {
      self.interruption = interruption
      self.timeout = timeout
    }
  }

  let handle: OpaquePointer
  let stopCondition = StopCondition()
  let callbackFailure = CallbackFailure()
  private var lockRequest: LockRequest?

  init(_ handle: OpaquePointer) {
    unsafe self.handle = handle
    watchDeadline(every: 1_000)
  }

  /// Checks the stop condition after every `operations` operations of SQLite's virtual machine.
  func watchDeadline(every operations: Int32) {
    unsafe sqlite3_progress_handler(
      handle, operations,
      { context in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<StopCondition>.fromOpaque(context)._withUnsafeGuaranteedRef {
          $0.holds ? 1 : 0
        }
      }, Unmanaged.passUnretained(stopCondition).toOpaque())
  }

  func raiseWhenBusy(_ interruption: Interruption, timeout: Int32) {
    let request = LockRequest(interruption, timeout: timeout)
    unsafe sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context = unsafe context else { return 0 }
        let mayWait = unsafe Unmanaged<LockRequest>.fromOpaque(context)
          ._withUnsafeGuaranteedRef { request in
            request.interruption.raise()
            return count < request.timeout
          }
        guard mayWait else { return 0 }
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
    // SQLite's message belongs to the last call on the connection; for another code, use the general message.
    let isCurrent = unsafe sqlite3_extended_errcode(handle) == code
    let text = unsafe isCurrent ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
    var message = unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
    if message.hasPrefix("unsafe use of ") {
      message += ": call Database.trustSchema() first if only trusted programs change the schema"
    }
    return SQLiteError(code: code, message: message, sql: sql)
  }
}
