import LinuxSystem
import SittaSQLite
import SearchIndex

/// What keeps the index from being written although it is not damaged.
extension SQLiteError {
  /// What has happened and what to do, as sentences.
  func sentence(on store: IndexStore) -> String {
    let folder = store.file.parent
    if isDiskFull {
      return "The index cannot be written: the disk of '\(folder)' is full. Make room on it."
    }
    if isReadOnly {
      return "The index cannot be written: '\(folder)' is read-only. Make it writable."
    }
    if isBusy {
      return "The index cannot be written: another program has '\(store.file)' open. End it."
    }
    return "The index cannot be written: \(reason)."
  }
}

extension IndexSession {
  /// An error as a sentence that quotes nothing of what was indexed.
  func sentence(on error: any Error) -> String {
    (error as? SQLiteError)?.sentence(on: store) ?? "\(error)"
  }

  /// Whether searches can be answered though the index cannot be written now; the indexer tries again.
  ///
  /// - Parameter error: what opening the index failed with.
  /// - Returns: false for errors that no change of the disk makes up for.
  /// - Throws: a ``Indexer/StartFailure`` if there is no index to search.
  func canServe(despite error: any Error) throws -> Bool {
    let sentence: String
    switch error {
    // The other program closes it at some time.
    case let error as SQLiteError where error.isBusy:
      return true
    case let error as SQLiteError where !error.isCorruption:
      sentence = error.sentence(on: store)
    case let error as SystemError
    where error.isOutOfRoom || error.isReadOnly || error.isDiskFailure:
      sentence = "The index cannot be written: \(error)"
    default:
      return false
    }
    if store.canBeRead { return true }
    throw Indexer.StartFailure(
      description: "\(sentence) There is no index yet that could be searched.")
  }
}

extension Indexer {
  /// There is no index to search, and none can be written.
  package struct StartFailure: Error {
    /// Why, and what to do, as sentences.
    package let description: String
  }
}
