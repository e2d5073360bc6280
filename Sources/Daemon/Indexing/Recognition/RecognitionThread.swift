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
    /// The file of the document, the image itself, or the file that it is a member of.
    let file: ImageFile
    /// The status of this file.
    let status: FileStatus
    /// How files are read: where the programs are, and what is unpacked.
    let extraction: ExtractionSettings
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
  private var unpacker: DocumentExtractor?
  /// Members of the last container, by their content.
  private var unpacked: [FileVersion: ImageFile] = [:]
  /// The size in bytes up to which members are unpacked together.
  private static let mostUnpacked: Int64 = 32 << 20

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
    var file = order.file
    if let container = order.image.container {
      // The program that unpacks takes at most this time.
      let begin = ContinuousClock.now
      let content = member(of: container, order, isInterrupted)
      time += begin.duration(to: .now)
      switch content {
      case .success(let unpacked): file = unpacked
      case .failure(let failure): return report(.init(failure), time)
      }
    }
    var picture = file
    if order.image.isPicture {
      // It is read once, from its beginning.
      unpacked[order.image.file] = nil
      // The hash is computed from the whole image in memory, so its size is limited.
      if file.size > ImageRecognizer.mostBytes { return report(.done(.nothing), time) }
    } else {
      let rendering = recognizer.render(
        order.image.page, of: file.descriptor, size: file.size, isInterrupted)
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

  /// Unpacks a member, and others that wait in its container.
  private func member(
    of container: RecognizedImage.Container, _ order: Order, _ isInterrupted: () -> Bool
  ) -> Result<ImageFile, JailedFailure> {
    let wanted = order.image.file
    if let file = unpacked[wanted] { return .success(file) }
    unpacked = [:]
    let unpacker =
      self.unpacker ?? DocumentExtractor(order.extraction, reapingOn: loop, start: nil)
    self.unpacker = unpacker
    if unpacker.settings != order.extraction { unpacker.settings = order.extraction }
    var size: Int64 = 0
    let failure = unpacker.unpackImages(
      in: order.file.descriptor, order.status, name: container.path.name,
      isInterrupted: isInterrupted
    ) { status, member in
      let version = FileVersion(status)
      let isSmall = member.size <= Self.mostUnpacked - size
      if version == wanted || isSmall && container.members.contains(version) {
        if unpacked.updateValue(member, forKey: version) == nil { size += member.size }
      }
      return unpacked[wanted] == nil
        || size < Self.mostUnpacked && unpacked.count < container.members.count
    }
    if let file = unpacked[wanted] { return .success(file) }
    return .failure(failure ?? .unreadable)
  }

  /// The cache of recognized texts; this thread has its own connection to it.
  private func cache(in state: FilePath) -> RecognitionCache {
    if let cache { return cache }
    let new = RecognitionCache(in: state)
    cache = new
    return new
  }

  private func recognizer(for order: Order) -> ImageRecognizer {
    let programs = order.extraction.programs
    if let recognizer, recognizer.programs == programs,
      recognizer.languages == order.languages
    {
      return recognizer
    }
    let new = ImageRecognizer(programs: programs, languages: order.languages)
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
