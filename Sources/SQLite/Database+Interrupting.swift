import CSQLite

extension Database {
  /// Stops every statement with SQLITE_INTERRUPT while a request is raised.
  ///
  /// - Parameters:
  ///   - interruption: the request.
  ///   - operations: after how many operations of SQLite's virtual machine it is looked at; one of
  ///     them can tokenize a whole document.
  public func stop(on interruption: Interruption, lookingEvery operations: Int32 = 1_000) {
    connection.deadline.interruption = interruption
    connection.watchDeadline(every: operations)
  }

  /// Raises a request whenever this connection finds the database locked, and waits for the lock.
  ///
  /// So work that can be done at any time lets go of the lock for work that cannot wait. It takes the
  /// place of the time to wait that the database was opened with.
  /// The corresponding C function is `sqlite3_busy_handler`.
  ///
  /// - Parameters:
  ///   - interruption: the request, which whoever holds the lock obeys.
  ///   - patience: how long to wait, in milliseconds, before SQLITE_BUSY.
  public func raiseWhenBusy(_ interruption: Interruption, patience: Int32 = 5_000) {
    connection.raiseWhenBusy(interruption, patience: patience)
  }
}
