import IndexStorage
package import LinuxSystem
import SittaSQLite
package import SearchIndex
import Synchronization

/// Counts documents and folders, and keeps the last counts.
///
/// So `Status` has numbers even if all readers are busy or closed, or meet damage.
package final class IndexCounts: Sendable {
  /// The counts; if they are not current, also the reason.
  struct Answer: Sendable {
    var statistics: IndexStatistics?
    /// The number of folders below each requested folder.
    var folders: [FilePath: Int] = [:]
    /// Why the index could not be counted now; nil if the counts are current.
    var failure: (any Error)?
  }

  /// No reader was free within the timeout.
  struct TookTooLong: Error {}

  /// The longest wait for a reader.
  private static let timeout = Duration.seconds(1)
  private let last = Mutex(Answer())
  private let readers: ReaderPool
  private let tasks: LoopTaskExecutor

  package init(_ readers: ReaderPool, tasks: LoopTaskExecutor) {
    self.readers = readers
    self.tasks = tasks
  }

  /// Counts documents and folders, within one second.
  ///
  /// - Parameter folders: folders whose subfolders are counted, which can take long.
  /// - Returns: the current counts; if counting fails, the last ones with the reason.
  func count(below folders: [FilePath]) async -> Answer {
    let counting = Task(executorPreference: tasks) { [self] in
      try await readers.read { reader in
        var answer = Answer(statistics: try reader.statistics())
        for folder in folders { answer.folders[folder] = try reader.folderCount(below: folder) }
        self.last.withLock { $0 = answer }
        return answer
      }
    }
    let result = await tasks.value(within: Self.timeout) { await counting.result }
    counting.cancel()
    switch result {
    case .success(let answer)?: return answer
    case .failure(let error)?: return last.withLock(\.self).failing(error)
    case nil: return last.withLock(\.self).failing(TookTooLong())
    }
  }
}

extension IndexCounts.Answer {
  fileprivate func failing(_ error: any Error) -> Self {
    var answer = self
    answer.failure = error
    return answer
  }

  /// The warning for people; nil if the counts are current.
  var warning: String? {
    guard let failure else { return nil }
    let reason =
      switch failure {
      case let error as SQLiteError: error.reason
      case is IndexCounts.TookTooLong: "all readers were busy for a second"
      default: "\(failure)"
      }
    let meaning =
      statistics == nil
      ? "The number of documents is unknown." : "The numbers are from an earlier count."
    return "The index could not be counted: \(reason). \(meaning)"
  }
}
