import LinuxSystem
import Synchronization

/// Writes what is wrong to the log, each sentence once a minute.
final class Complaints: Sendable {
  private let last = Mutex<(sentence: String, time: ContinuousClock.Instant)?>(nil)
  private static let interval = Duration.seconds(60)

  /// Writes a sentence for the administrator; it has no query and no text of a document.
  func log(_ sentence: String) {
    let isNew = last.withLock { last in
      if let known = last, known.sentence == sentence, known.time + Self.interval > .now {
        return false
      }
      last = (sentence, .now)
      return true
    }
    guard isNew else { return }
    try? FileDescriptor.writeToStandardError("sitta-gateway: \(sentence.escapingControls())\n")
  }
}
