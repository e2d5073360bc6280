import Indexing
package import LinuxSystem
import SQLite
package import SearchIndex
import Synchronization

/// What was last counted in the index.
///
/// So the status is told even while every reader is busy, closed, or meets damage.
package final class IndexCounts: Sendable {
  /// The counts, and why they are not those of this moment; nil where they are.
  struct Answer: Sendable {
    var statistics: IndexStatistics?
    /// How many folders there are below each that was asked for.
    var folders: [FilePath: Int] = [:]
    var failure: (any Error)?
  }

  /// No reader had time.
  struct TookTooLong: Error {}

  private final class Outcome: Sendable {
    let answer = Mutex<Answer?>(nil)
  }

  /// How long somebody who asks waits for a reader.
  private static let patience = Duration.seconds(1)
  private let last = Mutex(Answer())
  private let readers: ReaderPool
  private let tasks: LoopTaskExecutor

  package init(_ readers: ReaderPool, tasks: LoopTaskExecutor) {
    self.readers = readers
    self.tasks = tasks
  }

  /// Counts, for a second at most.
  ///
  /// - Parameter folders: the folders below which folders are counted, which takes a while.
  /// - Returns: the counts of this moment, or the last ones.
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
    await end.wait(after: 0, until: .now + Self.patience, on: tasks)
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

  /// What a person who reads the counts has to know.
  var warning: String? {
    guard let failure else { return nil }
    let reason =
      switch failure {
      case let error as SQLiteError: error.reason
      case is IndexCounts.TookTooLong: "no reader has had time for a second"
      default: "\(failure)"
      }
    let meaning =
      statistics == nil ? "how many documents there are is not known" : "the numbers are older ones"
    return "The index could not be counted (\(reason)): \(meaning)."
  }
}
