import Cooldown
import FileSelection
import LinuxSystem
import SQLite
import SearchIndex
import TextExtraction
import Watching

/// Damage: looked for when nothing else is to do, looked into at once where somebody met it, and
/// repaired in the smallest part.
extension Indexer {
  /// Begins a check that is due, as work in bulk; it goes on while there is other work.
  ///
  /// - Returns: when to ask again; nil where an event wakes the indexer.
  func startDueCheck() throws -> ContinuousClock.Instant? {
    guard backgroundCheck == nil, rebuild == nil, openedWriter != nil else { return nil }
    guard checks.isDue(at: .now) else { return checks.due }
    if case .rest(let askAgain) = gate.verdict() { return askAgain }
    let thread = try CheckingThread()
    interruption.lower()
    backgroundCheck = Task {
      let (finding, time) = await thread.check(store, stoppedBy: interruption)
      backgroundCheck = nil
      gate.worked(time)
      // Another index may be there by now, of which this says nothing.
      if rebuild == nil { inbox.add(.checked(finding)) }
      await watcher.wake()
    }
    return nil
  }

  /// Does what a check that has ended gives reason for.
  func take(_ finding: IndexChecker.Finding) async throws {
    try note(finding)
    if case .damaged = finding {
      _ = try await repair(.found(finding), "A check found damage in the index.")
    }
  }

  /// Finds out whether the index is damaged, which a query or a change seems to have met, and
  /// repairs what is.
  ///
  /// - Parameters:
  ///   - evidence: what is known of it.
  ///   - reason: the same as a sentence.
  /// - Returns: whether anything was repaired.
  /// - Throws: what SQLite fails with.
  func repair(_ evidence: RecoveryLadder.Evidence, _ reason: String) async throws -> Bool {
    if let rebuild, rebuild.servesOld {
      if !store.canBeRead { try await serveNew() }
      return true
    }
    var (evidence, hasRepaired) = (evidence, false)
    while !isStopping {
      switch ladder.action(on: evidence) {
      case .nothing:
        return hasRepaired
      case .check:
        try commit()
        let finding = try await check()
        try note(finding)
        evidence = .found(finding)
        continue
      case .mendDocuments(let documents):
        evidence = try repairing { try mend(documents) }
        if evidence == .repaired { try note(.documents, reason) }
      case .rewritePostings:
        evidence = try repairing { try writer().rewritePostings() }
        if evidence == .repaired { try note(.postings, reason) }
      case .rebuildFile:
        try await beginRebuild(.damage, because: reason)
        return true
      }
      hasRepaired = true
    }
    return hasRepaired
  }

  /// Checks now, whatever else there is to do.
  private func check() async throws -> IndexChecker.Finding {
    await hooks.reach?(.willCheck)
    interruption.lower()
    let thread = try CheckingThread()
    return await thread.check(store, stoppedBy: interruption).finding
  }

  private func note(_ finding: IndexChecker.Finding) throws {
    switch finding {
    case .sound:
      checks.noteCheck(at: .now)
      let second = UnixTime.now
      try writer().recordCheck(at: second)
      progress.update { $0.checked = second }
    case .unknown: checks.notePutOff(at: .now)
    case .damaged: break
    }
  }

  func note(_ action: Recovery.Action, _ reason: String) throws {
    let recovery = Recovery(
      at: .now, because: reason, action)
    try writer().record(recovery)
    progress.update { $0.recoveries.append(recovery) }
    tell.yield(.recovered(recovery))
  }

  private func repairing(_ body: () throws -> Void) throws -> RecoveryLadder.Evidence {
    do {
      try body()
      return .repaired
    } catch let error as SQLiteError where error.isCorruption {
      openedWriter?.rollBack()
      return .repairFailed
    }
  }

  /// Reads the texts of documents from their files again.
  ///
  /// A file that has not changed has the text that was indexed. Of any other nobody knows what was
  /// indexed, so that all postings have to be written again.
  private func mend(_ documents: [DocumentID]) throws {
    let writer = try writer()
    var changed: [WorkQueue.Work] = []
    for id in documents {
      guard let (path, stored) = try writer.file(ofDocument: id) else {
        try writer.discard(id)
        continue
      }
      if let text = text(of: path, as: stored) {
        try writer.mend(id, with: text)
      } else {
        try writer.discard(id)
        changed.append(.path(path))
      }
    }
    try commit()
    if changed.isEmpty { return }
    queue.add(changed, to: .fresh)
    try writer.rewritePostings()
  }

  /// The text of a file that is as it was when it was indexed; nil for any other.
  private func text(of path: FilePath, as stored: StoredFile) -> [UInt8]? {
    guard let folder = try? rules.open(folder: path.parent),
      let status = try? FileStatus(of: path.name, in: folder),
      stored.isCurrent(status, extractor: PlainTextExtractor.version),
      let document = try? read(path, status, in: folder), document.state != .unreadable,
      stored.matches(document.status, extractor: document.extractor)
    else { return nil }
    return document.text
  }
}

// MARK: - Errors

extension Indexer {
  /// Does something about an error other than to wait: repairs damage, and makes room.
  ///
  /// - Parameter error: what a change or the start of one failed with.
  /// - Returns: whether work can go on.
  /// - Throws: what SQLite or the file system fail with.
  func overcome(_ error: SQLiteError) async throws -> Bool {
    if error.isLostLog {
      try await reopen(because: "The log of the index was shortened, replaced or removed.")
      return true
    }
    if error.isCorruption || isIncomplete(error) {
      openedWriter?.rollBack()
      await startOver()
      if rebuild?.servesOld == true { return try discardNew() }
      return try await repair(.report, "The index was damaged: \(error.reason).")
    }
    guard error.isDiskFull, rebuild?.servesOld == true else { return false }
    guard hasWaitedForRoom else {
      hasWaitedForRoom = true
      return false
    }
    openedWriter?.rollBack()
    try await serveNew(isOutOfRoom: true)
    await startOver()
    return true
  }

  /// Throws a damaged index away that was being built, to begin again after a while.
  private func discardNew() throws -> Bool {
    guard let rebuild else { return false }
    openedWriter = nil
    try adopt(store.rebuild(rebuild.cause, because: rebuild.reason, now: .now))
    return false
  }
}
