import IndexStorage
import LinuxSystem
import SittaSQLite

/// Errors that prevent writing the index although it is not damaged.
extension SQLiteError {
  /// The problem and what to do, as sentences.
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
  /// An error as a sentence without any indexed text.
  func sentence(on error: any Error) -> String {
    (error as? SQLiteError)?.sentence(on: store) ?? "\(error)"
  }

  /// Whether searches can be answered although the index cannot be written now.
  ///
  /// - Parameter error: the error of opening the index.
  /// - Returns: false for other errors; if true, the indexer tries again to open the index.
  /// - Throws: a ``Indexer/StartFailure`` if there is no index to search.
  func canServe(despite error: any Error) throws -> Bool {
    let sentence: String
    switch error {
    // The other program will close the index at some time.
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
  /// The daemon cannot start: there is no index to search, and none can be written.
  package struct StartFailure: Error {
    /// The reason and what to do, as sentences.
    package let description: String
  }
}
