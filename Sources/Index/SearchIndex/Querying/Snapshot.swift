import IndexStorage
import SittaSQLite

/// One state of the index: a read transaction that lasts as long as the value.
///
/// A connection has at most one at a time.
struct Snapshot: ~Copyable {
  /// The connection, with its caches.
  let reader: IndexReader
  /// The state.
  let clock: IndexClock

  var database: Database { reader.database }

  /// Begins a read transaction.
  ///
  /// - Parameters:
  ///   - reader: the connection.
  ///   - deadline: interrupts statements that run longer; see ``setDeadline(_:)``.
  /// - Throws: the error of SQLite.
  init(
    of reader: IndexReader, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) {
    let database = reader.database
    try database.begin(.deferred)
    database.setDeadline(deadline)
    do throws(SQLiteError) {
      // The first statement that reads determines the state.
      clock = try MetaTable(of: database).clock()
    } catch {
      database.rollBack()
      database.setDeadline(nil)
      throw error
    }
    self.reader = reader
  }

  deinit {
    reader.folders.release()
    reader.database.rollBack()
    reader.database.setDeadline(nil)
  }

  /// Interrupts every statement that still runs at `deadline`.
  func setDeadline(_ deadline: ContinuousClock.Instant?) {
    database.setDeadline(deadline)
  }

  /// Runs `body`, which the deadline may interrupt.
  ///
  /// - Returns: whether it ran to its end.
  /// - Throws: the errors of `body`, except an interruption.
  func runUntilDeadline(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      try body()
      return true
    } catch {
      guard error.isInterruption else { throw error }
      return false
    }
  }
}
