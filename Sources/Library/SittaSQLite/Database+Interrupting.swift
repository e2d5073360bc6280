import CSittaSQLite

extension Database {
  /// Stops every statement with SQLITE_INTERRUPT while a request is raised.
  ///
  /// - Parameters:
  ///   - interruption: the request.
  ///   - operations: the number of operations of SQLite's virtual machine between two checks; one
  ///     operation can tokenize a whole document.
  public func stop(on interruption: Interruption, checkedEvery operations: Int32 = 1_000) {
    connection.stopCondition.interruption = interruption
    connection.watchDeadline(every: operations)
  }

  /// Raises a request whenever this connection finds the database locked, and waits for the lock.
  ///
  /// So work that can wait releases the lock for work that cannot. It replaces the busy timeout with
  /// which the database was opened.
  /// The corresponding C function is `sqlite3_busy_handler`.
  ///
  /// - Parameters:
  ///   - interruption: the request, which stops the work that has the lock.
  ///   - timeout: how long to wait, in milliseconds, before SQLITE_BUSY.
  public func raiseWhenBusy(_ interruption: Interruption, timeout: Int32 = 5_000) {
    connection.raiseWhenBusy(interruption, timeout: timeout)
  }
}
