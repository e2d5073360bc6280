import Cooldown
import IndexStorage
import LinuxSystem
import Meaning
import TextExtraction

/// The vectors of documents by a sentence encoder.
extension JobRunner {
  /// Encodes the beginnings of the next documents.
  func encodeNext() throws {
    guard let file = session.store.text.encoder else { return }
    let thread = try encodingThread ?? EncodingThread()
    encodingThread = thread
    let inputs = try encoding.takeNext(session.writer())
    let source = PassageEncoder.Source(
      programs: reconciler.reader.extraction.programs, file: file)
    let order = EncodingThread.Order(inputs: inputs, source: source, signals: signals)
    Task { [inbox, watcher] in
      inbox.add(.encoded(await thread.encode(order)))
      await watcher.wake()
    }
  }

  /// Stores the vectors of documents that have not changed meanwhile.
  func take(_ report: EncodingThread.Report) throws {
    gate.worked(report.time)
    encoding.finish(report.failure, at: .now)
    // Vectors of another encoder cannot be compared with those of this one.
    guard report.file == session.store.text.encoder else { return }
    try session.commit()
    try session.writer().record(report.vectors)
  }

  /// Ends the jailed programs of recognition and encoding, and readers of documents, unless they work.
  func endJailedWork() {
    pool.releaseIdle()
    if recognition.current == nil { recognitionThread = nil }
    if !encoding.isBusy { encodingThread = nil }
  }
}
