import SittaSQLite

/// Recovery from an error of a job.
extension JobRunner {
  /// Repairs damage that an error reveals, suspects documents that the index refuses, or pauses.
  func recover(from error: any Error) async {
    guard let error = error as? SQLiteError else { return pause(session.sentence(on: error)) }
    do {
      let repair = try await session.overcome(error, reconciler.text)
      agenda.add(repair.discarded, to: .fresh)
      if repair.isDone || error.isRefusal && reconciler.suspectBatch() { return }
      pause(session.sentence(on: error))
    } catch {
      pause("The index cannot be repaired. \(session.sentence(on: error))")
    }
  }

  /// Rolls back the uncommitted changes, and pauses the indexer.
  func pause(_ reason: String) {
    session.rollBack()
    session.needsComparison = true
    agenda.pause(
      because: "\(reason) Indexing pauses and is tried again; searches go on.", at: .now)
  }
}
