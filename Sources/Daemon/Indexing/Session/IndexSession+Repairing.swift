import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction

/// Damage of the index: checked for when nothing else is to be done, examined at once after an
/// error, and repaired in the smallest part.
extension IndexSession {
  /// Returns the text of a file that has not changed since it was indexed; nil for other files.
  typealias Rereading = (_ path: FilePath, _ stored: StoredFile) -> [UInt8]?

  /// The result of an attempt to repair the index.
  struct Repair {
    /// Whether work can go on after the repair.
    var isDone = false
    /// Work to read the files whose documents were discarded.
    var discarded: [WorkQueue.Work] = []
  }

  /// Finds out whether the index is damaged, as a query, a change or a check reported, and repairs
  /// it.
  func repair(
    _ evidence: RecoveryLadder.Evidence, because reason: String, _ rereading: Rereading
  ) async throws -> Repair {
    if let rebuild, rebuild.servesOld {
      if !store.canBeRead { try await promoteRebuild() }
      return Repair(isDone: true)
    }
    var (evidence, repair) = (evidence, Repair())
    while !signals.isEnding {
      switch ladder.action(on: evidence) {
      case .nothing:
        return repair
      case .check:
        try commitIfSound()
        let finding = try await check()
        try record(finding)
        evidence = .found(finding)
        continue
      case .mendDocuments(let documents):
        evidence = try attempt { try mend(documents, discarding: &repair.discarded, rereading) }
        if evidence == .repaired { try record(.documents, because: reason) }
      case .rewritePostings:
        evidence = try attempt { try writer().rewritePostings() }
        if evidence == .repaired { try record(.postings, because: reason) }
      case .rebuildFile:
        try await beginRebuild(.damage, because: reason)
        return Repair(isDone: true)
      }
      repair.isDone = true
    }
    return repair
  }

  /// Commits before a check; if the commit meets the damage, its changes are made again by a comparison.
  private func commitIfSound() throws {
    do {
      try commit()
    } catch let error as SQLiteError where error.isCorruption {
      rollBack()
      needsComparison = true
    }
  }

  /// Checks the index now; all other work waits.
  private func check() async throws -> IndexChecker.Finding {
    await hooks.reach?(.willCheck)
    let thread = try CheckingThread()
    signals.allowCheck()
    return await thread.check(store, stoppedBy: signals.check).finding
  }

  /// Records the finding of a check.
  func record(_ finding: IndexChecker.Finding) throws {
    switch finding {
    case .sound:
      checks = CheckSchedule(checkedAt: .now)
      let second = UnixTime.now
      try writer().recordCheck(at: second)
      history.checked = second
    case .unknown: checks.postpone(at: .now)
    case .damaged: break
    }
  }

  /// Records a repair in the index.
  func record(_ action: Recovery.Action, because reason: String) throws {
    let recovery = Recovery(at: .now, because: reason, action)
    try writer().record(recovery)
    history.recoveries.append(recovery)
    report.tell(.recovered(recovery))
  }

  private func attempt(_ body: () throws -> Void) throws -> RecoveryLadder.Evidence {
    do {
      try body()
      return .repaired
    } catch let error as SQLiteError where error.isCorruption {
      rollBack()
      return .repairFailed
    }
  }

  /// Reads the texts of damaged documents again from their files.
  ///
  /// A file that has not changed still has the text that was indexed. Documents of other files are
  /// discarded, and then all postings have to be written again.
  ///
  /// - Parameters:
  ///   - documents: the documents.
  ///   - discarded: receives work to read the files of discarded documents.
  ///   - rereading: returns the text of an unchanged file.
  /// - Throws: the errors of SQLite.
  private func mend(
    _ documents: [DocumentID], discarding discarded: inout [WorkQueue.Work], _ rereading: Rereading
  ) throws {
    let writer = try writer()
    var hasDiscarded = false
    for id in documents {
      guard let (path, stored) = try writer.file(ofDocument: id) else {
        try writer.discard(id)
        continue
      }
      if let text = rereading(path, stored) {
        try writer.mend(id, with: text)
      } else {
        // A member is read again with its container.
        let container = try writer.container(ofDocument: id)
        try writer.discard(id)
        discarded.append(.path(container ?? path, isRead: container != nil))
        hasDiscarded = true
      }
    }
    try commit()
    if hasDiscarded { try writer.rewritePostings() }
  }
}

// MARK: - The weekly check

extension IndexSession {
  /// When the next check is due; nil if none can begin now.
  var checkDue: ContinuousClock.Instant? {
    if case .complete = phase { checks.due } else { nil }
  }

  /// Begins a check on another thread while work goes on; `end` receives the finding and the CPU time.
  func startCheck(
    _ end: @escaping @Sendable (IndexChecker.Finding, Duration) async -> Void
  ) throws(SystemError) {
    guard case .complete(let writer) = phase else { return }
    let thread = try CheckingThread()
    signals.allowCheck()
    let check = Task { [store, signals] in
      let (finding, time) = await thread.check(store, stoppedBy: signals.check)
      await end(finding, time)
    }
    phase = .checking(writer, check)
  }

  /// Records that the check on another thread has ended.
  ///
  /// - Returns: false if another index was opened since the check began.
  func endCheck() -> Bool {
    guard case .checking(let writer, _) = phase else { return false }
    phase = .complete(writer)
    return true
  }

  /// Stops the check that runs on another thread, and waits until it has closed the index.
  func stopCheck() async {
    guard case .checking(_, let check) = phase else { return }
    signals.stopCheck()
    await check.value
  }
}
