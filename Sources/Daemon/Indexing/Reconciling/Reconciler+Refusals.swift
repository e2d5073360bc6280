import FileSelection
import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction

/// Documents that the index refuses: each is isolated, and kept with the reason.
extension Reconciler {
  /// Rolls back the uncommitted changes, and suspects their documents.
  ///
  /// Everything is compared again, because with the documents other changes were taken back.
  ///
  /// - Returns: whether there are new suspects. Otherwise something else than a document is to blame.
  func suspectBatch() -> Bool {
    let hasFound = suspects.add(session.batch.paths)
    session.rollBack()
    if hasFound { session.needsComparison = true }
    return hasFound
  }

  /// Writes a suspect in a transaction of its own; if it is refused, it is kept as failed.
  ///
  /// - Parameters:
  ///   - path: the suspect.
  ///   - status: its status from the kernel.
  ///   - suspicion: the suspicion against it.
  ///   - body: reads and writes it.
  /// - Returns: the finding.
  /// - Throws: the errors of `body`, and a refusal if the index does not even take its name.
  func writeAlone(
    _ path: FilePath, _ status: FileStatus, _ suspicion: SuspectDocuments.Suspicion,
    _ body: () throws -> Outcome.Finding
  ) throws -> Outcome.Finding {
    let version = FileVersion(status)
    if case .refused(let refusal, version) = suspicion {
      return try keepFailed(path, version, refusal)
    }
    try session.commit()
    do {
      let finding = try body()
      guard case .done = finding else { return finding }
      try session.commit()
      suspects.clear(path)
      return finding
    } catch let error as SQLiteError where error.isRefusal {
      session.rollBack()
      suspects.blame(path, version, for: error)
      return try keepFailed(path, version, error)
    }
  }

  /// Keeps the part of a document that the index takes: its title and name, or its name alone.
  ///
  /// Its members go first, a part at a time. A file that has changed since is tried in full.
  private func keepFailed(
    _ path: FilePath, _ version: FileVersion, _ refusal: SQLiteError
  ) throws -> Outcome.Finding {
    guard try session.writer().removeMembers(of: path, limit: Self.removedAtOnce) else {
      session.countWrite()
      return .large
    }
    try session.commit()
    let folder = try rules.open(folder: path.parent)
    let status = try FileStatus(of: path.name, in: folder)
    var document: Document
    switch try reader.read(.init(path: path, status: status), in: folder) {
    case .document(let read): document = read
    case .gone: return .done([])
    case .interrupted: return .large
    case .crashed: document = reader.givenUp(path, status)
    }
    guard FileVersion(document.status) == version else { return .done([.path(path)]) }
    document.state = .failed
    document.note = "Cannot be indexed: \(refusal.message)."
    document.text = []
    for hasTitle in [true, false] {
      if !hasTitle {
        (document.title, document.tags) = (nil, [])
        (document.authors, document.recipients) = ([], [])
      }
      do {
        try session.writer().replace(document, at: path)
        try session.commit()
        report.tell(.failed(path, refusal.reason))
        suspects.clear(path)
        return .done([])
      } catch let error as SQLiteError where error.isRefusal {
        session.rollBack()
      }
    }
    // An index that does not even take a name is to blame itself.
    suspects.exonerate(path)
    throw refusal
  }
}
