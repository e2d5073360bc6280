import Hashing
import LinuxSystem
import TextExtraction

/// Recognizes images, one at a time, on its own thread with low priority.
///
/// The programs that the thread starts inherit its priority.
actor RecognitionThread {
  /// An image and the settings for recognizing it.
  struct Order: Sendable {
    let image: RecognizedImage
    /// The file of the document, or the image itself.
    let file: ImageFile
    /// The folder with the recognition programs; nil for the installed one.
    let programs: FilePath?
    let languages: RecognitionLanguages
    /// The state folder, which contains the cache.
    let state: FilePath
    let signals: StopSignals
  }

  /// The result.
  struct Report: Sendable {
    let result: RecognizedImage.Result
    /// The name of the languages that were used.
    let languages: String
    /// The version of the recognition library; nil if it was not used.
    var engine: String?
    /// The CPU time that it took.
    var time = Duration.zero
  }

  private nonisolated let loop: EventLoop
  private var recognizer: ImageRecognizer?
  private var cache: RecognitionCache?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

  init() throws(SystemError) {
    loop = try EventLoop(name: "sitta-ocr")
  }

  deinit {
    loop.stop()
  }

  /// Recognizes an image.
  func recognize(_ order: Order) -> Report {
    ThreadPriority.batch.apply()
    let begin = ThreadClock.now
    var report = report(on: order)
    report.time += ThreadClock.now - begin
    return report
  }

  private func report(on order: Order) -> Report {
    func report(
      _ result: RecognizedImage.Result, _ time: Duration, engine: String? = nil
    ) -> Report {
      Report(result: result, languages: order.languages.name, engine: engine, time: time)
    }
    let recognizer = recognizer(for: order)
    let isInterrupted = { order.signals.isEnding }
    var time = Duration.zero
    var picture = order.file
    if order.image.isPicture {
      // The hash is computed from the whole image in memory, so its size is limited.
      if order.file.size > ImageRecognizer.mostBytes { return report(.done(.nothing), time) }
    } else {
      let rendering = recognizer.render(
        order.image.page, of: order.file.descriptor, size: order.file.size, isInterrupted)
      time += rendering.time
      switch rendering.result {
      case .image(let image): picture = image
      case .blank: return report(.done(.nothing), time)
      case .failed(let failure): return report(.init(failure), time)
      }
    }
    let cache = cache(in: order.state)
    // The key is random, so that an attacker can neither make two pages with the same hash nor find
    // the page of a hash.
    guard let key = cache.key().map(SipHash.Key.init),
      let hash = picture.withBytes({ SipHash.longHash($0, key: key) })
    else { return report(.failed, time) }
    if cache.has(hash, languages: order.languages.name) {
      return report(.done(.cached(hash: hash)), time)
    }
    let recognition = recognizer.recognize(
      picture.descriptor, size: picture.size, isInterrupted)
    time += recognition.time
    switch recognition.result {
    case .text(let text, let engine):
      let outcome = RecognitionCache.Outcome.recognized(hash: hash, text: text)
      return report(.done(outcome), time, engine: engine)
    case .failed(let failure): return report(.init(failure), time)
    }
  }

  /// The cache of recognized texts; this thread has its own connection to it.
  private func cache(in state: FilePath) -> RecognitionCache {
    if let cache { return cache }
    let new = RecognitionCache(in: state)
    cache = new
    return new
  }

  private func recognizer(for order: Order) -> ImageRecognizer {
    if let recognizer, recognizer.programs == order.programs,
      recognizer.languages == order.languages
    {
      return recognizer
    }
    let new = ImageRecognizer(programs: order.programs, languages: order.languages)
    recognizer = new
    return new
  }
}

extension RecognizedImage.Result {
  fileprivate init(_ failure: JailedFailure) {
    self =
      switch failure {
      case .missingProgram: .missingProgram
      case .shortage: .shortage
      case .interrupted: .interrupted
      case .died: .failed
      case .unreadable: .done(.nothing)
      }
  }
}
