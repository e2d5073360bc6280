import FileSelection
import LinuxSystem
import SQLite
import SearchIndex
import TextExtraction

/// Documents that the index refuses: each stands alone in the end, and is kept with the reason.
extension Indexer {
  /// Writes what was not committed once more, in ever smaller parts, until those stand alone that
  /// are refused; these are noted as failed.
  ///
  /// Everything is compared again afterwards, because with the documents other changes were taken
  /// back.
  ///
  /// - Returns: whether any was found. Where none was, something else than a document is to blame.
  func isolateRefused() async -> Bool {
    var bisection = BatchBisection(of: written)
    rollBack()
    var hasFound = false
    do {
      while let part = bisection.next {
        guard let refusal = try refusal(of: part) else {
          bisection.succeed()
          continue
        }
        if let path = bisection.fail(), try noteFailed(path, refusal) { hasFound = true }
      }
    } catch {
      // A full disk, for example: the next try tells.
      rollBack()
    }
    if hasFound { await startOver() }
    return hasFound
  }

  /// Writes some documents in a transaction of their own.
  ///
  /// - Returns: why they were refused; nil where they were not.
  private func refusal(of paths: ArraySlice<FilePath>) throws -> SQLiteError? {
    do {
      for path in paths { try write(path) }
      try commit()
      return nil
    } catch let error as SQLiteError where error.isRefusal {
      rollBack()
      return error
    }
  }

  private func write(_ path: FilePath) throws {
    do {
      let folder = try rules.open(folder: path.parent)
      let status = try FileStatus(of: path.name, in: folder)
      if status.kind == .regular { try index(path, status, in: folder) }
    } catch let error as SystemError where error.isMissing || error.isSymbolicLink {
      // It is gone meanwhile, which an event tells.
    }
  }

  /// Keeps of a document what the index takes: its title and name, or its name alone.
  ///
  /// - Returns: false where the index takes nothing of it.
  private func noteFailed(_ path: FilePath, _ refusal: SQLiteError) throws -> Bool {
    let folder = try rules.open(folder: path.parent)
    let status = try FileStatus(of: path.name, in: folder)
    guard var document = try read(path, status, in: folder) else { return false }
    document.state = .failed
    document.note = "Cannot be indexed: \(refusal.message)."
    document.text = []
    for hasTitle in [true, false] {
      if !hasTitle { (document.title, document.tags) = (nil, []) }
      do {
        try writer().replace(document, at: path)
        try commit()
        tell.yield(.failed(path, refusal.reason))
        return true
      } catch let error as SQLiteError where error.isRefusal {
        rollBack()
      }
    }
    return false
  }
}
