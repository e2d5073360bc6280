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
  /// Why the last step did not encode its documents; nil if it did.
  private(set) var failure: JailedFailure?
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
    if failure != .interrupted { self.failure = failure }
    switch failure {
    case .missingProgram: pausedUntil = now + RecognitionQueue.longWait
    case .died, .shortage: pausedUntil = now + RecognitionQueue.shortWait
    case .unreadable, .interrupted, nil: break
    }
  }

  /// Forgets a pause, because the settings have changed.
  func reset() {
    (pausedUntil, failure) = (nil, nil)
  }

  /// Why documents are not encoded, as a sentence for people; nil if nothing is wrong.
  var warning: String? {
    switch failure {
    case .missingProgram:
      """
      Documents wait for the sentence encoder: \(PassageEncoder.programName) is missing or does not run. \
      Install Sitta again.
      """
    case .died:
      """
      Documents wait for the sentence encoder: it ended unexpectedly, and is tried again in ten minutes. \
      If that repeats, install the file of MeaningModel= again, or leave MeaningModel= out.
      """
    case .shortage:
      """
      Documents wait for the sentence encoder: there are too few open files or too little memory to start it. \
      It is tried again in ten minutes.
      """
    case .unreadable, .interrupted, nil: nil
    }
  }
}
