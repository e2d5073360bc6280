import ExtractionProtocol
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
    didSet { isMissing = settings.isMissing }
  }
  /// Whether the program is missing, as of the last change or start.
  private var isMissing: Bool
  /// Readers that read nothing for now, each with the reason as a clause.
  public var paused: [ReaderVersion: String] = [:]
  /// The reader of the last document that a program had to read.
  public private(set) var lastReader = ReaderVersion.plainText
  private let didStart: @Sendable (Int32, _ reap: @escaping @Sendable () -> Void) -> Void
  private var program: JailedProgram?
  /// Whether the program that was started last has made its jail.
  private var isReady = false
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
    isMissing = settings.isMissing
  }

  /// What keeps documents from being read.
  public private(set) var obstacles: Set<Obstacle> = []

  /// What keeps documents from being read.
  public enum Obstacle: CaseIterable, Sendable {
    /// The program is missing, or cannot make its jail.
    case missingProgram
    /// The kernel does not filter system calls.
    case noFilter

    /// What has happened and what to do, as sentences.
    public var text: String {
      switch self {
      case .missingProgram:
        """
        The program sitta-extract is missing or does not run: HTML, mail and other documents are found by their \
        names only. Install Sitta again.
        """
      case .noFilter:
        """
        This kernel has no seccomp filters: documents are read with fewer safeguards. Use a kernel \
        with CONFIG_SECCOMP_FILTER.
        """
      }
    }
  }

  /// The process of the jailed program, if one runs.
  public var processNumber: Int32? { program?.number }

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
    return isMissing || paused.keys.contains(ReaderVersion(format)) ? .unavailable : .available
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
    for format in DocumentFormat.allCases where isMissing {
      blocked[ReaderVersion(format)] = .missingProgram(package: nil)
    }
    return blocked
  }

  /// The programs, in the order of their names.
  public var programs: [ProgramStatus] {
    [ProgramStatus(name: "sitta-extract", isMissing: isMissing)]
  }

  /// Reads an open regular file from its beginning.
  ///
  /// - Parameters:
  ///   - file: the file, at offset 0.
  ///   - status: its status from `fstat`.
  ///   - name: its name.
  ///   - byteLimit: the largest number of bytes that are read from plain text, and of any text.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  /// - Returns: what came of it.
  /// - Throws: the error of read(2), and want of descriptors or memory.
  public func extract(
    _ file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8], byteLimit: Int,
    isInterrupted: () -> Bool = { false }
  ) throws(SystemError) -> Result {
    let (content, text) = try Self.readPlainText(file, status, name: name, byteLimit: byteLimit)
    guard case .format(let format) = content.reader else {
      return .read(text ?? ExtractedText(type: content.type, extent: .nothing))
    }
    lastReader = ReaderVersion(format)
    if let document = declined(content, format) { return .read(document) }
    // A program that has nothing to do may end at the very moment when it gets something.
    for _ in 0..<2 {
      guard let program = try running() else { break }
      let result = read(file, status, content, format, program, byteLimit, isInterrupted)
      if let result { return result }
    }
    // A program that was ready ended at the document; one that never was does not run here.
    if isReady { return .crashed }
    obstacles.insert(.missingProgram)
    isMissing = true
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

  /// The program, started if it does not run; nil if it is missing.
  private func running() throws(SystemError) -> JailedProgram? {
    if let program, !program.reap() { return program }
    (program, isReady) = (nil, false)
    guard let path = settings.program else { return nil }
    do throws(SystemError) {
      let started = try JailedProgram(path)
      program = started
      isReady = false
      didStart(started.descriptor) { started.reap() }
      return started
    } catch  where error.isMissing || error.isDenied {
      return nil
    }
  }

  /// Has a program read a document; nil if it ended before it said anything.
  private func read(
    _ file: borrowing FileDescriptor, _ status: FileStatus, _ content: ContentType,
    _ format: DocumentFormat, _ program: JailedProgram, _ byteLimit: Int,
    _ isInterrupted: () -> Bool
  ) -> Result? {
    lastRequest &+= 1
    if lastRequest == 0 { lastRequest = 1 }
    let time = ReadingTime(fileSize: status.size, limit: settings.timeLimit)
    let request = ExtractionRequest(
      number: lastRequest, format: format, isCompressed: content.isCompressed,
      isAlone: settings.isolatesDocuments, time: time.milliseconds, textLimit: UInt64(byteLimit),
      fileSize: UInt64(status.size), members: settings.members)
    // Frames before the request answer nothing.
    guard !hasFrames(program), program.send(request, file) else { return fail(nil) }
    var hasAnswered = false
    var answer = ExtractionAnswer(to: request)
    let deadline = ContinuousClock.now + time.wallLimit
    while deadline > .now {
      switch program.receive(into: &buffer, waiting: 20) {
      case .end: return fail(hasAnswered ? .crashed : nil)
      case .none: if isInterrupted() { return fail(.interrupted) }
      case .received(let size):
        guard size <= buffer.count else { return fail(.crashed) }
        let packet = buffer[..<size]
        if takeReady(packet) { continue }
        hasAnswered = true
        switch answer.take(packet) {
        case .more: continue
        case .ended(let ending):
          return .read(ExtractedText(answer, ending, type: content.type, format))
        case .died: return .crashed
        case .broken: return fail(.crashed)
        }
      }
    }
    return fail(.crashed)
  }

  /// Whether frames are there that are no answer: a program says once that it is ready.
  private func hasFrames(_ program: JailedProgram) -> Bool {
    for _ in 0..<2 {
      switch program.receive(into: &buffer, waiting: 0) {
      case .none, .end: return false
      case .received(let size):
        if size > buffer.count || !takeReady(buffer[..<size]) { return true }
      }
    }
    return true
  }

  /// Takes the first frame of a program, which says that it is ready; false for any other.
  private func takeReady(_ packet: ArraySlice<UInt8>) -> Bool {
    guard !isReady, case (0, .ready(_, let isFiltered))? = ExtractionFrame.read(packet) else {
      return false
    }
    (isReady, isMissing) = (true, false)
    obstacles.remove(.missingProgram)
    if !isFiltered { obstacles.insert(.noFilter) }
    return true
  }

  /// Ends the program, whose state is unknown.
  private func fail(_ result: Result?) -> Result? {
    program?.kill()
    program = nil
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

  /// The time by the clock, for a machine on which others work, too.
  var wallLimit: Duration { .milliseconds(10 * Int(milliseconds)) }
}
