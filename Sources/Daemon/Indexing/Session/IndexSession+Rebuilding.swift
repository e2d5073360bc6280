import IndexStorage
import LinuxSystem
import SittaSQLite

/// A new index is built beside the old one, which serves searches until the new one is complete.
extension IndexSession {
  /// Begins to build a new index, unless one is being built beside the old one already.
  func beginRebuild(_ cause: Rebuild.Cause, because reason: String) async throws {
    if rebuild?.servesOld == true { return }
    rollBack()
    try await exchangingFiles {
      close()
      try install(store.rebuild(cause, because: reason, now: .now))
    }
    needsComparison = true
  }

  /// Ends the rebuild: the new index is complete and serves searches from now on.
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

  /// Makes the new index serve searches, even if it is not complete.
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

  /// Removes the old index, because the disk has no room for two, and makes the new one serve searches.
  ///
  /// If there is not even room to write the log of the new index into its file, the new index is
  /// begun again, and serves searches from the start.
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
