import LinuxSystem
import SQLite
import SearchIndex
import Watching

/// Errors that the index may be to blame for: looked into before any other work.
extension Indexer {
  /// Finds out whether the index is to blame for an error, and repairs it then.
  ///
  /// - Throws: what SQLite and the file system fail with.
  func lookInto(_ error: SQLiteError) async throws {
    // While a new index is built beside the old one, nothing is better before that serves.
    defer { if rebuild?.servesOld != true { repairs.happen() } }
    if error.isLostLog {
      try await reopen(because: "The log of the index was shortened, replaced or removed.")
    } else if !error.isUnknownStatement || !store.isComplete {
      _ = try await repair(.report, "The index was damaged: \(error.reason).")
    }
  }

  /// Repairs what an error shows, finds the documents that the index refuses, or waits.
  func handle(_ error: SQLiteError) async {
    do {
      if try await overcome(error) { return }
      if error.isRefusal, await isolateRefused() { return }
      await pauseWork(error.sentence(on: store))
    } catch {
      await pauseWork("The index cannot be repaired. \(sentence(on: error))")
    }
  }

  /// Whether the index that is written misses a table that a statement has named, so that no document
  /// is to blame for the error.
  func isIncomplete(_ error: SQLiteError) -> Bool {
    guard error.isUnknownStatement, let writer = openedWriter else { return false }
    return (try? writer.isComplete()) != true
  }

  /// Opens the index anew, whose log is not what was written: checks it, and compares all files with it.
  ///
  /// A log that has only lost its name is written into the index by the last connection, and nothing is
  /// lost. Of one that was shortened its beginning is left.
  ///
  /// - Parameter reason: a sentence for people.
  /// - Throws: what SQLite and the file system fail with.
  func reopen(because reason: String) async throws {
    openedWriter?.rollBack()
    // A check in the background has a connection as well.
    interruption.raise()
    await backgroundCheck?.value
    let unfinished = rebuild?.servesOld == true ? rebuild : nil
    try await exchangingFiles {
      openedWriter = nil
      let now = UnixTime.now
      let opened =
        if let unfinished {
          try store.rebuild(unfinished.cause, because: unfinished.reason, now: now)
        } else {
          try store.open(now: now)
        }
      try adopt(opened)
    }
    await startOver()
    try note(.log, reason)
    _ = try await repair(.report, reason)
  }
}

extension SQLiteError {
  /// Whether the index may be to blame: it is damaged, its log is lost, or a table is missing.
  package var mayBeDamage: Bool { isCorruption || isLostLog || isUnknownStatement }
}
