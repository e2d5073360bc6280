import IndexStorage
import LinuxSystem
import SittaSQLite
import SearchIndex

/// The index that is written: opened, committed, rebuilt, checked and repaired.
///
/// It belongs to one ``Indexer``, which does one thing with it at a time.
final class IndexSession {
  /// The history of the index for the status and the journal.
  struct History: Equatable {
    /// The repairs, the newest last.
    var recoveries: [Recovery] = []
    /// Whether not all files have been compared with the index since it was created.
    var isFirst = false
    /// When the index was found to be sound.
    var checked: UnixTime?
    /// About how many documents the index has that is being built, or that is incomplete since it was made.
    var builtDocuments: Int64 = 0
    /// Whether the old index had to go before the new one was complete.
    var hasRemovedOld = false
    /// Why the index could not be closed in order.
    var closingFailure: String?
  }

  let store: IndexStore
  let hooks: IndexingHooks
  let report: IndexingReport
  let signals: StopSignals
  /// Happens whenever a suspicion has been looked into, or another index serves.
  let repairs: Occurrence
  private let readers: ReaderPool
  private let willCommit: () throws -> Void
  var phase = Phase.closed(nil)
  private(set) var batch = WriteBatch()
  var history = History()
  var ladder = RecoveryLadder()
  var checks = CheckSchedule(checkedAt: .now)
  /// Counts the files that are committed.
  var comparison = ComparisonTally()
  /// Whether all files have to be compared with the disk again: another index was opened, or changes
  /// were rolled back.
  var needsComparison = false
  /// Whether the readers have other text settings that are not applied to the index yet.
  private var hasOtherText = false

  /// - Parameters:
  ///   - store: the files of the index.
  ///   - environment: has the readers of the index, and hooks for tests.
  ///   - report: reports repairs.
  ///   - repairs: happens whenever a suspicion has been looked into, or another index serves.
  ///   - signals: signal it to end, and stop checks.
  ///   - willCommit: called before each commit; if it fails, nothing is committed.
  init(
    _ store: IndexStore, _ environment: Indexer.Environment, report: IndexingReport,
    repairs: Occurrence, signals: StopSignals, willCommit: @escaping () throws -> Void
  ) {
    (self.store, self.report, self.repairs, self.signals) = (store, report, repairs, signals)
    (readers, hooks) = (environment.readers, environment.hooks)
    self.willCommit = willCommit
  }

  /// The connection that writes the index; without one, the index is opened first.
  ///
  /// - Throws: the errors of opening the index.
  func writer() throws -> IndexWriter {
    if let openWriter { return openWriter }
    let opened = try open()
    if opened.isNew || opened.rebuild != nil { needsComparison = true }
    return opened.writer
  }

  /// Opens the index, or creates it.
  ///
  /// - Throws: the errors of the file system and of SQLite.
  @discardableResult
  func open() throws -> IndexStore.Opened {
    let opened = try store.open(now: .now)
    try install(opened)
    if opened.wasInterrupted { report.tell(.resumedAfterInterruption) }
    return opened
  }

  /// Uses an index that was opened.
  ///
  /// - Throws: the errors of reading it; then everything is as before.
  func install(_ opened: IndexStore.Opened) throws {
    let writer = opened.writer
    writer.stopsWhenBusy(signals.check)
    // An index that was just built has never been closed in order, and is checked as well.
    let checks = CheckSchedule(
      lastCheck: try writer.lastCheck(), wasInterrupted: opened.wasInterrupted, now: .now,
      second: .now)
    // The new index takes over the history of the old one.
    let stored = try writer.recoveries()
    for recovery in history.recoveries where !stored.contains(recovery) {
      try writer.record(recovery)
    }
    // Nothing fails from here on: the index is installed completely or not at all.
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

  /// Exchanges the files of the index while no reader has them open.
  ///
  /// - Parameter body: closes the connection, exchanges the files, and opens another one.
  /// - Throws: the errors of `body`.
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

  /// Shows the repairs in the status, and resumes the tasks that wait for ``repairs``.
  func tellOfRepairs() {
    report.show(self)
    repairs.happen()
  }

  /// Closes the connection without a commit.
  func close() {
    phase = .closed(phase.rebuilding)
  }
}

// MARK: - Forgotten documents

extension IndexSession {
  /// Has readers show no document at or below some paths any more, and all others.
  func hide(_ paths: Set<FilePath>) async {
    if store.hide(paths) { await readers.reset() }
  }
}

// MARK: - Text settings

extension IndexSession {
  /// How long new languages are applied at once: enough for a small index.
  private static let languageTime = Duration.milliseconds(100)

  /// Gives readers other text settings; ``applyTextSettings()`` applies them to the index.
  ///
  /// - Parameter text: the settings; nothing happens if they are in use.
  func setTextSettings(_ text: TextSettings) async {
    if text == store.text { return }
    store.use(text)
    hasOtherText = true
    await readers.reset()
  }

  /// Applies other text settings to the index.
  ///
  /// New languages are applied in small steps. If texts are stored in another way, a new index is
  /// built.
  ///
  /// - Throws: the errors of the file system or of SQLite; it can be called again then.
  func applyTextSettings() async throws {
    guard hasOtherText else { return }
    let writer = try writer()
    guard try writer.isMade(for: store.text) else { return try await rebuildForText() }
    writer.use(store.text)
    try commit()
    try chooseLanguages()
    try writer.advanceClock()
    hasOtherText = false
    batch.isMaintained = false
    let end = ContinuousClock.now + Self.languageTime
    while .now < end, try writer.takeLanguageStep() {}
  }

  /// Builds a new index for other text settings, or goes on with the old one if it suits them.
  private func rebuildForText() async throws {
    rollBack()
    needsComparison = true
    try await exchangingFiles {
      let begun = rebuild
      close()
      // A new index for other settings or another version is discarded when it is opened.
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
  /// Counts a document towards the next commit.
  func countWrite() {
    batch.count(at: .now)
  }

  /// Counts a file that was read and written.
  func countFile() {
    batch.countFile()
  }

  /// Adds a document to the batch that is about to be written.
  func willWrite(_ path: FilePath) {
    batch.add(path)
  }

  /// Commits the written changes.
  ///
  /// - Throws: the errors of SQLite.
  func commit() throws {
    try willCommit()
    let writer = try writer()
    try writer.pruneRemovals(now: .now)
    try writer.commit()
    comparison.add(files: batch.files)
    batch.clear()
    if rebuild != nil || history.isFirst {
      history.builtDocuments = try writer.approximateCount()
    }
  }

  /// Commits if a commit is due.
  ///
  /// - Parameter hasFresh: whether fresh work waits.
  /// - Throws: the errors of SQLite.
  func commitIfDue(hasFresh: Bool) throws {
    guard batch.isDue(at: .now, hasFresh: hasFresh) else { return }
    try commit()
    if batch.isInBulk, !hasFresh { try writer().setBulk(true) }
  }

  /// Records a confirmation of a reader of the feed; readers of the index cannot see it.
  ///
  /// - Throws: the errors of SQLite.
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

  /// Writes the index in the usual way again after much was written: nothing is left to do.
  ///
  /// - Throws: the errors of SQLite.
  func endBulk() throws {
    batch.endRow()
    try writer().setBulk(false)
  }

  /// Commits and closes, and leaves the mark of a clean shutdown.
  ///
  /// The readers close first, also one that reads the vocabulary now, and none opens again: SQLite writes its
  /// log into the index when the last connection closes, which has to be the writer's.
  func end() async {
    do {
      try commit()
      try writer().setCleanShutdown(true)
    } catch {
      // The next start finds no mark of a clean shutdown and compares everything anyway.
      history.closingFailure = sentence(on: error)
    }
    await readers.suspend()
    close()
  }

  /// Chooses the languages of stems by the languages of the documents, when nothing is left to do.
  ///
  /// - Throws: the errors of SQLite.
  func chooseLanguages() throws {
    let writer = try writer()
    try writer.chooseLanguages()
    if try writer.needsMaintenance() { batch.isMaintained = false }
  }

  /// Whether the index can be made smaller or faster.
  ///
  /// - Throws: the errors of SQLite.
  func needsMaintenance() throws -> Bool {
    if !batch.isMaintained { batch.isMaintained = try !writer().needsMaintenance() }
    return !batch.isMaintained
  }

  /// Makes the index smaller and faster for a moment.
  ///
  /// - Throws: the errors of SQLite.
  func maintain() throws {
    batch.isMaintained = try !writer().maintain()
  }

  /// Gives memory back to the system that nothing needs now.
  func giveBackMemory() {
    openWriter?.releaseMemory()
    ProcessEnvironment.giveBackMemory()
  }
}
