import FileSelection
import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction

/// Documents that the index refuses: each is found, and kept in the index without its text.
extension Reconciler {
  /// Rolls back the uncommitted changes, and suspects all their documents.
  ///
  /// Everything is compared again, because the rollback also undid changes of other documents.
  ///
  /// - Returns: whether there are new suspects. If not, the cause is not a document.
  func suspectBatch() -> Bool {
    let hasFound = suspects.add(session.batch.paths)
    session.rollBack()
    if hasFound { session.needsComparison = true }
    return hasFound
  }

  /// Writes a suspected document in its own transaction; if it is refused, keeps it as failed.
  ///
  /// - Throws: the errors of `body`; the refusal if the index does not even accept the name.
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

  /// Writes as much of a refused document as the index accepts: its title and name, or only its name.
  ///
  /// Its members are removed first, in parts. If the file has changed since, it is compared again instead.
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
    case .crashed, .needsProgram: document = reader.givenUp(path, status)
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
        try session.writer().replace(document, at: path, access: accessOfNewFile)
        try session.commit()
        report.tell(.failed(path, refusal.reason))
        suspects.clear(path)
        return .done([])
      } catch let error as SQLiteError where error.isRefusal {
        session.rollBack()
      }
    }
    // If the index does not even accept a name, the index itself is the cause.
    suspects.exonerate(path)
    throw refusal
  }
}
