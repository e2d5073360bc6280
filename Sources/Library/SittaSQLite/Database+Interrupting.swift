import CSittaSQLite

extension Database {
  /// Makes every statement fail with SQLITE_INTERRUPT while a request is raised.
  ///
  /// - Parameters:
  ///   - interruption: the request.
  ///   - operations: the number of operations of SQLite's virtual machine between two checks; one
  ///     operation can tokenize a whole document.
  public func stop(on interruption: Interruption, checkedEvery operations: Int32 = 1_000) {
    connection.stopCondition.interruption = interruption
    connection.watchDeadline(every: operations)
  }

  /// Whenever this connection finds the database locked, raises a request, and waits for the lock.
  ///
  /// So work that can be interrupted releases the lock for work that cannot wait. This replaces the busy
  /// timeout with which the database was opened.
  /// The corresponding C function is `sqlite3_busy_handler`.
  ///
  /// - Parameters:
  ///   - interruption: the request, which interrupts the work that holds the lock.
  ///   - timeout: how long to wait, in milliseconds, before SQLITE_BUSY.
  public func raiseWhenBusy(_ interruption: Interruption, timeout: Int32 = 5_000) {
    connection.raiseWhenBusy(interruption, timeout: timeout)
  }
}
