import ExtractionProtocol
import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction

/// Decides which image is recognized next.
///
/// The index stores which images wait, so that the list survives restarts and follows renames. This
/// type only remembers the images that cannot be recognized now. It belongs to one ``Indexer``.
final class RecognitionQueue {
  typealias Instant = ContinuousClock.Instant

  /// The next step.
  enum Task: Equatable {
    /// Recognize an image of a document.
    case recognize(RecognizedImage)
    /// Read a document again, because texts of its images are in the cache.
    case read(FilePath)
    /// Read these members of a file again.
    case readMembers([DocumentID], of: FilePath)
  }

  /// How long a document waits after it was planned for reading, or could not be opened.
  static let shortWait = Duration.seconds(600)
  /// How long a document waits after its daily limit, and all documents if a program is missing.
  static let longWait = Duration.seconds(3_600)
  /// The number of failures of a page after which it counts as having no text.
  private static let mostFailures = 2
  /// The number of members whose images are done, after which their container is read, even if others wait.
  static let mostMembers = 500

  private var postponed: [DocumentID: Instant] = [:]
  private var pausedUntil: Instant?
  private var failures: [RecognizedImage.Key: Int] = [:]
  /// Members whose images are done, in one container, which has to be read as a whole.
  private var done: (container: FilePath, members: [DocumentID])?
  /// The container of the last image.
  private var container: RecognizedImage.Container?
  /// The image that is being recognized.
  private(set) var current: RecognizedImage?

  /// Whether an image is to be recognized.
  func need(
    _ writer: IndexWriter, _ settings: RecognitionSettings, at now: Instant
  ) throws(SQLiteError) -> JailedWorkNeed {
    guard current == nil, settings.isPossible else { return .nothing }
    if let pausedUntil, pausedUntil > now { return .later(pausedUntil) }
    postponed = postponed.filter { $0.value > now }
    if done != nil { return .ready }
    if try next(writer, settings) != nil { return .ready }
    return postponed.values.min().map { .later($0) } ?? .nothing
  }

  private func next(
    _ writer: IndexWriter, _ settings: RecognitionSettings
  ) throws(SQLiteError) -> IndexWriter.WaitingScan? {
    try writer.nextScan(
      includingPictures: settings.scope == .pagesAndPictures,
      except: Set(postponed.keys).union(done?.members ?? []))
  }

  /// Decides the next step.
  ///
  /// - Parameters:
  ///   - writer: the index.
  ///   - settings: which images are recognized.
  ///   - cache: the cache of recognized texts.
  ///   - now: the current time.
  ///   - second: the current time as time of day.
  /// - Returns: nil if nothing can be done now for the next document.
  /// - Throws: the error of SQLite.
  func takeNext(
    _ writer: IndexWriter, _ settings: RecognitionSettings, _ cache: RecognitionCache,
    at now: Instant, second: UnixTime
  ) throws(SQLiteError) -> Task? {
    guard current == nil else { return nil }
    let next = try next(writer, settings)
    if let done, next?.container != done.container || done.members.count >= Self.mostMembers {
      for member in done.members { postponed[member] = now + Self.shortWait }
      self.done = nil
      return .readMembers(done.members, of: done.container)
    }
    guard let waiting = next else { return nil }
    let file =
      waiting.container == nil ? FileVersion(waiting.file) : FileVersion(contentOf: waiting.file)
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
      if let container = waiting.container {
        done = (container, (done?.members ?? []) + [waiting.id])
        return try takeNext(writer, settings, cache, at: now, second: second)
      }
      // Without this wait, a document that keeps waiting after it was read would be read in a loop.
      postponed[waiting.id] = now + Self.shortWait
      return .read(waiting.path)
    case .recognize(let page):
      var container: RecognizedImage.Container?
      if let path = waiting.container {
        container = try self.container(at: path, of: file, writer)
      }
      let image = RecognizedImage(
        document: waiting.id, path: waiting.path, container: container, file: file, page: page,
        isPicture: waiting.scan.isPicture)
      current = image
      return .recognize(image)
    }
  }

  /// Returns the container of a member; nil if the index has lost it.
  private func container(
    at path: FilePath, of member: FileVersion, _ writer: IndexWriter
  ) throws(SQLiteError) -> RecognizedImage.Container? {
    guard let stored = try writer.storedFile(at: path) else { return nil }
    let file = FileVersion(stored)
    if let container, container.path == path, container.file == file,
      container.members.contains(member)
    {
      return container
    }
    var members: Set<FileVersion> = []
    try writer.forEachScan(in: path) { size, checksum in
      members.insert(
        FileVersion(size: size, modified: FileTime(nanoseconds: 0), inode: checksum))
    }
    let new = RecognizedImage.Container(path: path, file: file, members: members)
    container = new
    return new
  }

  /// Handles the result of recognizing the current image.
  ///
  /// - Returns: the outcome to record in the cache; nil for none.
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

  /// Postpones a document, because its outcome could not be recorded.
  func postpone(_ document: DocumentID, at now: Instant) {
    postponed[document] = now + Self.shortWait
  }

  /// Forgets all failures and waits, because the settings have changed.
  func reset() {
    (postponed, pausedUntil, failures) = ([:], nil, [:])
    (done, container) = (nil, nil)
  }
}
