import LinuxSystem
import Synchronization

/// Writes what is wrong to the log, each sentence once a minute.
final class Complaints: Sendable {
  /// When each sentence was written.
  private let written = Mutex<[String: ContinuousClock.Instant]>([:])
  private static let interval = Duration.seconds(60)
  /// The most sentences that are remembered.
  private static let most = 100

  /// Writes a sentence for the administrator; it has no query and no text of a document.
  func log(_ sentence: String) {
    let isNew = written.withLock { written in
      if let time = written[sentence], time + Self.interval > .now { return false }
      if written.count >= Self.most { written = [:] }
      written[sentence] = .now
      return true
    }
    guard isNew else { return }
    try? FileDescriptor.writeToStandardError("sitta-gateway: \(sentence.escapingControls())\n")
  }
}
