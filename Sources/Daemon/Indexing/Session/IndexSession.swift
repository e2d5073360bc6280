import IndexStorage
import LinuxSystem
import SittaSQLite
import SearchIndex

/// The index that is open for writing: opens, commits, rebuilds, checks and repairs it.
///
/// It belongs to one ``Indexer`` and does one thing at a time. Its methods throw the errors of
/// SQLite and of the file system.
final class IndexSession {
  /// Facts about the past of the index, for the status and the journal.
  struct History: Equatable {
    /// The repairs, the newest last.
    var recoveries: [Recovery] = []
    /// Whether the first comparison of all files since the index was created is not complete.
    var isFirst = false
    /// When a check last found no damage; nil for never.
    var checked: UnixTime?
    /// About how many documents the new or incomplete index has so far.
    var builtDocuments: Int64 = 0
    /// Whether the old index was removed before the new one was complete, for lack of room.
    var hasRemovedOld = false
    /// Why the last commit and the mark of a clean shutdown failed; nil if they did not.
    var closingFailure: String?
  }

  let store: IndexStore
  let hooks: IndexingHooks
  let report: IndexingReport
  let signals: StopSignals
  /// Happens whenever a reader's error has been examined, or another index serves searches.
  let repairs: Occurrence
  private let readers: ReaderPool
  private let willCommit: () throws -> Void
  var phase = Phase.closed(nil)
  var batch = WriteBatch()
  var history = History()
  var ladder = RecoveryLadder()
  var checks = CheckSchedule(checkedAt: .now)
  /// Counts the files that were committed.
  var comparison = ComparisonTally()
  /// How long it took from the last change of a file until it was committed.
  private(set) var delays = DelayHistogram()
  /// Whether all files have to be compared with the disk again, because another index was opened or
  /// changes were rolled back.
  var needsComparison = false
  /// Whether it is recorded who may read each file.
  private var recordsAccess = false
  /// Whether ``recordsAccess`` may not have been applied to the open index yet.
  private var hasOtherAccess = false
  /// Whether the readers have new text settings that are not applied to the index yet.
  private var hasOtherText = false

  /// - Parameters:
  ///   - store: the files of the index.
  ///   - environment: the readers of the index, and hooks for tests.
  ///   - report: reports repairs.
  ///   - repairs: happens whenever a reader's error has been examined, or another index serves searches.
  ///   - signals: whether the indexer is to end; they also stop checks.
  ///   - willCommit: called before each commit; if it throws, nothing is committed.
  init(
    _ store: IndexStore, _ environment: Indexer.Environment, report: IndexingReport,
    repairs: Occurrence, signals: StopSignals, willCommit: @escaping () throws -> Void
  ) {
    (self.store, self.report, self.repairs, self.signals) = (store, report, repairs, signals)
    (readers, hooks) = (environment.readers, environment.hooks)
    self.willCommit = willCommit
  }

  /// The connection that writes the index; opens the index if none is open.
  ///
  /// - Throws: the errors of opening the index.
  func writer() throws -> IndexWriter {
    if let openWriter { return openWriter }
    let opened = try open()
    if opened.isNew || opened.rebuild != nil { needsComparison = true }
    return opened.writer
  }

  /// Opens the index, or creates it.
  @discardableResult
  func open() throws -> IndexStore.Opened {
    let opened = try store.open(now: .now)
    try install(opened)
    if opened.wasInterrupted { report.tell(.resumedAfterInterruption) }
    return opened
  }

  /// Makes an opened index the current one.
  ///
  /// - Throws: the errors of reading the index; then the previous one stays current.
  func install(_ opened: IndexStore.Opened) throws {
    let writer = opened.writer
    writer.stopsWhenBusy(signals.check)
    try writer.setRecordsAccess(recordsAccess)
    hasOtherAccess = false
    // A newly built index has never been shut down cleanly, so it is checked too.
    let checks = CheckSchedule(
      lastCheck: try writer.lastCheck(), wasInterrupted: opened.wasInterrupted, now: .now,
      second: .now)
    // A new index gets the recorded repairs of the old one.
    let stored = try writer.recoveries()
    for recovery in history.recoveries where !stored.contains(recovery) {
      try writer.record(recovery)
    }
    // Nothing below throws, so the index is installed either completely or not at all.
    phase = opened.rebuild.map { .rebuilding(writer, Rebuilding(rebuild: $0)) } ?? .complete(writer)
    batch.clear()
    batch.isMaintained = false
    ladder = RecoveryLadder()
    self.checks = checks
    updateHistory(from: writer)
    if let recovery = opened.recovery { report.tell(.recovered(recovery)) }
  }

  /// Reads the history of the index for the status.
  func updateHistory(from writer: IndexWriter) {
    if let recoveries = try? writer.recoveries() { history.recoveries = recoveries }
    history.isFirst = (try? writer.isFirst()) == true
    history.checked = (try? writer.lastCheck()) ?? nil
    history.builtDocuments = (try? writer.approximateCount()) ?? 0
  }

  /// Replaces the files of the index while no reader has them open.
  ///
  /// `body` closes the connection, replaces the files, and opens a new connection.
  func exchangingFiles(_ body: () throws -> Void) async throws {
    await hooks.reach?(.willExchangeFiles)
    await stopCheck()
    await readers.suspend()
    await hooks.reach?(.didSuspendReaders)
    do {
      try body()
    } catch {
      await readers.resume()
      throw error
    }
    await readers.resume()
    tellOfRepairs()
  }

  /// Publishes the repairs in the status, and makes ``repairs`` happen.
  func tellOfRepairs() {
    report.show(self)
    repairs.happen()
  }

  /// Closes the connection without committing.
  func close() {
    phase = .closed(phase.rebuilding)
  }
}

// MARK: - Forgotten documents

extension IndexSession {
  /// Hides the documents at and below these paths, and only these, from the readers.
  func hide(_ paths: Set<FilePath>) async {
    if store.hide(paths) { await readers.reset() }
  }
}

// MARK: - Access

extension IndexSession {
  /// Begins or ends to record who may read each file; ``applyAccess()`` applies this to an open index.
  func setRecordsAccess(_ isRecorded: Bool) {
    if isRecorded == recordsAccess { return }
    (recordsAccess, hasOtherAccess) = (isRecorded, true)
  }

  /// Applies ``setRecordsAccess(_:)`` to the index.
  ///
  /// - Throws: the errors of SQLite; then call it again later.
  func applyAccess() throws {
    guard hasOtherAccess else { return }
    try commit()
    try writer().setRecordsAccess(recordsAccess)
    hasOtherAccess = false
  }
}

// MARK: - Text settings

extension IndexSession {
  /// How long new languages are applied at once, which suffices for a small index; maintenance does the rest.
  private static let languageTime = Duration.milliseconds(100)

  /// Gives the readers new text settings; ``applyTextSettings()`` applies them to the index.
  func setTextSettings(_ text: TextSettings) async {
    if text == store.text { return }
    store.use(text)
    hasOtherText = true
    await readers.reset()
  }

  /// Applies new text settings to the index.
  ///
  /// New languages are applied in small steps. If the settings change how texts are stored, a new
  /// index is built.
  ///
  /// - Throws: the errors of the file system or of SQLite; then call it again later.
  func applyTextSettings() async throws {
    guard hasOtherText else { return }
    let writer = try writer()
    guard try writer.isMade(for: store.text) else { return try await rebuildForText() }
    try commit()
    try writer.use(store.text)
    try chooseLanguages()
    try writer.advanceClock()
    hasOtherText = false
    batch.isMaintained = false
    let end = ContinuousClock.now + Self.languageTime
    while .now < end, try writer.takeLanguageStep() {}
  }

  /// Builds a new index for new text settings, or continues with the old one if it suits them.
  private func rebuildForText() async throws {
    rollBack()
    needsComparison = true
    try await exchangingFiles {
      let begun = rebuild
      close()
      // Opening discards an unfinished new index that was begun for other settings or another version.
      let opened =
        if let begun, begun.servesOld, begun.cause != .version {
          try store.rebuild(begun.cause, because: begun.reason, now: .now)
        } else {
          try store.open(now: .now)
        }
      try install(opened)
    }
    hasOtherText = false
  }
}

// MARK: - Writing

extension IndexSession {
  /// Counts a change of a document in the current batch.
  func countWrite() {
    batch.count(at: .now)
  }

  /// Commits the changes written so far.
  func commit() throws {
    try willCommit()
    let writer = try writer()
    try writer.pruneRemovals(now: .now)
    try writer.commit()
    comparison.add(files: batch.files)
    let now = FileClock.now
    for changed in batch.changes { delays.add(now - changed) }
    batch.clear()
    report.countUsage(ofIndexAt: rebuild == nil ? store.file : store.newFile)
    if rebuild != nil || history.isFirst {
      history.builtDocuments = try writer.approximateCount()
    }
  }

  /// Commits if a commit is due.
  func commitIfDue(hasFresh: Bool) throws {
    guard batch.isDue(at: .now, hasFresh: hasFresh) else { return }
    try commit()
    if batch.isInBulk, !hasFresh { try writer().setBulk(true) }
  }

  /// Records a confirmation of a consumer of the change feed; readers of the index do not see it.
  func record(_ confirmation: Indexer.FeedConfirmation) throws {
    switch confirmation {
    case .seen(let clock, let consumer):
      try writer().confirm(clock, by: consumer, now: .now)
    case .end(let consumer): try writer().unregister(consumer, now: .now)
    }
  }

  /// Rolls back the uncommitted changes.
  func rollBack() {
    openWriter?.rollBack()
    batch.clear()
  }

  /// Ends bulk writing, and writes the index in the usual way again, because nothing is left to do.
  func endBulk() throws {
    batch.endRow()
    try writer().setBulk(false)
  }

  /// Commits, marks the shutdown as clean, and closes the index.
  ///
  /// The readers close first, and none opens again: SQLite writes its log into the index when the
  /// last connection closes, and that has to be the writer's.
  func end() async {
    do {
      try commit()
      try writer().setCleanShutdown(true)
    } catch {
      // The next start finds no mark of a clean shutdown, and so compares everything.
      history.closingFailure = sentence(on: error)
    }
    await readers.suspend()
    close()
  }

  /// Chooses the languages of stemming by the languages of the documents, once nothing is left to do.
  func chooseLanguages() throws {
    let writer = try writer()
    try writer.chooseLanguages()
    if try writer.needsMaintenance() { batch.isMaintained = false }
  }

  /// Whether the index needs maintenance that makes it smaller or faster.
  func needsMaintenance() throws -> Bool {
    if !batch.isMaintained { batch.isMaintained = try !writer().needsMaintenance() }
    return !batch.isMaintained
  }

  /// Does maintenance of the index for a moment.
  func maintain() throws {
    batch.isMaintained = try !writer().maintain()
  }

  /// Returns unused memory to the system.
  func giveBackMemory() {
    openWriter?.releaseMemory()
    ProcessEnvironment.giveBackMemory()
  }
}
