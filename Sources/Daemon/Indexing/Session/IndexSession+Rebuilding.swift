import IndexStorage
import LinuxSystem
import SittaSQLite

/// A new index beside the old one, which serves until the new one has everything.
extension IndexSession {
  /// Begins to build a new index; one that is built beside the old one already is enough.
  ///
  /// - Parameters:
  ///   - cause: why it is built.
  ///   - reason: the same as a sentence.
  /// - Throws: the errors of the file system or of SQLite.
  func beginRebuild(_ cause: Rebuild.Cause, because reason: String) async throws {
    if rebuild?.servesOld == true { return }
    rollBack()
    try await exchangingFiles {
      close()
      try install(store.rebuild(cause, because: reason, now: .now))
    }
    needsComparison = true
  }

  /// Lets the new index serve, which has everything now.
  ///
  /// - Throws: the errors of the file system or of SQLite.
  func finishRebuild() async throws {
    guard let rebuild else { return }
    try writer().markRebuilt()
    if rebuild.servesOld {
      try await promoteRebuild()
    } else {
      let writer = try writer()
      let recovery = try writer.endRebuild(store, .now)
      phase = .complete(writer)
      updateHistory(from: writer)
      if let recovery { report.tell(.recovered(recovery)) }
    }
    history.hasRemovedOld = false
  }

  /// Lets the new index serve, even if it is not complete.
  ///
  /// - Throws: the errors of the file system or of SQLite.
  func promoteRebuild() async throws {
    guard let rebuild, rebuild.servesOld else { return }
    try commit()
    try writer().checkpoint()
    try await exchangingFiles {
      try openWriter?.checkpoint()
      close()
      try store.exchange(rebuild, at: .now)
      try install(store.open(now: .now))
    }
  }

  /// Removes the old index, because the disk has no room for two, and lets the new one serve.
  ///
  /// If the room is not even enough to write the log of the new index into its file, the new one is
  /// begun again: then it serves from the start.
  ///
  /// - Throws: the errors of the file system or of SQLite.
  func makeRoom() async throws {
    guard let rebuild, rebuild.servesOld else { return }
    rollBack()
    try await exchangingFiles {
      try store.removeOld()
      history.hasRemovedOld = true
      needsComparison = true
      do {
        try openWriter?.checkpoint()
      } catch let error as SQLiteError where error.isDiskFull {
        close()
        try install(store.rebuild(rebuild.cause, because: rebuild.reason, now: .now))
        return
      }
      close()
      try store.exchange(rebuild, at: .now)
      try install(store.open(now: .now))
    }
  }
}
