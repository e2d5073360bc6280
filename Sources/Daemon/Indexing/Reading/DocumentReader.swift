import ExtractionProtocol
import IndexStorage
import LinuxSystem
import MediaTypes
import TextExtraction

/// Reads files as documents, within the available memory.
final class DocumentReader {
  /// The result of reading a file.
  enum Reading {
    case document(Document)
    /// The file is gone, or no longer a regular file; an event will report this.
    case gone
    /// The program that read the file died, or was killed.
    case crashed
    /// Reading stopped, because something else has to be done first.
    case interrupted
    /// The file needs a jailed program; it is open.
    case needsProgram(ReadingOrder.OpenFile, FileStatus)
  }

  /// A file to read.
  struct Request {
    let path: FilePath
    /// The status of the file when it was found.
    let status: FileStatus
    /// How much of the file is read; nil for as much as memory allows now.
    var limits: ReadingLimits?
    /// The end of a mailbox at its last reading; if the file has only grown since, reading begins there.
    var mailboxEnd: MailboxEnd?
  }

  let readings: ReadingNotes
  /// The texts of images that were recognized.
  let cache: RecognitionCache
  /// Whether the recognition program was missing at the last attempt.
  var isRecognitionMissing = false
  var health = ReaderHealth()
  /// The formats that could not be read when the waiting documents were last planned; nil to plan
  /// these documents in any case.
  private var plannedWithout: [ReaderVersion: ReaderAvailability]?
  private let report: IndexingReport
  private let now: () -> ContinuousClock.Instant
  private let extractor: DocumentExtractor
  private let start: ReaderStart?

  /// - Parameters:
  ///   - settings: how files are read.
  ///   - readings: the documents at which a reader died.
  ///   - cache: the texts of images that were recognized.
  ///   - report: reports files that cannot be read.
  ///   - loop: waits for the end of the programs that read documents.
  ///   - hooks: the clock for the pauses of readers, and the starter of the programs.
  init(
    _ settings: ExtractionSettings, _ readings: ReadingNotes, _ cache: RecognitionCache,
    _ report: IndexingReport, _ loop: EventLoop, _ hooks: IndexingHooks
  ) {
    (self.readings, self.cache, self.report) = (readings, cache, report)
    now = hooks.now
    start = hooks.startReader
    extractor = DocumentExtractor(settings, reapingOn: loop, start: hooks.startReader)
    extractor.recognizedTexts = { pages, status, languages in
      cache.texts(of: pages, in: FileVersion(status), languages: languages, now: .now)
    }
  }

  /// How files are read.
  var extraction: ExtractionSettings {
    get { extractor.settings }
    set { extractor.settings = newValue }
  }

  /// The current version of the reader whose version is stored under a number.
  func version(replacing stored: Int64) -> ReaderVersion { extractor.version(replacing: stored) }

  /// The current version of the reader for a file with this name.
  func version(forName name: [UInt8]) -> ReaderVersion { extractor.version(forName: name) }

  /// The reasons why documents are not read or recognized, as sentences for people.
  var warnings: [String] {
    readingWarnings + recognitionWarnings
  }

  private var readingWarnings: [String] {
    DocumentExtractor.Obstacle.allCases.filter(extractor.obstacles.contains).map(\.text)
      + health.sentences
  }

  /// The state of the readers, for `sitta status`.
  var status: ReadingStatus {
    var status = ReadingStatus()
    (status.obstacles, status.programs) = (extractor.blocked, extractor.programs)
    for (reader, until) in health.paused { status.paused[reader] = until }
    return status
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - request: the file.
  ///   - folder: the open folder that it is in.
  ///   - members: takes the members of a container.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  /// - Returns: the result.
  /// - Throws: a shortage of descriptors or memory; other errors give a document without text.
  func read(
    _ request: Request, in folder: borrowing FileDescriptor, into members: MemberIntake? = nil,
    isInterrupted: () -> Bool = { false }
  ) throws -> Reading {
    let path = request.path
    let limits = request.limits ?? ReadingLimits(configured: extraction.byteLimit, .current)
    do throws(SystemError) {
      let file = try FileDescriptor(openingForeign: path.name, in: folder)
      let status = try file.status()
      guard status.kind == .regular else { return .gone }
      func member(_ extracted: ExtractedMember) -> ContainerMember? {
        ContainerMember(extracted, in: status, within: limits)
      }
      func extract(
        _ file: borrowing FileDescriptor, from start: UInt64, after end: MailboxEnd? = nil
      ) throws(SystemError) -> DocumentExtractor.Result {
        try extractor.extract(
          file, status, name: path.name, byteLimit: limits.bytes, from: start, after: end,
          isInterrupted: isInterrupted,
          needsReading: { member($0).map { members?.needsReading($0) ?? true } ?? false }
        ) { extracted in
          if let found = member(extracted) { members?.take(found) }
        }
      }
      var start: UInt64 = 0
      if !limitsMembers, let end = request.mailboxEnd,
        try end.isBeginning(of: file, size: status.size)
      {
        start = UInt64(end.offset)
      }
      members?.isGrowing = start > 0
      var result = try extract(file, from: start, after: start > 0 ? request.mailboxEnd : nil)
      if start > 0, case .read(let appended) = result, appended.position == nil {
        let file = try FileDescriptor(openingForeign: path.name, in: folder)
        guard try file.status() == status else { return .gone }
        members?.isGrowing = false
        result = try extract(file, from: 0)
      }
      while case .read(let beginning) = result, let start = continuation(of: beginning) {
        let file = try FileDescriptor(openingForeign: path.name, in: folder)
        guard try file.status() == status else { return .gone }
        result = try extract(file, from: start)
        if case .read(let rest) = result { result = .read(beginning.continued(by: rest)) }
      }
      switch result {
      case .read(let extracted):
        recordSuccess(of: extractor.lastReader)
        return .document(Document(extracted, status, within: limits))
      case .crashed: return .crashed
      case .interrupted: return .interrupted
      }
    } catch {
      return try reading(of: path, request.status, after: error)
    }
  }

  /// What an error of reading a file means.
  ///
  /// - Throws: a shortage of descriptors or memory.
  func reading(
    of path: FilePath, _ status: FileStatus, after error: SystemError
  ) throws(SystemError) -> Reading {
    if error.isMissing || error.isSymbolicLink { return .gone }
    if error.isShortage { throw error }
    return .document(unreadable(path, status, error))
  }

  /// Reads a file if it is plain text; otherwise only opens it.
  ///
  /// - Parameters:
  ///   - request: the file.
  ///   - folder: the open folder that it is in.
  /// - Returns: the document, or ``Reading/needsProgram(_:_:)``.
  /// - Throws: a shortage of descriptors or memory; other errors give a document without text.
  func readPlainText(
    _ request: Request, in folder: borrowing FileDescriptor
  ) throws -> Reading {
    let path = request.path
    let limits = request.limits ?? ReadingLimits(configured: extraction.byteLimit, .current)
    do throws(SystemError) {
      let file = try FileDescriptor(openingForeign: path.name, in: folder)
      let status = try file.status()
      guard status.kind == .regular else { return .gone }
      if version(forName: path.name).isPlainText {
        let text = try DocumentExtractor.plainText(
          of: file, status, name: path.name, byteLimit: limits.bytes)
        if let text { return .document(Document(text, status, within: limits)) }
        try file.rewind()
      }
      return .needsProgram(ReadingOrder.OpenFile(file), status)
    } catch {
      return try reading(of: path, request.status, after: error)
    }
  }

  /// What a reader needs to know apart from a file.
  func context(in state: FilePath) -> ReadingContext {
    ReadingContext(
      settings: extraction, paused: extractor.paused, programs: extractor.programStates,
      start: start, state: state, readings: readings)
  }

  /// Takes over what a reader has found out about the programs, and what was known before.
  func learn(
    _ new: DocumentExtractor.ProgramStates, since old: DocumentExtractor.ProgramStates
  ) {
    extractor.learn(new, since: old)
  }

  /// The offset at which to read on in a file that has more messages than one answer holds.
  ///
  /// - Returns: nil for other documents, and if the configuration allows fewer messages.
  private func continuation(of document: ExtractedText) -> UInt64? {
    document.hasMoreMembers && !limitsMembers ? document.position : nil
  }

  /// Whether the configuration allows fewer members per file than one answer holds.
  private var limitsMembers: Bool { extraction.members.count < MemberLimits().count }

  private func unreadable(
    _ path: FilePath, _ status: FileStatus, _ error: SystemError
  ) -> Document {
    report.addUnreadable(path, error.reason)
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .unreadable
    // Granting a permission changes `st_ctim`. Other causes, such as a failing disk or server, may
    // end without a trace; so such a file is read again whenever its folder is compared.
    document.extractor =
      error.isDenied ? version(forName: path.name).rawValue : Document.unfinished
    document.note = "Cannot be read: \(error.reason)."
    return document
  }

  /// Records that the program that read a document died.
  ///
  /// - Parameters:
  ///   - path: the document.
  ///   - status: its status.
  ///   - reader: the reader; nil for that of the document that the indexer itself has read last.
  /// - Returns: the documents to read once more: this one, or all at which the program died
  ///   recently if the program is paused from now on.
  func recordDeath(
    at path: FilePath, _ status: FileStatus, of reader: ReaderVersion? = nil
  ) -> [FilePath] {
    let (subject, reader) = (FileVersion(status), reader ?? extractor.lastReader)
    let blame = health.recordDeath(of: reader, at: subject, path, now: now(), wall: .now)
    readings.recordDeath(
      ReadingLedger.Reading(subject: subject, reader: reader.rawValue),
      takingBack: blame?.forgiven ?? [])
    guard let blame else { return [path] }
    pauseReaders()
    return Set(blame.deaths.map(\.path)).sorted()
  }

  /// Records that a reader has read a document.
  func recordSuccess(of reader: ReaderVersion) {
    health.recordSuccess(of: reader)
  }

  private func pauseReaders() {
    let paused = health.paused.map { ($0.reader, ReaderHealth.clause) }
    extractor.paused = Dictionary(uniqueKeysWithValues: paused)
  }

  /// When to plan the documents that wait for a reader; nil if there is nothing to plan.
  func planDue(at moment: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if extractor.unavailable != plannedWithout { return moment }
    return health.due.map { moment + now().duration(to: $0) }
  }

  /// Checks which reader programs are on the disk, to find newly installed ones.
  func lookForPrograms() {
    extractor.lookForPrograms()
  }

  /// Ends the pauses whose time is over.
  func endPauses() {
    if health.resume(at: now()) { pauseReaders() }
  }

  /// Records that all waiting documents that can be read now are planned.
  func recordPlan() {
    plannedWithout = extractor.unavailable
  }

  /// Makes the waiting documents be planned again, for example because another index is open.
  func discardPlan() {
    plannedWithout = nil
  }

  /// The reason why a document is given up.
  static let killedTwice = "the program that read it was killed twice"

  /// The document, without text, for a file that is given up.
  func givenUp(_ path: FilePath, _ status: FileStatus) -> Document {
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .failed
    document.extractor =
      readings.reader(of: FileVersion(status))
      ?? version(forName: path.name).rawValue
    document.note = "Given up: \(Self.killedTwice)."
    return document
  }
}
