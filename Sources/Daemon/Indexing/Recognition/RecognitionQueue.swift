import ExtractionProtocol
import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction

/// Which image is recognized next.
///
/// The waiting images are in the index, so that they survive restarts and follow renames. This type
/// knows the images that cannot be recognized now. It belongs to one ``Indexer``.
final class RecognitionQueue {
  typealias Instant = ContinuousClock.Instant

  /// The next step.
  enum Task: Equatable {
    /// Recognize an image of a document.
    case recognize(RecognizedImage)
    /// Read a document again, because texts of its images are there.
    case read(FilePath)
  }

  /// A document is not looked at again for so long after it was read, or could not be read.
  static let shortWait = Duration.seconds(600)
  /// The same after enough was done for today, and for all documents where a program is missing.
  static let longWait = Duration.seconds(3_600)
  /// A page that ends its program this many times is not tried again.
  private static let mostFailures = 2

  private var postponed: [DocumentID: Instant] = [:]
  private var pausedUntil: Instant?
  private var failures: [RecognizedImage.Key: Int] = [:]
  /// The image that is being recognized.
  private(set) var current: RecognizedImage?

  /// Whether there is something to do.
  ///
  /// - Parameters:
  ///   - writer: the index.
  ///   - settings: which images are recognized.
  ///   - now: this moment.
  /// - Returns: whether there is something to do now.
  /// - Throws: the error of SQLite.
  func need(
    _ writer: IndexWriter, _ settings: RecognitionSettings, at now: Instant
  ) throws(SQLiteError) -> RecognitionNeed {
    guard current == nil, settings.isPossible else { return .nothing }
    if let pausedUntil, pausedUntil > now { return .later(pausedUntil) }
    postponed = postponed.filter { $0.value > now }
    if try next(writer, settings) != nil { return .ready }
    return postponed.values.min().map { .later($0) } ?? .nothing
  }

  private func next(
    _ writer: IndexWriter, _ settings: RecognitionSettings
  ) throws(SQLiteError) -> IndexWriter.WaitingScan? {
    try writer.nextScan(
      includingPictures: settings.scope == .pagesAndPictures, except: Set(postponed.keys))
  }

  /// Decides the next step.
  ///
  /// - Parameters:
  ///   - writer: the index.
  ///   - settings: which images are recognized.
  ///   - cache: the texts that are known.
  ///   - now: this moment.
  ///   - second: the same by the time of day.
  /// - Returns: nil if there is nothing to do for the next document now.
  /// - Throws: the error of SQLite.
  func takeNext(
    _ writer: IndexWriter, _ settings: RecognitionSettings, _ cache: RecognitionCache,
    at now: Instant, second: UnixTime
  ) throws(SQLiteError) -> Task? {
    guard current == nil, let waiting = try next(writer, settings) else { return nil }
    let file = FileVersion(waiting.file)
    let day = UnixTime(seconds: second.seconds - 86_400)
    let step = RecognitionStep(
      waiting: PageNumbers(waiting.scan.pages) ?? PageNumbers(),
      known: cache.known(file, languages: settings.languages.name),
      today: cache.count(file, since: day))
    switch step {
    case .wait:
      postponed[waiting.id] = now + Self.longWait
      return nil
    case .read:
      // The document waits no more once it was read; without this it could be read for ever.
      postponed[waiting.id] = now + Self.shortWait
      return .read(waiting.path)
    case .recognize(let page):
      let image = RecognizedImage(
        document: waiting.id, path: waiting.path, file: file, page: page,
        isPicture: waiting.scan.isPicture)
      current = image
      return .recognize(image)
    }
  }

  /// Takes the result of the current image.
  ///
  /// - Parameters:
  ///   - result: the result.
  ///   - now: this moment.
  /// - Returns: the outcome to record; nil for none.
  func finish(_ result: RecognizedImage.Result, at now: Instant) -> RecognitionCache.Outcome? {
    guard let image = current else { return nil }
    current = nil
    switch result {
    case .done(let outcome):
      failures[image.key] = nil
      return outcome
    case .failed:
      let count = failures[image.key, default: 0] + 1
      failures[image.key] = count < Self.mostFailures ? count : nil
      return count < Self.mostFailures ? nil : .nothing
    case .changed: postponed[image.document] = now + Self.shortWait
    case .missingProgram: pausedUntil = now + Self.longWait
    case .shortage: pausedUntil = now + Self.shortWait
    case .interrupted: break
    }
    return nil
  }

  /// Waits with a document, because nothing can be recorded.
  func postpone(_ document: DocumentID, at now: Instant) {
    postponed[document] = now + Self.shortWait
  }

  /// Tries everything again, because of other settings.
  func reset() {
    (postponed, pausedUntil, failures) = ([:], nil, [:])
  }
}
