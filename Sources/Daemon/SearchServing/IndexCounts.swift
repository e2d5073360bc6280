import IndexStorage
import Indexing
package import LinuxSystem
import SittaSQLite
package import SearchIndex
import Synchronization

/// Counts documents and folders, and keeps the last counts.
///
/// So a status can be given while every reader is busy, closed, or meets damage.
package final class IndexCounts: Sendable {
  /// The counts, and the reason if they are old.
  struct Answer: Sendable {
    var statistics: IndexStatistics?
    /// The number of folders below each requested folder.
    var folders: [FilePath: Int] = [:]
    /// Why the index could not be counted now; nil if the counts are current.
    var failure: (any Error)?
  }

  /// No reader was free within the timeout.
  struct TookTooLong: Error {}

  private final class Outcome: Sendable {
    let answer = Mutex<Answer?>(nil)
  }

  /// The longest wait for a reader.
  private static let timeout = Duration.seconds(1)
  private let last = Mutex(Answer())
  private let readers: ReaderPool
  private let tasks: LoopTaskExecutor

  package init(_ readers: ReaderPool, tasks: LoopTaskExecutor) {
    self.readers = readers
    self.tasks = tasks
  }

  /// Counts, in one second at most.
  ///
  /// - Parameter folders: the folders below which folders are counted, which can take long.
  /// - Returns: the current counts, or the last ones with the reason.
  func count(below folders: [FilePath]) async -> Answer {
    let end = Occurrence()
    let outcome = Outcome()
    let task = Task(executorPreference: tasks) { [self] in
      do {
        let answer = try await readers.read { reader in
          var answer = Answer(statistics: try reader.statistics())
          for folder in folders { answer.folders[folder] = try reader.folderCount(below: folder) }
          return answer
        }
        last.withLock { $0 = answer }
        outcome.answer.withLock { $0 = answer }
      } catch {
        let answer = last.withLock { $0 }.failing(error)
        outcome.answer.withLock { $0 = answer }
      }
      end.happen()
    }
    await end.wait(after: 0, until: .now + Self.timeout, on: tasks)
    task.cancel()
    return outcome.answer.withLock { $0 } ?? last.withLock { $0 }.failing(TookTooLong())
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
