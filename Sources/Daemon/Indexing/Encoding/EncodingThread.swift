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
    /// The folder of the jailed programs; nil if there is none.
    let programs: FilePath?
    let file: EncoderFile
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
  /// What ``encoder`` was made for.
  private var current: (programs: FilePath?, file: EncoderFile)?

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
    let encoder = encoder(for: order)
    var report = Report(file: order.file)
    for input in order.inputs where report.failure == nil {
      let answer = encoder.encode(Array(input.text.utf8)) { order.signals.isEnding }
      report.time += answer.time
      switch answer.result {
      case .vector(let bytes): report.vectors.append((input, MeaningVector(stored: bytes)))
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

  private func encoder(for order: Order) -> PassageEncoder {
    if let encoder, let current, current == (order.programs, order.file) { return encoder }
    let new = PassageEncoder(programs: order.programs, model: order.file.path)
    (encoder, current) = (new, (order.programs, order.file))
    return new
  }
}
