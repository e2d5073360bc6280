import IndexStorage
import LinuxSystem
import SittaSQLite

/// Errors that the index may be to blame for: looked into before any other work.
extension IndexSession {
  /// Finds out whether the index is to blame for an error that a query met, and repairs it then.
  ///
  /// - Returns: the repair.
  /// - Throws: the errors of SQLite and of the file system.
  func lookInto(_ error: SQLiteError, _ rereading: Rereading) async throws -> Repair {
    // While a new index is built beside the old one, nothing is better before that serves.
    defer { if rebuild?.servesOld != true { tellOfRepairs() } }
    if error.isLostLog { return try await reopen(rereading) }
    if error.isUnknownStatement, store.isComplete { return Repair() }
    return try await repair(.report, because: Self.sentence(onDamage: error), rereading)
  }

  /// Repairs damage or makes room after an error, if one of them can end it.
  ///
  /// - Parameters:
  ///   - error: the error of a change, or of its start.
  ///   - rereading: reads texts again.
  /// - Returns: the repair; it is done if work can go on.
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
        // The one that is being built is damaged: it is begun again after a while.
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

  /// Whether the index that is written misses a table that a statement has named, so that no document
  /// is to blame for the error.
  private func isIncomplete(_ error: SQLiteError) -> Bool {
    guard error.isUnknownStatement, let writer = openWriter else { return false }
    return (try? writer.isComplete()) != true
  }

  /// Opens the index anew after its log was changed by others.
  ///
  /// The index is checked, and all files are compared with it.
  ///
  /// If the log has only lost its name, the last connection writes it into the index, and nothing
  /// is lost. If the log was shortened, only its beginning is left.
  ///
  /// - Throws: the errors of SQLite and of the file system.
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
  /// Whether the index may be to blame: it is damaged, its log is lost, or a table is missing.
  package var mayBeDamage: Bool { isCorruption || isLostLog || isUnknownStatement }
}
