import IndexStorage
import LinuxSystem
import SittaSQLite

/// Obstacles that keep the index from being written although it is not damaged.
extension SQLiteError {
  /// The problem and its remedy, as sentences.
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
  /// An error as a sentence that quotes no indexed text.
  func sentence(on error: any Error) -> String {
    (error as? SQLiteError)?.sentence(on: store) ?? "\(error)"
  }

  /// Whether searches can be answered although the index cannot be written now; the indexer tries
  /// again.
  ///
  /// - Parameter error: the error of opening the index.
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
    /// The reason and the remedy, as sentences.
    package let description: String
  }
}
