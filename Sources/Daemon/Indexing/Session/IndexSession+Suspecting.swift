import IndexStorage
import LinuxSystem
import SittaSQLite

/// Errors that damage of the index may cause: examined before any other work.
extension IndexSession {
  /// Finds out whether damage of the index caused the error of a query, and repairs it if so.
  func lookInto(_ error: SQLiteError, _ rereading: Rereading) async throws -> Repair {
    // While a new index is built beside the old one, queries improve only once the new one serves.
    defer { if rebuild?.servesOld != true { tellOfRepairs() } }
    if error.isLostLog { return try await reopen(rereading) }
    if error.isUnknownStatement, store.isComplete { return Repair() }
    return try await repair(.report, because: Self.sentence(onDamage: error), rereading)
  }

  /// After an error of a change, repairs damage or makes room on the disk, if this can help.
  ///
  /// - Parameters:
  ///   - error: the error of a change, or of opening the index for it.
  ///   - rereading: returns the text of an unchanged file.
  /// - Returns: the repair; `isDone` if work can go on.
  /// - Throws: the errors of SQLite or of the file system.
  func overcome(_ error: SQLiteError, _ rereading: Rereading) async throws -> Repair {
    if error.isLostLog {
      var repair = try await reopen(rereading)
      repair.isDone = true
      return repair
    }
    if error.isCorruption || isIncomplete(error) {
      rollBack()
      needsComparison = true
      if let rebuild, rebuild.servesOld {
        // The index being built is damaged: it is begun again, after a pause.
        close()
        try install(store.rebuild(rebuild.cause, because: rebuild.reason, now: .now))
        return Repair()
      }
      return try await repair(.report, because: Self.sentence(onDamage: error), rereading)
    }
    guard error.isDiskFull, let rebuilding = phase.rebuilding, rebuilding.rebuild.servesOld else {
      return Repair()
    }
    guard rebuilding.hasWaitedForRoom else {
      phase.rebuilding?.hasWaitedForRoom = true
      return Repair()
    }
    try await makeRoom()
    return Repair(isDone: true)
  }

  private static func sentence(onDamage error: SQLiteError) -> String {
    "The index was damaged: \(error.reason)."
  }

  /// Whether the index lacks a table that a statement named, so that no document is the cause of
  /// the error.
  private func isIncomplete(_ error: SQLiteError) -> Bool {
    guard error.isUnknownStatement, let writer = openWriter else { return false }
    return (try? writer.isComplete()) != true
  }

  /// Reopens the index after another program changed its write-ahead log.
  ///
  /// The index is checked afterwards, and all files are compared with it.
  ///
  /// If the log was only unlinked, the last connection still writes it into the index, and nothing
  /// is lost. If it was truncated, only its beginning is left.
  private func reopen(_ rereading: Rereading) async throws -> Repair {
    let reason = "The log of the index was shortened, replaced or removed."
    rollBack()
    let unfinished = rebuild?.servesOld == true ? rebuild : nil
    try await exchangingFiles {
      close()
      let opened =
        if let unfinished {
          try store.rebuild(unfinished.cause, because: unfinished.reason, now: .now)
        } else {
          try store.open(now: .now)
        }
      try install(opened)
    }
    needsComparison = true
    try record(.log, because: reason)
    return try await repair(.report, because: reason, rereading)
  }
}

extension SQLiteError {
  /// Whether damage may be the cause: the index is damaged, its log is lost, or a table is missing.
  package var mayBeDamage: Bool { isCorruption || isLostLog || isUnknownStatement }
}
