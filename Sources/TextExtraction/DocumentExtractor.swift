import ContentTypes
public import ExtractionProtocol
public import LinuxSystem

/// Reads files: plain text itself, all other formats through jailed programs.
///
/// It belongs to one thread, which waits while a program reads.
public final class DocumentExtractor {
  /// What came of reading a file.
  public enum Result: Equatable, Sendable {
    /// The text, or that there is none.
    case read(ExtractedText)
    /// The program ended, broke the rules or had to be killed.
    case crashed
    /// Something else had to be done first.
    case interrupted
  }

  /// How files are read.
  public var settings: ExtractionSettings {
    didSet { lookForPrograms() }
  }
  /// Gives the known texts of images: of some pages of a file, in the languages of this name.
  public var recognizedTexts: (PageNumbers, FileStatus, String) -> [UInt32: [UInt8]] = { _, _, _ in
    [:]
  }
  /// Readers that read nothing for now, each with the reason as a clause.
  public var paused: [ReaderVersion: String] = [:]
  /// The reader of the last document that a program had to read.
  public private(set) var lastReader = ReaderVersion.plainText
  private let didStart: @Sendable (Int32, _ reap: @escaping @Sendable () -> Void) -> Void
  private var states: [ReaderProgram: ProgramState] = [:]
  private var lastProgram: ReaderProgram?
  private var lastRequest: UInt32 = 0
  private var buffer = [UInt8](repeating: 0, count: ExtractionFrame.maximumSize + 1)

  /// Creates an extractor that has started no program yet.
  ///
  /// - Parameters:
  ///   - settings: how files are read.
  ///   - didStart: called with a descriptor that becomes readable when a program has ended, and with
  ///     what to call then.
  public init(
    _ settings: ExtractionSettings,
    didStart: @escaping @Sendable (Int32, _ reap: @escaping @Sendable () -> Void) -> Void = {
      _, _ in
    }
  ) {
    (self.settings, self.didStart) = (settings, didStart)
    lookForPrograms()
  }

  /// Asks the disk which programs are there; a program that is installed is also noticed when it is
  /// needed.
  public func lookForPrograms() {
    for program in ReaderProgram.allCases {
      let isMissing = settings.isMissing(program)
      change(program) { $0.isMissing = isMissing }
      if !isMissing { obstacles.remove(.missingProgram(program)) }
    }
  }

  /// Changes the state of a program.
  private func change(_ program: ReaderProgram, _ body: (inout ProgramState) -> Void) {
    body(&states[program, default: ProgramState(isMissing: true)])
  }

  /// Whether a format cannot be read, as far as is known without asking the disk.
  private func isMissing(_ format: DocumentFormat) -> Bool {
    guard let state = states[format.program] else { return true }
    return state.isMissing || format.needsFilter && state.confinement?.isFiltered == false
  }

  /// What keeps documents from being read.
  public private(set) var obstacles: Set<Obstacle> = []

  /// The process of the program that read the last document, if it runs.
  public var processNumber: Int32? {
    lastProgram.flatMap { states[$0]?.process?.number }
  }

  /// The rights of each program that has run.
  public var confinement: [ReaderProgram: Confinement] { states.compactMapValues(\.confinement) }

  /// The current version of the reader that has a stored number.
  ///
  /// It asks no disk, because a comparison of folders calls it for each file: a program that was
  /// installed is noticed when it is needed.
  public func version(inPlaceOf stored: Int64) -> ReaderVersion {
    ReaderVersion(inPlaceOf: stored, availability)
  }

  /// The current version of the reader of a file, as far as its name tells; it asks no disk either.
  public func version(forName name: [UInt8]) -> ReaderVersion {
    ReaderVersion(forName: name, availability)
  }

  /// Whether documents of a format can be read now.
  private func availability(of format: DocumentFormat) -> ReaderAvailability {
    if !settings.formats.includes(format) { return .leftOut }
    return isMissing(format) || paused.keys.contains(ReaderVersion(format))
      ? .unavailable : .available
  }

  /// The formats that cannot be read now; a change means that documents may have to be read.
  public var unavailable: [ReaderVersion: ReaderAvailability] {
    var unavailable: [ReaderVersion: ReaderAvailability] = [:]
    for format in DocumentFormat.allCases {
      let availability = availability(of: format)
      if availability != .available { unavailable[ReaderVersion(format)] = availability }
    }
    return unavailable
  }

  /// What keeps formats from being read, by their readers.
  public var blocked: [ReaderVersion: ReadingObstacle] {
    var blocked: [ReaderVersion: ReadingObstacle] = [:]
    for format in DocumentFormat.allCases where isMissing(format) {
      let isMissing = states[format.program]?.isMissing ?? true
      blocked[ReaderVersion(format)] =
        isMissing ? .missingProgram(package: format.program.package) : .noFilter
    }
    return blocked
  }

  /// The programs, in the order of their names.
  public var programs: [ProgramStatus] {
    ReaderProgram.allCases.map { program in
      var status = ProgramStatus(
        name: program.rawValue, isMissing: states[program]?.isMissing ?? true)
      status.landlock = confinement[program]?.landlock
      status.isFiltered = confinement[program]?.isFiltered
      return status
    }
  }

  /// Reads an open regular file from its beginning.
  ///
  /// - Parameters:
  ///   - file: the file, at offset 0.
  ///   - status: its status from `fstat`.
  ///   - name: its name.
  ///   - byteLimit: the largest number of bytes that are read from plain text, and of any text.
  ///   - start: the offset in a mailbox at which reading begins: the ``ExtractedText/position`` of an
  ///     earlier text; it has no meaning for other formats.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  ///   - member: called for each member of a container once it was read; a member in a member comes
  ///     before it. Members that came before a crash or an interruption stay given.
  /// - Returns: what came of it.
  /// - Throws: the error of read(2), and want of descriptors or memory.
  public func extract(
    _ file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8], byteLimit: Int,
    from start: UInt64 = 0, isInterrupted: () -> Bool = { false },
    member: (ExtractedMember) -> Void = { _ in }
  ) throws(SystemError) -> Result {
    let (content, text) = try Self.readPlainText(file, status, name: name, byteLimit: byteLimit)
    guard case .format(let format) = content.reader else {
      return .read(text ?? ExtractedText(type: content.type, extent: .nothing))
    }
    lastReader = ReaderVersion(format)
    if let document = declined(content, format) { return .read(document) }
    lastProgram = format.program
    // A program that has nothing to do may end at the very moment when it gets something.
    for _ in 0..<2 {
      guard let process = try running(format.program) else { break }
      let result = read(
        file, status, name, content, format, process, byteLimit, start, isInterrupted, member)
      if let result { return result }
    }
    // A program that was ready ended at the document; one that never was does not run here.
    if states[format.program]?.isReady == true { return .crashed }
    obstacles.insert(.missingProgram(format.program))
    change(format.program) { $0.isMissing = true }
    var document = ExtractedText(
      type: content.type,
      extent: .part(because: "the program that reads it is missing or does not run"))
    document.reader = ReaderVersion(format, .unavailable)
    return .read(document)
  }

  /// The document of a file that is not read now, whatever program there is; nil for all others.
  private func declined(_ content: ContentType, _ format: DocumentFormat) -> ExtractedText? {
    var document = ExtractedText(type: content.type, extent: .nothing)
    if !settings.formats.includes(format) {
      document.reader = ReaderVersion(format, .leftOut)
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
  ///   - byteLimit: the largest number of bytes that are read.
  /// - Returns: the text; nil if a jailed program reads it.
  /// - Throws: the error of read(2).
  public static func plainText(
    of file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8], byteLimit: Int
  ) throws(SystemError) -> ExtractedText? {
    try readPlainText(file, status, name: name, byteLimit: byteLimit).text
  }

  private static func readPlainText(
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

  /// The process of a program, started if it does not run; nil if the program is missing.
  private func running(_ program: ReaderProgram) throws(SystemError) -> JailedProgram? {
    if let process = states[program]?.process, !process.reap() { return process }
    change(program) { ($0.process, $0.isReady) = (nil, false) }
    guard let path = settings.path(of: program) else { return nil }
    do throws(SystemError) {
      let started = try JailedProgram(path)
      change(program) { $0.process = started }
      didStart(started.descriptor) { started.reap() }
      return started
    } catch  where error.isMissing || error.isDenied {
      return nil
    }
  }

  /// Has a program read a document; nil if it ended before it said anything.
  private func read(
    _ file: borrowing FileDescriptor, _ status: FileStatus, _ name: [UInt8], _ content: ContentType,
    _ format: DocumentFormat, _ process: JailedProgram, _ byteLimit: Int,
    _ start: UInt64, _ isInterrupted: () -> Bool, _ member: (ExtractedMember) -> Void
  ) -> Result? {
    lastRequest &+= 1
    if lastRequest == 0 { lastRequest = 1 }
    let time = ReadingTime(fileSize: status.size, limit: settings.timeLimit)
    let request = ExtractionRequest(
      number: lastRequest, format: format, isCompressed: content.isCompressed,
      isAlone: settings.isolatesDocuments || time.needsOwnProcess, time: time.milliseconds,
      textLimit: UInt64(byteLimit), fileSize: UInt64(status.size), start: start,
      members: settings.members)
    // Frames before the request answer nothing.
    guard !hasFrames(format.program, process), process.send(request, file) else {
      return fail(format.program, nil)
    }
    var hasAnswered = false
    var answer = ExtractionAnswer(to: request)
    var deadline = ContinuousClock.now + time.wallLimit
    while deadline > .now {
      switch process.receive(into: &buffer, waiting: 20) {
      case .end: return fail(format.program, hasAnswered ? .crashed : nil)
      case .none: if isInterrupted() { return fail(format.program, .interrupted) }
      case .received(let size):
        guard size <= buffer.count else { return fail(format.program, .crashed) }
        let packet = buffer[..<size]
        if takeReady(format.program, packet) { continue }
        hasAnswered = true
        switch answer.take(packet) {
        case .more: continue
        case .member(let answered):
          let begin = ContinuousClock.now
          member(ExtractedMember(answered))
          // The program waits for the daemon.
          deadline += begin.duration(to: .now)
          if isInterrupted() { return fail(format.program, .interrupted) }
        case .ended(let ending):
          var found = answer.content
          let images = insertTexts(of: content, format, status, into: &found, byteLimit)
          var document = ExtractedText(found, ending, type: content.type, format)
          document.position = answer.position
          document.hasMoreMembers = ending.reason == .memberLimit && answer.position != nil
          if format == .pdf { document.removeTitle(likeName: name) }
          (document.waitingPages, document.isPicture) = (images.waiting, images.isPicture)
          return .read(document)
        case .died: return .crashed
        case .broken: return fail(format.program, .crashed)
        }
      }
    }
    return fail(format.program, .crashed)
  }

  /// Whether frames are there that are no answer: a program says once that it is ready.
  private func hasFrames(_ program: ReaderProgram, _ process: JailedProgram) -> Bool {
    for _ in 0..<2 {
      switch process.receive(into: &buffer, waiting: 0) {
      case .none, .end: return false
      case .received(let size):
        if size > buffer.count || !takeReady(program, buffer[..<size]) { return true }
      }
    }
    return true
  }

  /// Takes the first frame of a program, which says that it is ready; false for any other.
  private func takeReady(_ program: ReaderProgram, _ packet: ArraySlice<UInt8>) -> Bool {
    guard states[program]?.isReady == false,
      case (0, .ready(let landlock, let isFiltered))? = ExtractionFrame.read(packet)
    else { return false }
    change(program) {
      ($0.isReady, $0.isMissing) = (true, false)
      $0.confinement = Confinement(landlock: Int(landlock), isFiltered: isFiltered)
    }
    obstacles.remove(.missingProgram(program))
    if !isFiltered { obstacles.insert(.noFilter) }
    return true
  }

  /// Ends the process of a program, whose state is unknown.
  private func fail(_ program: ReaderProgram, _ result: Result?) -> Result? {
    change(program) { state in
      state.process?.kill()
      state.process = nil
    }
    return result
  }
}

/// How long a document may be read.
struct ReadingTime {
  /// The CPU time in milliseconds: 10 s and 2 ms a kilobyte, at most the limit.
  let milliseconds: UInt32

  /// - Parameters:
  ///   - fileSize: the size of the document in bytes.
  ///   - limit: the longest time in seconds.
  init(fileSize: Int64, limit: Int) {
    let limit = 1_000 * Int64(min(max(limit, 10), 600))
    milliseconds = UInt32(min(limit, 10_000 + 2 * (max(0, fileSize) / 1_000)))
  }

  /// Whether a process that reads other documents before may not have so much time left.
  var needsOwnProcess: Bool { milliseconds > 60_000 }

  /// The time by the clock, for a machine on which others work, too.
  var wallLimit: Duration { .milliseconds(10 * Int(milliseconds)) }
}
