import FileSelection
import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction

/// The requests to the indexer, each taken between two steps.
extension JobRunner {
  func take(_ request: IndexerInbox.Request) async throws {
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
    case .recognized(let report): try take(report)
    case .encoded(let report): try take(report)
    case .rebuild:
      try await session.beginRebuild(.request, because: "A rebuild was requested.")
    case .missing(let paths):
      agenda.add(paths.sorted().map { .path($0) }, to: .fresh)
    case .distrust(let paths): try distrust(paths)
    case .adopt(let settings, let adopted):
      defer { adopted.happen() }
      if let text = settings.text { await session.setTextSettings(text) }
      try await use(settings)
      try await session.applyTextSettings()
      show()
    case .forget(let path, let waiter):
      erasureDue = nil
      interruptReaders { $0.isInside(path) }
      report.begin(path)
      defer { report.begin(nil) }
      do {
        let (forgotten, obstacle) = try await reconciler.forget(path)
        show()
        waiter.resume(returning: forgotten)
        // Damage of the index may be the cause; the thrown error has it examined.
        if let obstacle { try postponeErasure(because: obstacle) } else { erasureRetry.reset() }
      } catch let failure as Indexer.ForgetFailure {
        waiter.resume(throwing: failure)
      }
    case .remember(let path, let waiter):
      report.begin(path)
      defer { report.begin(nil) }
      do {
        let remembered = try selection.remember(path)
        await session.hide(selection.unerased)
        agenda.add(remembered.work, to: .fresh)
        show()
        waiter.resume(returning: remembered)
      } catch {
        waiter.resume(throwing: error)
      }
    case .confirm(let confirmation, let waiter):
      do {
        try session.record(confirmation)
        waiter?.resume()
      } catch {
        waiter?.resume(throwing: error)
        if error is SQLiteError { throw error }
      }
    }
  }

  /// Erases the forgotten documents that are not yet erased.
  func erase() async throws {
    do {
      try await reconciler.eraseForgotten()
      erasureRetry.reset()
      erasureDue = nil
    } catch {
      try postponeErasure(because: error)
    }
  }

  /// Plans to retry the erasure of forgotten documents after a delay.
  ///
  /// - Throws: the error, unless it only means that the log is being read.
  private func postponeErasure(because error: any Error) throws {
    guard error is Indexer.LogIsBeingRead else { throw error }
    erasureDue = .now + erasureRetry.next()
  }

  func use(_ settings: Indexer.Settings) async throws {
    if reconciler.reader.extraction != settings.extraction { recognition.reset() }
    encoding.reset()
    interruptReaders()
    reconciler.reader.extraction = settings.extraction
    // If planning fails, it is retried.
    reconciler.reader.discardPlan()
    agenda.change(settings.timing)
    if selection.use(settings.rules) {
      // The watcher must report renames of forgotten files, so that they can be followed.
      await watcher.setRules(settings.rules)
      session.setRecordsAccess(selection.rules.recordsAccess)
      reconciler.roots.restrict(to: selection.rules)
      reconciler.exclusions = ExclusionLedger()
      hanging.removeAll { selection.rules.verdict(on: $0).isIncluded }
      // Documents that a person has just excluded are removed before all bulk work.
      agenda.add([.path(.root), .exclusions(after: 0)], to: .fresh)
      planRoots()
      try session.applyAccess()
    }
    try planWaitingDocuments()
  }
}
