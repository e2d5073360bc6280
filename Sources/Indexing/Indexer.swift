package import Cooldown
package import FileSelection
package import LinuxSystem
import SQLite
package import SearchIndex
package import TextExtraction
import Watching

/// Keeps the index right: takes batches of changes, looks at the disk, and writes what it finds.
///
/// Changes are questions: whatever a batch says, the disk decides what the index gets. This actor only
/// brings the parts together: ``IndexingAgenda`` decides what is done next, ``Reconciler`` compares with
/// the disk, and ``IndexSession`` writes, rebuilds and repairs the index. It lives on its own thread,
/// because reading files and writing SQLite block.
package actor Indexer {
  package nonisolated let events: AsyncStream<Event>
  package nonisolated let progress = IndexingProgress()
  /// Happens whenever a suspicion has been looked into, or another index serves.
  package nonisolated let repairs = Occurrence()
  /// Remembers documents at which the daemon died.
  package nonisolated let readings: ReadingNotes
  /// What others want, taken up between two steps.
  nonisolated let inbox = IndexerInbox()
  nonisolated let watcher: any FolderWatching
  /// Raised once the indexer is to end.
  private nonisolated let ending = Interruption()
  /// Stops a check of the index.
  private nonisolated let checkStop = Interruption()
  private nonisolated let loop: EventLoop
  nonisolated let tasks: LoopTaskExecutor
  private let barrier: SyncBarrier
  private let gate: BulkGate
  private let hooks: IndexingHooks
  private let selection: Selection
  private let session: IndexSession
  private let reconciler: Reconciler
  private let comparison: DiskComparison
  private let report: IndexingReport
  private var agenda: IndexingAgenda
  private var priority = LanePriority()

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  /// - Parameters:
  ///   - store: the files of the index.
  ///   - watcher: reports changes.
  ///   - barrier: lets others wait for the index.
  ///   - readers: those who read the index.
  ///   - settings: what is indexed.
  ///   - gate: says when bulk work may run.
  ///   - forgotten: what a person had forgotten.
  ///   - readings: remembers documents at which the daemon died.
  ///   - tasks: where time runs out.
  ///   - hooks: for tests.
  /// - Throws: want of descriptors or memory.
  package init(
    store: IndexStore, watcher: any FolderWatching, barrier: SyncBarrier, readers: ReaderPool,
    settings: Settings, gate: BulkGate, forgotten: ForgottenPaths, readings: ReadingNotes,
    tasks: LoopTaskExecutor, hooks: IndexingHooks = IndexingHooks()
  ) throws(SystemError) {
    loop = try EventLoop(name: "sitta-index")
    (self.watcher, self.barrier) = (watcher, barrier)
    (self.gate, self.readings, self.tasks, self.hooks) = (gate, readings, tasks, hooks)
    report = IndexingReport(progress)
    events = report.events
    selection = Selection(settings.rules, forgotten)
    session = IndexSession(
      store: store, readers: readers, report: report, repairs: repairs, ending: ending,
      checkStop: checkStop, hooks: hooks, willCommit: selection.saveForgotten)
    reconciler = Reconciler(
      session, selection, DocumentReader(settings.extractor, readings, report), report, watcher)
    comparison = DiskComparison(reconciler, watcher, readers, hooks)
    agenda = IndexingAgenda(settings.timing)
  }

  deinit {
    loop.stop()
  }

  /// What belongs into the index.
  package var rules: SelectionRules { selection.rules }

  /// What makes text of files.
  package var extractor: PlainTextExtractor { reconciler.reader.extractor }

  /// Where work waits that concerns a path; nil where none does.
  package func lane(of path: FilePath) -> WorkQueue.Lane? { agenda.queue.lane(of: path) }

  /// Opens the index, or makes a new one, and plans the comparison of all roots with the disk.
  ///
  /// Where the disk is full or fails, ``run()`` tries again.
  package func open() throws {
    do {
      try session.open()
    } catch {
      guard try session.canServe(despite: error) else { throw error }
      // The first answer already says why.
      pause(session.sentence(on: error))
    }
    planRoots()
    show()
  }

  /// Works until ``stop()``, then commits and leaves the mark of a clean shutdown.
  package func run() async {
    while await step() {}
    inbox.close()
    session.end()
    show()
    report.end()
  }

  /// Ends ``run()`` after the document that is being written now.
  package nonisolated func stop() {
    ending.raise()
    checkStop.raise()
    inbox.summons.happen()
  }
}

// MARK: - Steps

extension Indexer {
  /// Does one thing.
  ///
  /// - Returns: false once the indexer is to end.
  func step() async -> Bool {
    await hooks.reach?(.willStep)
    do {
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
    if ending.isRaised { return .end }
    if agenda.isPaused, !inbox.isAwaited { return .nothing }
    if let request = inbox.next() { return .request(request) }
    if await watcher.hasLostMarkers { return .end }
    return await watcher.dueBatch().map { .changes($0) } ?? .nothing
  }

  private var surroundings: IndexingAgenda.Surroundings {
    IndexingAgenda.Surroundings(
      now: .now, moment: FileClock.now, changesAreNear: changesAreNear,
      checkDue: session.checkDue, verdict: gate.verdict, pauses: { [gate] in gate.pauses },
      folders: { [session] in try session.writer().folderCount() },
      needsMaintenance: session.needsMaintenance)
  }

  private nonisolated func changesAreNear() -> Bool {
    watcher.dueChanges.exist(within: IndexingAgenda.nearChanges)
  }

  private func perform(_ job: IndexingAgenda.Job) async throws -> Bool {
    switch job {
    case .finish: return false
    case .take(let request): try await take(request)
    case .apply(let batch): try await apply(batch)
    case .readRacyFiles(let moments): try planRacyFiles(moments)
    case .rescan(let rescan): try await take(rescan)
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
    case .rest(let until, let isNew):
      try await flush(releasingMemory: isNew)
      return try await rest(until: until)
    case .wait(let until, let isNewlyIdle):
      try await flush(releasingMemory: isNewlyIdle)
      return try await waitForChanges(until: until)
    case .pause(let until):
      await inbox.waitForSummons(until: until, unless: ending, on: tasks)
    }
    return true
  }

  /// Commits what was written, and lets those go on who wait for it.
  private func flush(releasingMemory: Bool = false) async throws {
    try session.commit()
    try await reachBarriers()
    if releasingMemory { session.giveBackMemory() }
  }

  private func waitForChanges(until deadline: ContinuousClock.Instant?) async throws -> Bool {
    report.tellOfUnreadable()
    show()
    guard let batch = await watcher.nextBatch(until: deadline) else { return false }
    if !batch.isEmpty { try await apply(batch) }
    return true
  }

  /// Waits for changes, or for the moment when bulk work may run again.
  ///
  /// Clients whose time is over before the rest is do not wait for it.
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
    try await flush()
    selection.dropOldForgottenNames(reconciler.roots)
    let needsPolling = await watcher.needsPolling
    try agenda.planRounds(needsPolling: needsPolling, at: .now) {
      try session.writer().folderCount()
    }
    try session.endBulk()
  }

  private func show() {
    report.show(IndexingStatus(of: agenda, session, reconciler.roots))
  }
}

// MARK: - Work

extension Indexer {
  private func take(_ request: IndexerInbox.Request) async throws {
    switch request {
    case .suspect(let error):
      let repair = try await session.lookInto(error, reconciler.text)
      agenda.add(repair.discarded, to: .fresh)
    case .checked(let finding):
      guard session.endCheck() else { return }
      try session.record(finding)
      if case .damaged = finding {
        let reason = "A check found damage in the index."
        let repair = try await session.repair(.found(finding), because: reason, reconciler.text)
        agenda.add(repair.discarded, to: .fresh)
      }
    case .rebuild:
      try await session.beginRebuild(.request, because: "A rebuild was requested.")
    case .missing(let paths):
      agenda.add(paths.sorted().map { .path($0) }, to: .fresh)
    case .adopt(let settings, let waiter):
      await use(settings)
      show()
      waiter.resume()
    case .forget(let path, let waiter):
      do {
        let forgotten = try await reconciler.forget(path)
        show()
        waiter.resume(returning: forgotten)
      } catch {
        waiter.resume(throwing: error)
        // The index may be to blame, and is looked into.
        if error is SQLiteError { throw error }
      }
    }
  }

  private func use(_ settings: Settings) async {
    reconciler.reader.extractor = settings.extractor
    agenda.change(settings.timing)
    guard selection.use(settings.rules) else { return }
    // The watcher must report renames of what was forgotten, so that they can be followed.
    await watcher.setRules(settings.rules)
    reconciler.roots.restrict(to: selection.rules)
    // What a person does not want to be found any more goes before all bulk work.
    agenda.add([.path(.root), .exclusions(after: 0)], to: .fresh)
    planRoots()
  }

  private func apply(_ batch: ChangeBatch) async throws {
    for move in batch.moves {
      let work = try reconciler.apply(move)
      agenda.rename(move)
      agenda.add(work, to: .fresh)
    }
    if agenda.add(batch, at: .now) { report.tell(.lostEvents) }
    // Its marker can be among what was lost.
    if agenda.isRescanDue, !(await barrier.numbers).isEmpty { agenda.hastenRescan() }
  }

  private func planRacyFiles(_ moments: ClosedRange<FileTime>) throws {
    let (limit, moment) = (200, FileClock.now)
    let files = try session.writer().racyFiles(moments, limit: limit)
    try agenda.add(racyFiles: files, limit: limit, moment: moment, at: .now) {
      try session.writer().firstRacyMoment(
        in: moment + .nanoseconds(1)...moment + RacyFiles.longestWait)
    }
  }

  private func take(_ rescan: RescanPlanner.Rescan) async throws {
    guard case .slice(let round, let slice) = rescan else {
      planRoots()
      // Their markers may be among what was lost; after the scan they have what they wait for.
      return agenda.add(barriers: await barrier.numbers)
    }
    let found = try await comparison.folders(of: slice, in: round)
    agenda.recordSlice(of: round, to: found.last)
    if round == .poll,
      let count = agenda.countUnwatched(found.unwatched, isLast: found.last == nil)
    {
      await watcher.finishRound(unwatched: count)
    }
    agenda.add(folders: found.folders)
  }

  /// Works for 20 ms, so that new fresh work never waits longer than that and one document.
  private func work(includingBulk includesBulk: Bool) async throws {
    let end = ContinuousClock.now + .milliseconds(20)
    while ContinuousClock.now < end, !ending.isRaised,
      let (item, isInterruptible) = agenda.nextItem(
        includingBulk: includesBulk, at: .now, changesAreNear: changesAreNear)
    {
      let begin = priority.begin(item.lane)
      defer { if item.lane == .bulk { gate.worked(ThreadClock.now - begin) } }
      do {
        let turn = Reconciler.Turn(item: item, isInterruptible: isInterruptible)
        agenda.finish(item, try await comparison.compare(turn), at: .now)
      } catch {
        agenda.giveBack(item)
        throw error
      }
      let hasFresh = agenda.queue.hasFresh
      if item.lane == .fresh, !hasFresh { try session.commit() }
      try session.commitIfDue(hasFresh: hasFresh)
    }
  }
}

// MARK: - Barriers and errors

extension Indexer {
  /// Makes a marker for what is postponed, so that it is taken up when the events have caught up.
  private func markPostponed() async {
    if agenda.queue.needsMarker { agenda.mark(try? await barrier.mark()) }
  }

  private func reachBarriers() async throws {
    let reached = agenda.takeReachedBarriers()
    if reached.isEmpty { return }
    try session.commit()
    if reached.contains(IndexingAgenda.rebuiltBarrier) { try await session.finishRebuild() }
    // The status says what holds before anybody can ask.
    show()
    await barrier.reach(reached)
  }

  /// Plans to compare all roots with the disk.
  private func planRoots() {
    selection.selector.forgetAll()
    agenda.add(roots: selection.rules.roots, isRebuilding: session.rebuild != nil)
  }

  /// Plans to compare everything, before any barrier is reached.
  private func startOver() async {
    await hooks.reach?(.willStartOver)
    session.needsComparison = false
    agenda.removeAll()
    planRoots()
    agenda.add(barriers: await barrier.numbers)
  }

  /// Repairs what an error shows, finds the documents that the index refuses, or pauses.
  private func recover(from error: any Error) async {
    guard let error = error as? SQLiteError else { return pause(session.sentence(on: error)) }
    do {
      let repair = try await session.overcome(error, reconciler.text)
      agenda.add(repair.discarded, to: .fresh)
      if repair.isDone || error.isRefusal && reconciler.isolateRefused() { return }
      pause(session.sentence(on: error))
    } catch {
      pause("The index cannot be repaired. \(session.sentence(on: error))")
    }
  }

  /// Takes back what is not committed, and does nothing for a while.
  private func pause(_ reason: String) {
    session.rollBack()
    session.needsComparison = true
    agenda.pause(
      because: "\(reason) Indexing pauses and is tried again; searches go on.", at: .now)
  }
}
