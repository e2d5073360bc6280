import ContentTypes
import MediaTypes
public import ExtractionProtocol
public import LinuxSystem

/// Reads files: plain text itself, all other formats with jailed programs.
///
/// It belongs to one thread, which waits while a program works.
public final class DocumentExtractor {
  /// The result of reading a file.
  public enum Result: Equatable, Sendable {
    /// The text of the file, or the information that it has none.
    case read(ExtractedText)
    /// The program died, broke the protocol or was killed.
    case crashed
    /// Reading stopped, because something else has to be done first.
    case interrupted
  }

  /// How files are read.
  public var settings: ExtractionSettings {
    didSet { lookForPrograms() }
  }
  /// Returns the recognized texts of pages of a file by page number; the last argument names the languages.
  public var recognizedTexts: (PageNumbers, FileStatus, String) -> [UInt32: [UInt8]] = { _, _, _ in
    [:]
  }
  /// The readers that are paused, each with the reason as a clause.
  public var paused: [ReaderVersion: String] = [:]
  /// The reader of the last document that was passed to a program.
  public internal(set) var lastReader = ReaderVersion.plainText
  let now: () -> SuspendingClock.Instant
  private let (general, pdf, external): (JailedExchange, JailedExchange, JailedExchange)
  var lastProgram: ReaderProgram?
  /// The end of the mailbox that was read last, and its status.
  private var lastEnd: (status: FileStatus, end: MailboxEnd)?

  /// Creates an extractor that has started no program yet.
  ///
  /// - Parameters:
  ///   - settings: how files are read.
  ///   - didStart: called after the start of a program, with a descriptor that becomes readable
  ///     when the program has ended, and a function to call then.
  ///   - now: the clock for interruptions and deadlines.
  ///   - start: starts a program; nil to start the real one.
  package init(
    _ settings: ExtractionSettings,
    didStart: @escaping @Sendable (Int32, _ reap: @escaping @Sendable () -> Void) -> Void = {
      _, _ in
    },
    now: @escaping () -> SuspendingClock.Instant = { .now }, start: ReaderStart? = nil
  ) {
    (self.settings, self.now) = (settings, now)
    func exchange() -> JailedExchange {
      JailedExchange(
        start: start ?? JailedProgram.start,
        didStart: { process in didStart(process.descriptor) { process.reap() } }, now: now)
    }
    (general, pdf, external) = (exchange(), exchange(), exchange())
    lookForPrograms()
  }

  /// Checks which programs are on the disk; a newly installed program is also noticed when it is
  /// needed.
  public func lookForPrograms() {
    for program in ReaderProgram.allCases {
      let exchange = exchange(with: program)
      exchange.program = settings.path(of: program)
      exchange.look(isMissing: settings.isMissing(program))
    }
  }

  /// What is known about the programs.
  package struct ProgramStates: Equatable, Sendable {
    fileprivate var states: [ReaderProgram: JailedExchange.State] = [:]

    /// Creates states of which nothing is known.
    package init() {}
  }

  /// What is known about the programs.
  package var programStates: ProgramStates {
    get {
      var known = ProgramStates()
      for program in ReaderProgram.allCases {
        known.states[program] = exchange(with: program).state
      }
      return known
    }
    set {
      for (program, state) in newValue.states { exchange(with: program).state = state }
    }
  }

  /// Takes over what another extractor has found out about the programs.
  ///
  /// - Parameters:
  ///   - new: what it knows now.
  ///   - old: what it knew before.
  package func learn(_ new: ProgramStates, since old: ProgramStates) {
    for (program, state) in new.states where state != old.states[program] {
      exchange(with: program).state = state
    }
  }

  /// The connection to a program.
  func exchange(with program: ReaderProgram) -> JailedExchange {
    switch program {
    case .general: general
    case .pdf: pdf
    case .external: external
    }
  }

  /// Whether a format cannot be read, as far as known without checking the disk.
  private func isMissing(_ format: DocumentFormat) -> Bool {
    let exchange = exchange(with: format.program)
    return exchange.state.isMissing
      || format.needsFilter && exchange.state.confinement?.isFiltered == false
  }

  /// The obstacles that prevent documents from being read.
  public var obstacles: Set<Obstacle> {
    var obstacles: Set<Obstacle> = []
    for program in ReaderProgram.allCases {
      let exchange = exchange(with: program)
      if exchange.state.wasMissed { obstacles.insert(.missingProgram(program)) }
      if let confinement = exchange.state.confinement, !confinement.isFiltered {
        // Such programs do not count as filtered without Landlock either.
        obstacles.insert(
          program == .external && confinement.landlock == 0 ? .noLandlock : .noFilter)
      }
    }
    return obstacles
  }

  /// The process ID of the program that read the last document; nil if it does not run.
  public var processNumber: Int32? {
    lastProgram.flatMap { exchange(with: $0).process?.number }
  }

  /// The current version of the reader whose version is stored under a number.
  ///
  /// It does not check the disk, because it is called for each file when folders are compared; a
  /// newly installed program is noticed when it is needed.
  public func version(replacing stored: Int64) -> ReaderVersion {
    ReaderVersion(replacing: stored, among: settings.externalReaders, availability)
  }

  /// The current version of the reader for a file with this name; does not check the disk.
  public func version(forName name: [UInt8]) -> ReaderVersion {
    ReaderVersion(forName: name, settings.externalReader(forName: name), availability)
  }

  /// Whether documents of a format can be read now.
  private func availability(of format: DocumentFormat) -> ReaderAvailability {
    if !settings.formats.includes(format) { return .leftOut }
    return isMissing(format) || paused.keys.contains(ReaderVersion(format))
      ? .unavailable : .available
  }

  /// The formats that cannot be read now; if they change, some documents may have to be read.
  public var unavailable: [ReaderVersion: ReaderAvailability] {
    var unavailable: [ReaderVersion: ReaderAvailability] = [:]
    for format in DocumentFormat.allCases {
      let availability = availability(of: format)
      if availability != .available { unavailable[ReaderVersion(format)] = availability }
    }
    return unavailable
  }

  /// Why formats cannot be read, by reader.
  public var blocked: [ReaderVersion: ReadingObstacle] {
    var blocked: [ReaderVersion: ReadingObstacle] = [:]
    for format in DocumentFormat.allCases where isMissing(format) {
      blocked[ReaderVersion(format)] =
        exchange(with: format.program).state.isMissing
        ? .missingProgram(package: format.program.package) : .noFilter
    }
    return blocked
  }

  /// The state of all programs, sorted by name.
  public var programs: [ProgramStatus] {
    ReaderProgram.allCases.map { program in
      let exchange = exchange(with: program)
      return ProgramStatus(
        name: program.rawValue, isMissing: exchange.state.isMissing,
        landlock: exchange.state.confinement?.landlock,
        isFiltered: exchange.state.confinement?.isFiltered)
    }
  }

  /// Reads an open regular file from its beginning, and what a person has noted about it.
  ///
  /// - Parameters:
  ///   - file: the file, at offset 0.
  ///   - status: its status from `fstat`.
  ///   - name: its name.
  ///   - byteLimit: the most bytes that are read of plain text, and the most bytes of any text.
  ///   - start: where to begin in a mailbox or data file: the ``ExtractedText/position`` of an earlier text.
  ///     If no message of a mailbox begins there, nothing is read, and the result has no position.
  ///   - oldEnd: the end of the mailbox at its last reading, if it has only grown since; nil otherwise.
  ///   - isInterrupted: called now and then; returns whether something else has to be done first.
  ///   - needsReading: called for each member that another program has to read, before it is read;
  ///     the member has no text yet.
  ///   - member: called for each member of a container after it was read, for inner members before
  ///     their container. Members are not taken back after a crash or an interruption.
  /// - Returns: the result.
  /// - Throws: the error of read(2), and a shortage of descriptors or memory.
  public func extract(
    _ file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8], byteLimit: Int,
    from start: UInt64 = 0, after oldEnd: MailboxEnd? = nil,
    isInterrupted: () -> Bool = { false },
    needsReading: (ExtractedMember) -> Bool = { _ in true },
    member: (ExtractedMember) -> Void = { _ in }
  ) throws(SystemError) -> Result {
    var result = try extractContent(
      file, status, name: name, byteLimit, from: start, after: oldEnd, isInterrupted, needsReading,
      member)
    if case .read(var document) = result {
      document.add(PersonalAttributes(of: file))
      result = .read(document)
    }
    return result
  }

  private func extractContent(
    _ file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8], _ byteLimit: Int,
    from start: UInt64, after oldEnd: MailboxEnd?, _ isInterrupted: () -> Bool,
    _ needsReading: (ExtractedMember) -> Bool, _ member: (ExtractedMember) -> Void
  ) throws(SystemError) -> Result {
    if let reader = settings.externalReader(forName: name),
      let result = try convert(
        file, status, name: name, with: reader, byteLimit, isInterrupted)
    {
      return result
    }
    let (content, text) = try Self.readPlainText(file, status, name: name, byteLimit: byteLimit)
    guard case .format(let format) = content.reader else {
      return .read(text ?? ExtractedText(type: content.type, extent: .nothing))
    }
    lastReader = ReaderVersion(format)
    let unread = ExtractedText(type: content.type, extent: .nothing)
    let isMailbox = format == .mailbox && !content.isCompressed
    let canContinue = format.canContinue && !content.isCompressed
    if start > 0, !canContinue { return .read(unread) }
    if let document = declined(unread, format) { return .read(document) }
    var request = request(format, fileSize: status.size, byteLimit)
    (request.isCompressed, request.start) = (content.isCompressed, start)
    request.members = settings.members
    lastProgram = request.program
    // Computed before reading, so that a later change of these bytes is noticed.
    var end: MailboxEnd?
    if isMailbox {
      end = try mailboxEnd(of: file, status, from: start, after: oldEnd, isInterrupted)
      if end == nil { return .interrupted }
    }
    var allowance = MemberAllowance(timeLimit: settings.timeLimit)
    let answer = try ask(request, file, isInterrupted) { (answered, file) throws(SystemError) in
      guard let file else {
        member(self.member(answered, byteLimit))
        return true
      }
      var found = ExtractedMember(answered, checksum: file.checksum)
      guard needsReading(found) else { return true }
      let isRead = try read(file, of: &found, byteLimit, &allowance, isInterrupted)
      if !isRead { return false }
      member(found)
      return true
    }
    switch answer {
    case .crashed: return .crashed
    case .interrupted: return .interrupted
    case .missing: return .read(unread.waiting(for: format))
    case .complete(let answer, let ending, let unpacked):
      if let unpacked {
        let outer = ExtractedText(answer.content, ending, type: content.type, format)
        return try read(unpacked, in: outer, format, name, nil, byteLimit, isInterrupted)
      }
      var found = answer.content
      let images =
        content.isCompressed
        ? Images() : insertTexts(ofType: content.type, format, status, into: &found, byteLimit)
      var document = ExtractedText(found, ending, type: content.type, format)
      document.position = answer.position
      let isRead = ending.reason == .complete && answer.position == UInt64(status.size)
      if isRead { document.mailboxEnd = end }
      document.hasMoreMembers =
        canContinue && ending.reason == .memberLimit
        && Self.hasMembers(before: answer.position, since: start)
      if format == .pdf { document.removeTitle(likeName: name) }
      document.take(images)
      return .read(document)
    }
  }

  /// The end of a mailbox, which is hashed once for all the answers that reading it takes.
  ///
  /// - Returns: nil if it was interrupted.
  private func mailboxEnd(
    of file: borrowing FileDescriptor, _ status: FileStatus, from start: UInt64,
    after old: MailboxEnd?, _ isInterrupted: () -> Bool
  ) throws(SystemError) -> MailboxEnd? {
    if start > 0, old == nil, let lastEnd, lastEnd.status == status { return lastEnd.end }
    let end = try MailboxEnd(
      of: file, at: status.size, after: old, isInterrupted: isInterrupted)
    lastEnd = end.map { (status, $0) }
    return end
  }

  /// Whether the range between two offsets has room for a full answer of members, so that each
  /// answer makes good progress through the file.
  static func hasMembers(before position: UInt64?, since start: UInt64) -> Bool {
    guard let position, position > start else { return false }
    return position - start >= UInt64(ExtractionAnswer.memberLimit)
  }

  /// A request for reading a document; its number is set later.
  func request(
    _ format: DocumentFormat, fileSize: Int64, _ byteLimit: Int
  ) -> ExtractionRequest {
    let time = ReadingTime(fileSize: fileSize, limit: settings.timeLimit)
    return ExtractionRequest(
      number: 0, format: format, isAlone: settings.isolatesDocuments || time.needsOwnProcess,
      time: time.milliseconds, textLimit: UInt64(byteLimit), fileSize: UInt64(fileSize))
  }

  /// The document of a file that is not read, because the settings exclude its format or its reader
  /// is paused; nil if the file is to be read.
  func declined(_ unread: ExtractedText, _ format: DocumentFormat) -> ExtractedText? {
    var document = unread
    if !settings.formats.includes(format) {
      (document.extent, document.reader) = (.nothing, ReaderVersion(format, .leftOut))
    } else if let reason = paused[ReaderVersion(format)] {
      document.extent = .part(because: reason)
      document.reader = ReaderVersion(format, .unavailable)
    } else {
      return nil
    }
    return document
  }

  /// Reads a file if it is plain text.
  ///
  /// - Parameters:
  ///   - file: the file, at offset 0.
  ///   - status: its status from `fstat`.
  ///   - name: its name.
  ///   - byteLimit: the most bytes that are read.
  /// - Returns: the document; nil if a jailed program has to read the file.
  /// - Throws: the error of read(2).
  public static func plainText(
    of file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8], byteLimit: Int
  ) throws(SystemError) -> ExtractedText? {
    var text = try readPlainText(file, status, name: name, byteLimit: byteLimit).text
    text?.add(PersonalAttributes(of: file))
    return text
  }

  static func readPlainText(
    _ file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8], byteLimit: Int
  ) throws(SystemError) -> (content: ContentType, text: ExtractedText?) {
    let probeLength = PlainTextExtractor.probeLength
    let start = try file.read(
      upTo: min(probeLength, byteLimit), expecting: Int(min(status.size, Int64(probeLength - 1))))
    let content = ContentType(fileName: name, start: start)
    switch content.reader {
    case .format: return (content, nil)
    case .none: return (content, ExtractedText(type: content.type, extent: .nothing))
    case .plainText:
      let extractor = PlainTextExtractor(byteLimit: byteLimit)
      let type = MediaType(name: content.type)
      return (content, try extractor.extract(file, after: start, size: status.size, type: type))
    }
  }
}

/// The CPU time limit for reading a document.
struct ReadingTime {
  /// The limit in milliseconds: 10 s plus 2 ms per kilobyte, up to the configured limit.
  let milliseconds: UInt32

  /// - Parameters:
  ///   - fileSize: the size of the document in bytes.
  ///   - limit: the configured limit in seconds.
  init(fileSize: Int64, limit: Int) {
    let limit = 1_000 * Int64(min(max(limit, 10), 600))
    milliseconds = UInt32(min(limit, 10_000 + 2 * (max(0, fileSize) / 1_000)))
  }

  /// Whether the document needs its own process, because a shared one may not have so much CPU time left.
  var needsOwnProcess: Bool { milliseconds > 60_000 }
}
