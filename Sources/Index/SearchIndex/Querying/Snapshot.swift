import IndexStorage
import SittaSQLite

/// One state of the index: a read transaction that ends when this struct is destroyed.
///
/// A connection has at most one at the same time.
struct Snapshot: ~Copyable {
  /// The connection, with its caches.
  let reader: IndexReader
  /// The state of the index that is read.
  let clock: IndexClock

  var database: Database { reader.database }

  /// Begins a read transaction; see ``setDeadline(_:)`` for the deadline.
  init(
    of reader: IndexReader, deadline: ContinuousClock.Instant? = nil
  ) throws(SQLiteError) {
    let database = reader.database
    try database.begin(.deferred)
    database.setDeadline(deadline)
    do throws(SQLiteError) {
      // The first statement that reads fixes the state of the transaction.
      clock = try MetaTable(of: database).clock()
    } catch {
      database.rollBack()
      database.setDeadline(nil)
      throw error
    }
    reader.areSegmentsPrepared = false
    self.reader = reader
  }

  deinit {
    reader.folders.release()
    reader.database.rollBack()
    reader.database.setDeadline(nil)
  }

  /// Sets the moment at which running statements are interrupted; nil for never.
  func setDeadline(_ deadline: ContinuousClock.Instant?) {
    database.setDeadline(deadline)
  }

  /// Runs `body`, and returns whether it ran to its end, or was interrupted at the deadline.
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
