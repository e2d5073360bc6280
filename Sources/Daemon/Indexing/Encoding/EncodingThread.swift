import IndexStorage
import LinuxSystem
import Meaning
import TextExtraction

/// Encodes the beginnings of documents, one after the other, on its own thread with low priority.
///
/// The program that the thread starts inherits its priority.
actor EncodingThread {
  /// Passages, and what encodes them.
  struct Order: Sendable {
    let inputs: [EncoderInput]
    let source: PassageEncoder.Source
    let signals: StopSignals
  }

  /// The vectors.
  struct Report: Sendable {
    /// The sentence encoder that made them.
    let file: EncoderFile
    /// The passages that were encoded; without a vector if the encoder can do nothing with one.
    var vectors: [(input: EncoderInput, vector: MeaningVector?)] = []
    /// Why the other passages were not encoded; nil if all were.
    var failure: JailedFailure?
    /// The CPU time that it took.
    var time = Duration.zero
  }

  private nonisolated let loop: EventLoop
  private var encoder: PassageEncoder?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws(SystemError) {
    loop = try EventLoop(name: "sitta-meaning")
  }

  deinit {
    loop.stop()
  }

  /// Encodes passages.
  func encode(_ order: Order) -> Report {
    ThreadPriority.batch.apply()
    let begin = ThreadClock.now
    let encoder = encoder(for: order.source)
    var report = Report(file: order.source.file)
    for input in order.inputs where report.failure == nil {
      let answer = encoder.encode(input.text) { order.signals.isEnding }
      report.time += answer.time
      switch answer.result {
      case .vector(let vector): report.vectors.append((input, vector))
      case .failed(.unreadable): report.vectors.append((input, nil))
      case .failed(let failure):
        // Otherwise a text that ends the program would do so for ever.
        if failure == .died { report.vectors.append((input, nil)) }
        report.failure = failure
      }
    }
    report.time += ThreadClock.now - begin
    return report
  }

  private func encoder(for source: PassageEncoder.Source) -> PassageEncoder {
    if let encoder, encoder.source == source { return encoder }
    let new = PassageEncoder(source)
    encoder = new
    return new
  }
}
