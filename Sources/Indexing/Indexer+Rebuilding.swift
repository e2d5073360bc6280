import LinuxSystem
import SQLite
import SearchIndex
import Watching

/// A new index beside the old one, which serves until the new one has everything.
extension Indexer {
  /// The barrier behind everything that a new index has to have; the numbers of markers begin at 1.
  static let rebuiltBarrier = UInt64.max

  /// What people read once the old index had to go before its time.
  package static let noRoom =
    "There was no room on the disk for two indexes: the old one was removed."

  /// Begins to build a new index; one that is built beside the old one already is enough.
  ///
  /// - Parameters:
  ///   - cause: what it is built for.
  ///   - reason: the same as a sentence.
  /// - Throws: what the file system or SQLite fail with.
  func beginRebuild(_ cause: Rebuild.Cause, because reason: String) async throws {
    if rebuild?.servesOld == true { return }
    openedWriter?.rollBack()
    try await exchangingFiles {
      openedWriter = nil
      try adopt(store.rebuild(cause, because: reason, now: .now))
    }
    await startOver()
  }

  /// Lets the new index serve, which has everything now.
  func finishRebuild() async throws {
    guard let rebuild else { return }
    try writer().markRebuilt()
    if rebuild.servesOld {
      try await serveNew()
    } else {
      let recovery = try writer().endRebuild(store, .now)
      note(nil, of: try writer())
      if let recovery { tell.yield(.recovered(recovery)) }
    }
    progress.update { $0.conditions[.oldIndexRemoved] = nil }
    tell.yield(.rebuilt(rebuild))
  }

  /// Lets the new index serve, whether it has everything or not.
  ///
  /// - Parameter isOutOfRoom: whether the old one has to go before anything can be written.
  /// - Throws: what the file system or SQLite fail with.
  func serveNew(isOutOfRoom: Bool = false) async throws {
    guard let rebuild, rebuild.servesOld else { return }
    if !isOutOfRoom {
      try commit()
      try writer().checkpoint()
    }
    try await exchangingFiles {
      if isOutOfRoom { try store.removeOld() }
      try openedWriter?.checkpoint()
      openedWriter = nil
      try store.exchange(rebuild, at: .now)
      try adopt(store.open(now: .now))
    }
    if isOutOfRoom {
      progress.update { $0.conditions[.oldIndexRemoved] = [Self.noRoom] }
      tell.yield(.madeRoom)
    }
  }

  /// Takes over an index that was opened.
  ///
  /// - Throws: what reading it fails with; then it is not taken over.
  func adopt(_ opened: IndexStore.Opened) throws {
    let writer = opened.writer
    writer.stopsWhenBusy(interruption)
    // An index that was just built has never been closed in order, and is checked as well.
    let checks = CheckSchedule(
      lastCheck: try writer.lastCheck(), wasInterrupted: opened.wasInterrupted, now: .now,
      second: .now)
    // What an index remembers goes over to the one that takes its place.
    let stored = try writer.recoveries()
    for recovery in progress.current.recoveries where !stored.contains(recovery) {
      try writer.record(recovery)
    }
    // Nothing fails from here on: the index is taken over as a whole or not at all.
    openedWriter = writer
    uncommitted.documents = 0
    written = []
    hasWaitedForRoom = false
    ladder = RecoveryLadder()
    self.checks = checks
    let isGoingOn = rebuild?.since == opened.rebuild?.since
    note(opened.rebuild, of: writer)
    if let rebuild = opened.rebuild, !isGoingOn { tell.yield(.rebuilding(rebuild)) }
    if let recovery = opened.recovery { tell.yield(.recovered(recovery)) }
  }

  /// Keeps account of what the index is, for the status.
  private func note(_ rebuild: Rebuild?, of writer: IndexWriter) {
    self.rebuild = rebuild
    let known = progress.current.recoveries
    let recoveries = (try? writer.recoveries()) ?? known
    let (checked, count) = (try? writer.lastCheck(), try? writer.approximateCount())
    progress.update { values in
      values.rebuild = rebuild
      values.rebuiltDocuments = count ?? 0
      values.recoveries = recoveries
      values.checked = checked ?? nil
    }
  }

  /// Exchanges the files of the index while nobody reads it.
  func exchangingFiles(_ body: () throws -> Void) async throws {
    await hooks.reach?(.willExchangeFiles)
    await readers.suspend()
    await hooks.reach?(.didSuspendReaders)
    do {
      try body()
    } catch {
      await readers.resume()
      throw error
    }
    await readers.resume()
    repairs.happen()
  }
}
