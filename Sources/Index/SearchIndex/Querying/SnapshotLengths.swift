import FullText
import IndexStorage
import SittaSQLite

/// The lengths of all documents in one state of the index, kept in memory for ranking.
final class SnapshotLengths {
  let lengths = FTS5DocumentLengths()
  /// The state of the index from which the lengths are; nil if they have to be loaded.
  private var clock: IndexClock?

  /// Reads the lengths of the documents that have changed since the last call, or of all documents.
  ///
  /// After an error, ranking reads each length from the index, which is correct but slower.
  func update(in snapshot: borrowing Snapshot) throws(SQLiteError) {
    let now = snapshot.clock
    if now == clock { return }
    let (database, log) = (snapshot.database, snapshot.reader.log)
    do throws(FullTextError) {
      if let before = clock, let changes = log.changes(from: before, to: now) {
        try lengths.refresh(changes.texts.map(\.rawValue), fromTable: "search", in: database)
      } else {
        try lengths.load(fromTable: "search", in: database)
      }
      clock = now
    } catch {
      clock = nil
      if let cause = error.cause { throw cause }
    }
  }
}
