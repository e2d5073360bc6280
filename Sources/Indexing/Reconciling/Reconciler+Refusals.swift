import FileSelection
import LinuxSystem
import SittaSQLite
import SearchIndex
import TextExtraction

/// Documents that the index refuses: each is isolated, and kept with the reason.
extension Reconciler {
  /// Writes what was not committed once more, in ever smaller parts, until the refused ones
  /// are alone; these are kept as failed.
  ///
  /// Everything is compared again afterwards, because with the documents other changes were taken
  /// back.
  ///
  /// - Returns: whether any was found. Where none was, something else than a document is to blame.
  func isolateRefused() -> Bool {
    var bisection = BatchBisection(of: session.batch.paths)
    session.rollBack()
    var hasFound = false
    do {
      while let part = bisection.next {
        guard let refusal = try refusal(of: part) else {
          bisection.succeed()
          continue
        }
        if let path = bisection.fail(), try keepFailed(path, refusal) { hasFound = true }
      }
    } catch {
      // A full disk, for example: the next try shows it.
      session.rollBack()
    }
    if hasFound { session.needsComparison = true }
    return hasFound
  }

  /// Writes some documents in a transaction of their own.
  ///
  /// - Returns: why they were refused; nil where they were not.
  private func refusal(of paths: ArraySlice<FilePath>) throws -> SQLiteError? {
    do {
      for path in paths { try write(path) }
      try session.commit()
      return nil
    } catch let error as SQLiteError where error.isRefusal {
      session.rollBack()
      return error
    }
  }

  private func write(_ path: FilePath) throws {
    do {
      let folder = try rules.open(folder: path.parent)
      let status = try FileStatus(of: path.name, in: folder)
      if status.kind == .regular { try index(path, status, in: folder) }
    } catch let error as SystemError where error.isMissing || error.isSymbolicLink {
      // It is gone meanwhile, which an event reports.
    }
  }

  /// Keeps of a document what the index takes: its title and name, or its name alone.
  ///
  /// - Returns: false where the index takes nothing of it.
  private func keepFailed(_ path: FilePath, _ refusal: SQLiteError) throws -> Bool {
    let folder = try rules.open(folder: path.parent)
    let status = try FileStatus(of: path.name, in: folder)
    guard case .document(var document) = try reader.read(path, status, in: folder) else {
      return false
    }
    document.state = .failed
    document.note = "Cannot be indexed: \(refusal.message)."
    document.text = []
    _ = try session.writer().removeMembers(of: path)
    for hasTitle in [true, false] {
      if !hasTitle {
        (document.title, document.tags) = (nil, [])
        (document.authors, document.recipients) = ([], [])
      }
      do {
        try session.writer().replace(document, at: path)
        try session.commit()
        report.tell(.failed(path, refusal.reason))
        return true
      } catch let error as SQLiteError where error.isRefusal {
        session.rollBack()
      }
    }
    return false
  }
}
