import IndexStorage
import SittaSQLite

extension IndexReader {
  /// Reads a part of the vocabulary.
  ///
  /// - Parameters:
  ///   - words: is offered the words after the last one that it was offered.
  ///   - count: how many words are read.
  /// - Returns: the state of the index, and whether these were the last words.
  /// - Throws: the error of SQLite.
  func readVocabulary(
    into words: inout WordList, count: Int
  ) throws(SQLiteError) -> (clock: IndexClock, isComplete: Bool) {
    let table = VocabularyTable(in: database)
    try table.createForReading()
    let snapshot = try Snapshot(of: self)
    let read = try table.words(after: words.last, limit: count)
    for entry in read { words.offer(entry.word, documents: entry.documents) }
    if read.count < count { words.finish() }
    return (snapshot.clock, read.count < count)
  }

  /// How many documents have changed since a state of the index, and about how many there are.
  ///
  /// - Returns: nil for the number of changes if it is unknown.
  func changeCount(
    since clock: IndexClock
  ) throws(SQLiteError) -> (now: IndexClock, changed: Int?, documents: Int) {
    let snapshot = try Snapshot(of: self)
    let highest = try snapshot.database.first("SELECT max(id) FROM document") {
      Int($0.integer(at: 0))
    }
    let now = snapshot.clock
    return (now, log.changes(from: clock, to: now)?.texts.count, highest ?? 0)
  }
}
