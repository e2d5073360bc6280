import IndexStorage
import LinuxSystem
import Meaning
import SittaSQLite
import TextExtraction

/// Decides which documents the sentence encoder gets next.
///
/// The index stores which documents wait, so that the list survives restarts. It belongs to one ``Indexer``.
final class EncodingQueue {
  typealias Instant = ContinuousClock.Instant

  /// The most documents of one step; they take half a second.
  private static let stepDocuments = 20

  private var pausedUntil: Instant?
  /// Whether passages are being encoded.
  private(set) var isBusy = false

  /// Whether documents are to be encoded.
  func need(
    _ writer: IndexWriter, _ file: EncoderFile?, at now: Instant
  ) throws(SQLiteError) -> JailedWorkNeed {
    guard !isBusy, file != nil, try writer.hasEncoderInputs() else { return .nothing }
    if let pausedUntil, pausedUntil > now { return .later(pausedUntil) }
    return .ready
  }

  /// Takes the passages of one step.
  func takeNext(_ writer: IndexWriter) throws(SQLiteError) -> [EncoderInput] {
    let inputs = try writer.encoderInputs(upTo: Self.stepDocuments)
    isBusy = true
    return inputs
  }

  /// Ends a step.
  ///
  /// - Parameters:
  ///   - failure: why not all passages were encoded; nil if all were.
  ///   - now: the current time.
  func finish(_ failure: JailedFailure?, at now: Instant) {
    isBusy = false
    switch failure {
    case .missingProgram: pausedUntil = now + RecognitionQueue.longWait
    case .died, .shortage: pausedUntil = now + RecognitionQueue.shortWait
    case .unreadable, .interrupted, nil: break
    }
  }

  /// Forgets a pause, because the settings have changed.
  func reset() {
    pausedUntil = nil
  }
}
