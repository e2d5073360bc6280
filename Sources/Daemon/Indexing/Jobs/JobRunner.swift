import Cooldown
import IndexStorage
import LinuxSystem
import Meaning
import SittaSQLite
import Watching

/// Does the jobs that the agenda decides on, one after the other.
///
/// It belongs to one ``Indexer`` and runs on its thread.
final class JobRunner {
  var agenda: IndexingAgenda
  let reconciler: Reconciler
  let comparison: DiskComparison
  let watcher: any FolderWatching
  let inbox: IndexerInbox
  let barrier: SyncBarrier
  let gate: BulkGate
  /// Knows which file systems do not answer; checked before each access to a network or FUSE file system.
  let files: FileSystemGuard
  /// Work on file systems that do not answer.
  var hanging = HangingWork()
  let signals: StopSignals
  let tasks: LoopTaskExecutor
  let hooks: IndexingHooks
  /// The readers of documents.
  let pool: ReadingPool
  /// What readers have brought, until the item is compared once more.
  var read: [WorkQueue.Ticket: FinishedReading] = [:]
  var priority = LanePriority()
  let recognition = RecognitionQueue()
  /// When to erase the forgotten documents that are not yet erased; nil for at once.
  var erasureDue: ContinuousClock.Instant?
  var erasureRetry = Backoff.ofIndexer
  /// The thread of recognition; nil while nothing is recognized.
  var recognitionThread: RecognitionThread?
  let encoding = EncodingQueue()
  /// The thread of the sentence encoder; nil while nothing is encoded.
  var encodingThread: EncodingThread?

  var selection: Selection { reconciler.selection }
  var session: IndexSession { reconciler.session }
  var report: IndexingReport { reconciler.report }

  /// - Parameters:
  ///   - agenda: decides the next job.
  ///   - comparison: compares with the disk, and waits for the watcher.
  ///   - reconciler: compares with the disk.
  ///   - environment: the parts of the daemon that the runner uses.
  ///   - inbox: the requests to the indexer.
  ///   - signals: whether the indexer is to end.
  init(
    _ agenda: IndexingAgenda, _ comparison: DiskComparison, _ reconciler: Reconciler,
    _ environment: Indexer.Environment, inbox: IndexerInbox, signals: StopSignals
  ) {
    (self.agenda, self.comparison, self.reconciler) = (agenda, comparison, reconciler)
    (self.inbox, self.signals) = (inbox, signals)
    (watcher, barrier, gate) = (environment.watcher, environment.barrier, environment.gate)
    (files, tasks, hooks) = (environment.files, environment.tasks, environment.hooks)
    pool = ReadingPool { [watcher] in await watcher.wake() }
  }

  /// Opens the index, or makes a new one, and plans the comparison of all roots with the disk.
  ///
  /// If the disk is full or fails, ``step()`` tries again.
  ///
  /// - Throws: errors that leave no index to answer searches from.
  func open() throws {
    do {
      try session.open()
    } catch {
      guard try session.canServe(despite: error) else { throw error }
      // Pause at once, so that the first answer to a client has the reason.
      pause(session.sentence(on: error))
    }
    planRoots()
    show()
  }

  /// Refuses all requests, commits, and marks the shutdown as clean.
  func close() async {
    inbox.close()
    pool.interrupt()
    await session.end()
    show()
    report.end()
  }

  /// Does one job.
  ///
  /// - Returns: false once the indexer is to end.
  func step() async -> Bool {
    await hooks.reach?(.willStep)
    do {
      // Applying the settings may have failed when they arrived.
      if !agenda.isPaused {
        try session.applyAccess()
        try await session.applyTextSettings()
      }
      resumeHanging()
      takeReadings()
      let arrival = await arrival()
      let job = try agenda.next(after: arrival, in: surroundings)
      guard try await perform(job) else { return false }
      await markPostponed()
      try await reachBarriers()
    } catch {
      await recover(from: error)
    }
    if session.needsComparison { await startOver() }
    show()
    return true
  }

  private func arrival() async -> IndexingAgenda.Arrival {
    if signals.isEnding { return .end }
    if agenda.isPaused, !inbox.isAwaited { return .nothing }
    if let request = inbox.next() { return .request(request) }
    if await watcher.hasLostMarkers { return .end }
    return await watcher.dueBatch().map { .changes($0) } ?? .nothing
  }

  private var surroundings: IndexingAgenda.Surroundings {
    let now = ContinuousClock.now
    return IndexingAgenda.Surroundings(
      now: now, moment: FileClock.now, changesAreNear: changesAreNear,
      erasureDue: selection.unerased.isEmpty ? nil : erasureDue ?? now,
      checkDue: session.checkDue, readersDue: reconciler.reader.planDue(at: now),
      verdict: { [gate] in gate.verdict() },
      pauses: { [gate] in gate.pauses },
      folders: { [session] in try session.writer().folderCount() },
      needsMaintenance: session.needsMaintenance,
      recognition: { [recognition, session, reconciler] in
        try recognition.need(session.writer(), reconciler.reader.recognition, at: .now)
      },
      encoding: { [encoding, session] in
        try encoding.need(session.writer(), session.store.text.encoder, at: .now)
      }, jailedWorkVerdict: { [gate] in gate.verdict(needsMains: true) })
  }

  func changesAreNear() -> Bool {
    watcher.dueChanges.exist(within: IndexingAgenda.nearChanges)
  }

  private func perform(_ job: IndexingAgenda.Job) async throws -> Bool {
    switch job {
    case .finish: return false
    case .take(let request): try await take(request)
    case .erase: try await erase()
    case .apply(let batch): try await apply(batch)
    case .readRacyFiles(let moments): try planRacyFiles(moments)
    case .rescan(let rescan): try await take(rescan)
    case .planWaitingDocuments: try planWaitingDocuments()
    case .work(let includesBulk): try await work(includingBulk: includesBulk)
    case .settle: try await settle()
    case .maintain:
      let begin = ThreadClock.now
      try session.maintain()
      gate.worked(ThreadClock.now - begin)
    case .check:
      try session.startCheck { [gate, inbox, watcher] finding, time in
        gate.worked(time)
        inbox.add(.checked(finding))
        await watcher.wake()
      }
    case .recognize: try recognizeNext()
    case .encode: try encodeNext()
    case .awaitReaders(let until):
      let hasFresh = agenda.queue.isReadingFresh
      try session.commitIfDue(hasFresh: hasFresh)
      let due = session.batch.due(hasFresh: hasFresh)
      return try await waitForChanges(until: [until, due].compactMap(\.self).min())
    case .rest(let until, let isNew):
      try await flush(releasingMemory: isNew)
      endJailedWork()
      return try await rest(until: until)
    case .wait(let until, let isNewlyIdle):
      if agenda.mode == .idle, inbox.count == 0 { gate.finish() }
      try await flush(releasingMemory: isNewlyIdle)
      endJailedWork()
      return try await waitForChanges(until: until)
    case .pause(let until):
      await inbox.waitForSummons(until: until, unless: signals, on: tasks)
    }
    return true
  }

  /// Commits, and reaches the barriers that waited for the committed changes.
  private func flush(releasingMemory: Bool = false) async throws {
    try session.commit()
    try await reachBarriers()
    if releasingMemory { session.giveBackMemory() }
  }

  private func waitForChanges(until deadline: ContinuousClock.Instant?) async throws -> Bool {
    report.tellOfUnreadable()
    show()
    guard let batch = await watcher.nextBatch(until: untilHanging(deadline)) else { return false }
    if !batch.isEmpty { try await apply(batch) }
    return true
  }

  /// Waits for changes, or until bulk work may run again.
  ///
  /// Barriers of clients whose timeout is before the end of the rest fail at once.
  private func rest(until deadline: ContinuousClock.Instant?) async throws -> Bool {
    show()
    let pauses = gate.pauses
    await barrier.failLate(agenda.queue.barriersBehindBulk) { deadline in
      pauses.contains { $0.outlasts(deadline) }
    }
    let begin = ContinuousClock.now
    defer { agenda.recordRest(begin.duration(to: .now)) }
    return try await waitForChanges(until: deadline)
  }

  private func settle() async throws {
    if try session.writer().markComplete() { session.history.isFirst = false }
    try await flush()
    if let result = session.comparison.end(at: .now) { report.tell(.indexed(result)) }
    gate.finish()
    selection.dropOldForgottenNames(reconciler.roots)
    reconciler.suspects.removeAll()
    let needsPolling = await watcher.needsPolling
    try agenda.planRounds(needsPolling: needsPolling, at: .now) {
      try session.writer().folderCount()
    }
    try session.endBulk()
    try session.chooseLanguages()
  }

  /// Publishes the status, and reports its events.
  func show() {
    var status = IndexingStatus(of: agenda, session, reconciler)
    status.hanging = hanging.since
    if let warning = encoding.warning { status.conditions[.encoding] = [warning] }
    report.show(status, selection.rules, reconciler.reader.extraction)
  }
}
