package import Cooldown
package import FileSelection
package import LinuxSystem
import SQLite
package import SearchIndex
package import TextExtraction
package import Watching

/// Keeps the index right: takes batches of changes, looks at the disk, and writes what it finds.
///
/// Changes are questions: whatever a batch says, the disk decides what the index gets. It lives on
/// its own thread, because reading files and writing SQLite block.
package actor Indexer {
  /// What is worth telling a person.
  package enum Event: Sendable {
    case rebuilding(Rebuild)
    case rebuilt(Rebuild)
    /// The old index had to go before the new one was complete.
    case madeRoom
    case recovered(Recovery)
    case resumedAfterInterruption
    case lostEvents
    /// There are more folders than watches.
    case watchLimitReached(WatchLimit, folders: Int)
    case cannotRead(UnreadableTally.Line)
    /// The index refused a document.
    case failed(FilePath, String)
    case paused(String)
    /// Bulk work rests, and why; nil where it goes on.
    case resting([BulkPause]?)
    case upToDate
  }

  enum Step {
    case `continue`
    case stop
  }

  package nonisolated let events: AsyncStream<Event>
  package nonisolated let progress = IndexingProgress()
  let loop: EventLoop
  let store: IndexStore
  let watcher: TreeWatcher
  let barrier: SyncBarrier
  let readers: ReaderPool
  var selector: FileSelector
  package var extractor: PlainTextExtractor
  /// What others want, taken up between two steps.
  var inbox = IndexerInbox()
  let gate: BulkGate
  var forgotten: ForgottenPaths
  let tell: AsyncStream<Event>.Continuation
  var queue = WorkQueue()
  /// What is being done now.
  var underWay: WorkQueue.Item?
  var patience = Patience()
  var hurried = HurriedDocuments()
  var memoryCuts = MemoryCuts()
  package nonisolated let readings: ReadingNotes
  var unreadable = UnreadableTally()
  var planner: RescanPlanner
  /// Folders without a watch that the poll round has come across.
  var unwatchedInRound = 0
  var watchLimitWasReached = false
  var openedWriter: IndexWriter?
  private(set) var isStopping = false
  /// Whenever a suspicion has been looked into, or another index serves.
  package nonisolated let repairs = Occurrence()
  var backgroundCheck: Task<Void, Never>?
  /// Stops a check that is in the way.
  let interruption = Interruption()
  var checks = CheckSchedule(lastCheck: nil, wasInterrupted: false, now: .now, second: .now)
  var ladder = RecoveryLadder()
  /// The building of a new index, as long as it lasts.
  var rebuild: Rebuild?
  /// Whether a new index has waited for room on the disk beside the old one.
  var hasWaitedForRoom = false
  /// The pause that was told last, so that it is told once.
  private var toldPause: String?
  var isIdle = false
  var isResting = false
  /// Whether nothing is left to be merged or given back since the last change.
  var isTidy = false
  var priority = ThreadPriority.normal
  var uncommitted = (documents: 0, since: ContinuousClock.now)
  /// How many documents were written since nothing was left to do.
  private var writesInARow = 0
  /// The documents that were written since the last commit.
  var written: [FilePath] = []
  private var retry = RetryDelay()
  /// The wait after an error, and what ends it when its time is over.
  private var pause: (continuation: CheckedContinuation<Void, Never>, timer: EventLoop.Timer)?

  let hooks: IndexingHooks

  package var rules: SelectionRules { selector.rules }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  package init(
    store: IndexStore, watcher: TreeWatcher, barrier: SyncBarrier, readers: ReaderPool,
    settings: Settings, gate: BulkGate, forgotten: ForgottenPaths, readings: ReadingNotes,
    hooks: IndexingHooks = IndexingHooks()
  ) throws(SystemError) {
    loop = try EventLoop(name: "sitta-index")
    self.store = store
    self.watcher = watcher
    self.barrier = barrier
    self.readers = readers
    selector = FileSelector(rules: settings.rules)
    extractor = settings.extractor
    planner = RescanPlanner(timing: settings.timing)
    self.gate = gate
    self.forgotten = forgotten
    self.readings = readings
    self.hooks = hooks
    (events, tell) = AsyncStream.makeStream()
  }

  deinit {
    loop.stop()
  }

  /// Opens the index, or makes a new one, and plans the comparison of all roots with the disk.
  ///
  /// Where the disk is full or fails, ``run()`` tries again.
  package func open() throws {
    let opened: IndexStore.Opened
    do {
      opened = try store.open(now: .now)
      try adopt(opened)
    } catch {
      guard try canServe(despite: error) else { throw error }
      return addRoots()
    }
    if opened.wasInterrupted { tell.yield(.resumedAfterInterruption) }
    addRoots()
  }

  /// Works until ``stop()``, then commits and leaves the mark of a clean shutdown.
  package func run() async {
    while await step() == .continue {}
    inbox.close()
    finish()
  }

  /// Ends ``run()`` after the document that is being written now.
  package func stop() {
    isStopping = true
    interruption.raise()
    endPause()
  }

  /// Lets work go on that pauses after an error.
  func endPause() {
    guard let pause else { return }
    self.pause = nil
    loop.cancel(pause.timer)
    pause.continuation.resume()
  }

  private func step() async -> Step {
    if isStopping { return .stop }
    await hooks.reach?(.willStep)
    do {
      if let request = inbox.next() {
        try await take(request)
      } else if await watcher.hasLostMarkers {
        return .stop
      } else if let batch = await watcher.ripeBatch() {
        try await take(batch)
      } else if try await takeDueRescan() {
        isIdle = false
      } else if queue.isReady || mayDoLargeWork {
        let verdict = gate.verdict()
        let hasFresh = queue.hasFresh || queue.hasLargeFresh && mayDoLargeWork
        if case .rest(let askAgain) = verdict, !hasFresh {
          return try await rest(until: askAgain)
        }
        try await workForAMoment(includingBulk: verdict == .work)
      } else {
        return try await waitForWork()
      }
      await markPostponed()
      try await reachBarriers()
    } catch let error as SQLiteError {
      await handle(error)
    } catch {
      await pauseWork(sentence(on: error))
    }
    return .continue
  }

  private func waitForWork() async throws -> Step {
    try commit()
    try await reachBarriers()
    if queue.count == 0 {
      if takeHurriedDocuments() { return .continue }
      try await planRounds()
      writesInARow = 0
      try writer().setBulk(false)
    }
    reportUnreadable()
    let deadlines =
      queue.count == 0
      ? [planner.nextDeadline, hurried.due] : [planner.nextDeadlineWhileBusy, largeWorkDeadline]
    var wakeUp = deadlines.compactMap(\.self).min()
    if queue.count == 0 {
      let (hasMore, next) = try tidy()
      if hasMore { return .continue }
      wakeUp = [wakeUp, next].compactMap(\.self).min()
    }
    if !isIdle, queue.count == 0 {
      isIdle = true
      toldPause = nil
      retry.reset()
      isResting = false
      giveBackMemory()
      progress.update { values in
        values.isIndexing = false
        values.isResting = false
      }
      tell.yield(.upToDate)
    }
    guard let batch = await watcher.nextBatch(until: wakeUp) else { return .stop }
    if !batch.isEmpty { try await take(batch) }
    return .continue
  }

  func take(_ batch: ChangeBatch) async throws {
    if !batch.moves.isEmpty || !batch.paths.isEmpty || !batch.scans.isEmpty {
      patience.noteChange(at: .now)
      hurried.noteChange(at: .now)
    }
    for move in batch.moves { try apply(move) }
    queue.add(batch.paths.map { WorkQueue.Work($0, in: batch) }, to: .fresh)
    queue.add(batch.scans.map { .scan($0) }, to: .fresh)
    let barriers = batch.barriers.filter { !queue.explain($0) }
    if batch.hasLostEvents {
      if planner.noteLoss(at: .now) { tell.yield(.lostEvents) }
      queue.explain(nil)
    }
    // What comes behind lost events waits for the rescan, which adds all barriers there are by then.
    if !planner.isRescanDue { queue.add(barriers: barriers) }
    await hastenRescan()
    isIdle = false
  }

  /// Makes a marker for what is postponed, so that it is taken up when the events have caught up.
  func markPostponed() async {
    guard queue.needsMarker else { return }
    if let marker = try? await barrier.mark() {
      queue.mark(marker)
    } else {
      // Without room for a marker the disk has to be believed as it is.
      queue.mark(0)
      queue.explain(0)
    }
  }

  func reachBarriers() async throws {
    let reached = queue.takeReachedBarriers()
    if reached.isEmpty { return }
    try commit()
    if reached.contains(Self.rebuiltBarrier) { try await finishRebuild() }
    await barrier.reach(reached)
  }
}

// MARK: - The index

extension Indexer {
  func writer() throws -> IndexWriter {
    if let openedWriter { return openedWriter }
    let opened = try store.open(now: .now)
    try adopt(opened)
    if opened.isNew || opened.rebuild != nil { addRoots() }
    return opened.writer
  }

  /// Counts a document towards the next commit.
  func countWrite() {
    if uncommitted.documents == 0 { uncommitted.since = .now }
    uncommitted.documents += 1
    writesInARow += 1
    isTidy = false
  }

  /// Whether so much is written without a rest that the index is better written in another way.
  private var isInBulk: Bool { writesInARow > 1_000 }

  func commitIfDue() throws {
    guard uncommitted.documents > 0 else { return }
    let isBulk = isInBulk && !queue.hasFresh
    let (limit, wait) = isBulk ? (10_000, Duration.seconds(5)) : (500, .milliseconds(250))
    if uncommitted.documents >= limit || uncommitted.since + wait <= .now {
      try commit()
      if isBulk { try writer().setBulk(true) }
    }
  }

  func commit() throws {
    // What has a new name and is left out for it must not be found after a death.
    try forgotten.writeChanges()
    try writer().commit()
    uncommitted.documents = 0
    written = []
    let documents = rebuild == nil ? 0 : try writer().approximateCount()
    progress.update { values in
      values.waiting = queue.count
      values.rebuiltDocuments = documents
    }
  }

  private func finish() {
    reportUnreadable()
    do {
      try commit()
      try writer().setCleanShutdown(true)
    } catch {
      // The next start finds no mark of a clean shutdown and compares everything anyway.
      let warning = sentence(on: error)
      progress.update { $0.conditions[.notClosed] = [warning] }
    }
    openedWriter = nil
    tell.finish()
  }

  /// Plans to compare everything; whoever waits for a barrier waits for all of that.
  func startOver() async {
    await hooks.reach?(.willStartOver)
    _ = queue.removeAll()
    patience.reset()
    hurried.removeAll()
    addRoots()
    queue.add(barriers: await barrier.numbers)
  }

  /// Takes back what is not committed.
  func rollBack() {
    openedWriter?.rollBack()
    uncommitted.documents = 0
    written = []
  }

  /// Takes back what is not committed, waits, and then compares everything again.
  func pauseWork(_ reason: String) async {
    rollBack()
    let warning = "\(reason) Indexing pauses and is tried again; searches go on."
    if toldPause != warning { tell.yield(.paused(warning)) }
    toldPause = warning
    progress.update { $0.conditions[.paused] = [warning] }
    await startOver()
    await withCheckedContinuation { continuation in
      // What ends a pause may have come before there was one.
      if isStopping || inbox.isAwaited { return continuation.resume() }
      let timer = loop.schedule(at: .now + retry.next()) { [weak self] in
        self?.assumeIsolated { indexer in indexer.endPause() }
      }
      pause = (continuation, timer)
    }
    progress.update { $0.conditions[.paused] = nil }
  }
}
