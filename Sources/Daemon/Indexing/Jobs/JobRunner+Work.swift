import Cooldown
import FileSelection
import IndexStorage
import LinuxSystem
import TextExtraction
import Watching

/// Batches of changes, items of work, rescans and barriers.
extension JobRunner {
  func apply(_ batch: ChangeBatch) async throws {
    let found = try batch.moves.map { try reconciler.apply($0) }
    agenda.rename(batch.moves, turningUp: found)
    if agenda.add(batch, at: .now) { report.tell(.lostEvents) }
    // The event of a barrier's marker may be among the lost events.
    if agenda.isRescanDue, !(await barrier.numbers).isEmpty { agenda.hastenRescan() }
  }

  func planRacyFiles(_ moments: ClosedRange<FileTime>) throws {
    let (limit, moment) = (200, FileClock.now)
    let files = try session.writer().racyFiles(moments, limit: limit)
    try agenda.add(racyFiles: files, limit: limit, moment: moment, at: .now) {
      try session.writer().firstRacyMoment(
        in: moment + .nanoseconds(1)...moment + RacyFiles.longestWait)
    }
  }

  /// Plans to compare the folders with documents that have to be read again: because their reader
  /// has another version, its pause is over, or other rules and limits apply to them.
  func planWaitingDocuments() throws {
    let reader = reconciler.reader
    reader.endPauses()
    func isCurrent(_ stored: Int64) -> Bool {
      stored <= Document.unfinished || reader.version(replacing: stored).rawValue == stored
    }
    try markAffected()
    let writer = try session.writer()
    let containers = try writer.markOutdatedContainers(unless: isCurrent) {
      ReaderVersion(stored: $0).waiting?.rawValue ?? Document.unfinished
    }
    if containers > 0 { session.countWrite() }
    let waiting = try writer.extractors().filter { !isCurrent($0) }
    let folders = try writer.folders(withDocumentsBy: waiting)
    agenda.add(folders: folders.filter(reconciler.mayBeCompared))
    reader.recordPlan()
  }

  /// Marks the documents that have to be read again because other rules and limits apply to them.
  private func markAffected() throws {
    let writer = try session.writer()
    let conditions = ReadingConditions(selection.rules, reconciler.reader.extraction)
    let text = try writer.readingConditions()
    if text == conditions.stored { return }
    if let old = text.flatMap(ReadingConditions.init(stored:)) {
      for stored in try writer.extractors() {
        let reader = ReaderVersion(stored: stored)
        guard let waiting = reader.waiting else { continue }
        switch conditions.affected(by: reader, since: old) {
        case .all: try writer.replace(extractor: stored, with: waiting.rawValue)
        case .partial:
          try writer.replace(extractor: stored, with: waiting.rawValue, in: .partial)
        case nil: break
        }
      }
      try writer.replaceExtractor(
        ofSuffixes: conditions.suffixes(changedSince: old), with: ReaderVersion.outdated.rawValue)
      if conditions.rules != old.rules {
        // Members of containers that a person has just excluded are removed before all bulk work.
        try agenda.add(writer.filesWithMembers().map { .path($0) }, to: .fresh)
      }
    }
    try writer.setReadingConditions(conditions.stored)
    session.countWrite()
  }

  func take(_ rescan: RescanPlanner.Rescan) async throws {
    guard case .slice(let round, let slice) = rescan else {
      planRoots()
      // The events of the barriers' markers may be lost; so the barriers wait for the rescan instead.
      return agenda.add(barriers: await barrier.numbers)
    }
    let found = try await comparison.folders(of: slice, in: round)
    agenda.recordSlice(of: round, to: found.last)
    if round == .rescan, found.last == nil { reconciler.reader.lookForPrograms() }
    if round == .poll,
      let count = agenda.countUnwatched(found.unwatched, isLast: found.last == nil)
    {
      await watcher.finishRound(unwatched: count)
    }
    agenda.add(folders: found.folders)
  }

  /// Does items of work for 20 ms, so that fresh work waits at most for this time and one document.
  func work(includingBulk includesBulk: Bool) async throws {
    let end = ContinuousClock.now + .milliseconds(20)
    while ContinuousClock.now < end, !signals.isEnding,
      let (item, isInterruptible) = agenda.nextItem(
        includingBulk: includesBulk, at: .now, changesAreNear: changesAreNear)
    {
      if putOffHanging(item) {
        item.ticket.map { read[$0] = nil }
        continue
      }
      report.begin(item.work.path)
      defer { report.begin(nil) }
      let begin = priority.begin(item.lane)
      defer { if item.lane == .bulk { gate.worked(ThreadClock.now - begin) } }
      do {
        var current = Reconciler.CurrentItem(item: item, isInterruptible: isInterruptible)
        current.reading = item.ticket.flatMap { read.removeValue(forKey: $0) }
        current.hasFreeReader = agenda.readableLanes.contains(item.lane)
        let outcome = try await comparison.compare(current)
        if case .reading(let order) = outcome.finding { try start(order, for: item) }
        var finished = item
        finished.ticket = keep(current.reading, as: item.ticket, after: outcome)
        agenda.finish(finished, outcome, at: .now)
      } catch {
        agenda.giveBack(item)
        throw error
      }
      // Many documents are committed together, but nothing else waits for them.
      let (hasFresh, isReadingFresh) = (agenda.queue.hasFresh, agenda.queue.isReadingFresh)
      if item.lane == .fresh, !hasFresh, item.ticket == nil || !isReadingFresh {
        try session.commit()
      }
      try session.commitIfDue(hasFresh: hasFresh || isReadingFresh)
      takeReadings()
    }
  }

  /// Creates a marker for postponed items; they are taken again once all events up to the marker were seen.
  func markPostponed() async {
    if agenda.queue.needsMarker { agenda.mark(try? await barrier.mark()) }
  }

  func reachBarriers() async throws {
    // No barrier is reached before the forgotten documents are erased.
    if !selection.unerased.isEmpty, erasureDue == nil { return }
    let reached = agenda.takeReachedBarriers()
    if reached.isEmpty { return }
    try session.commit()
    if reached.contains(IndexingAgenda.rebuiltBarrier) {
      hanging.holdsRebuild = hanging.delaysRebuild(at: .now)
      if !hanging.holdsRebuild { try await session.finishRebuild() }
    }
    // The status must be up to date before a waiting client can ask for it.
    show()
    await barrier.reach(reached)
  }

  /// Plans to compare all roots with the disk.
  func planRoots() {
    selection.selector.forgetAll()
    session.comparison.begin(at: .now)
    agenda.add(roots: selection.rules.roots, isRebuilding: session.rebuild != nil)
  }

  /// Plans to compare everything again; barriers wait for it.
  func startOver() async {
    await hooks.reach?(.willStartOver)
    session.needsComparison = false
    reconciler.reader.discardPlan()
    interruptReaders()
    read = [:]
    agenda.removeAll()
    planRoots()
    agenda.add(barriers: await barrier.numbers)
  }
}
