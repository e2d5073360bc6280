package import LinuxSystem
import SQLite
package import SearchIndex
package import TextExtraction
import Watching

/// How files become documents: within the memory there is, and so that nobody waits long for it.
extension Indexer {
  /// A text beyond this is large work: half a mebibyte whose words are all different takes up to half
  /// a second.
  static let largeText = 512 << 10
  /// A file below this is read whole, however little memory there is.
  private static let alwaysFits = 256 << 10

  /// Reads a file that is not as the index has it, and writes its document.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - status: what the kernel says of it.
  ///   - stored: what the index has.
  ///   - folder: the open folder that it lies in.
  /// - Returns: what came of it.
  /// - Throws: what SQLite fails with, and want of descriptors or memory.
  func readAndWrite(
    _ path: FilePath, _ status: FileStatus, _ stored: StoredFile?,
    in folder: borrowing FileDescriptor
  ) throws -> Finding {
    let begin = ContinuousClock.now
    let subject = ReadingLedger.Subject(status)
    var limits = ReadingLimits(
      configured: extractor.byteLimit,
      status.size < Self.alwaysFits ? MemoryGrant() : MemoryGrant.current)
    // Whether this is not the time for large work.
    let isInTurn = underWay?.hasWaited == false
    // To take the old text out takes as long as to put such a text in.
    let replacesLarge = stored.map { isLarge($0) } ?? false
    var isCareful = false
    switch readings.treatment(of: subject) {
    case .ordinary where isUnchanged(stored, status) && memoryCuts.hasNoMore(limits, for: subject):
      return .done([])
    case .ordinary: break
    case .readInPart where stored?.matches(status, extractor: Document.unfinished) == true:
      return .done([])
    case .careful, .readInPart:
      if isInTurn { return .large }
      limits = limits.careful
      isCareful = true
    case .givenUp:
      // It was given up before, and has not changed.
      if let stored, stored.state == .failed, isCurrent(stored, status) { return .done([]) }
      if isInTurn, replacesLarge { return .large }
      tell.yield(.failed(path, Self.killedTwice))
      return try write(givenUp(path, status), at: path, isLarge: replacesLarge, since: begin)
    }
    if isInTurn, replacesLarge { return .large }
    if !isCareful, underWay?.hasWaited == true,
      !patience.givesWay(at: begin, isAwaited: isLargeWorkAwaited)
    {
      limits = limits.hurried
    }
    readings.begin(subject)
    defer { readings.end() }
    let moment = FileClock.now
    var least = limits
    if isInTurn { least.bytes = min(least.bytes, Self.largeText + 1) }
    let found = try read(path, status, in: folder, within: least)
    guard var document = found else { return .done([]) }
    if let finding = try leaveOutPrivateKey(&document, at: path) { return finding }
    // Even the beginning of a large text can have as many different words as a document may.
    let isLargeWork =
      replacesLarge
      || !document.text.isEmpty
        && max(document.text.count, Int(clamping: document.status.size)) > Self.largeText
    if isInTurn, isLargeWork { return .large }
    noteRaciness(of: &document, in: folder, readAt: moment, after: stored)
    let isCut = document.state == .partial && limits.reason != nil
    if isCut { document.extractor = Document.unfinished }
    let finding = try write(document, at: path, isLarge: isCareful || isLargeWork, since: begin)
    if case .done = finding {
      if isCareful || isLargeWork { readings.noteRead(subject, isWhole: !isCareful || !isCut) }
      if isCut { noteCut(path, subject, limits) }
    }
    return finding
  }

  /// Remembers that a document was cut, so that it is read again when more of it can be.
  private func noteCut(
    _ path: FilePath, _ subject: ReadingLedger.Subject, _ limits: ReadingLimits
  ) {
    switch limits.reason {
    case .changes: hurried.add(path, at: .now)
    case .memory: memoryCuts.add(subject, limits)
    case .death, nil: break
    }
  }

  /// Whether a file that is to be read again is as it was, for all that is known.
  private func isUnchanged(_ stored: StoredFile?, _ status: FileStatus) -> Bool {
    if case .written = underWay?.work { return false }
    return stored?.isCurrent(status, extractor: Document.unfinished) == true
  }

  /// Writes a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - path: its path.
  ///   - isLarge: whether it is large work, and left where changes are ripe.
  ///   - begin: when the work for it began.
  /// - Returns: what came of it.
  /// - Throws: what SQLite fails with.
  private func write(
    _ document: Document, at path: FilePath, isLarge: Bool, since begin: ContinuousClock.Instant
  ) throws -> Finding {
    if isLarge, underWay != nil {
      return try doLargeWork(on: path, since: begin) { () throws(SQLiteError) in
        try self.openedWriter?.replace(document, at: path)
      }
    }
    written.append(path)
    try writer().replace(document, at: path)
    countWrite()
    return .done([])
  }

  private static let killedTwice = "sittad was killed twice while it read it"

  private func givenUp(_ path: FilePath, _ status: FileStatus) -> Document {
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .failed
    document.extractor = PlainTextExtractor.version
    document.note = "Given up: \(Self.killedTwice)."
    return document
  }
}

extension ReadingLedger.Subject {
  init(_ status: FileStatus) {
    self.init(
      size: status.size, modified: status.modified.nanoseconds, inode: status.inode,
      extractor: PlainTextExtractor.version)
  }
}

extension PlainTextExtractor {
  /// Reads a file as it would be read for the index now, within the memory that is granted.
  ///
  /// - Parameters:
  ///   - file: the open file.
  ///   - status: its status.
  ///   - name: its name.
  /// - Returns: the document.
  /// - Throws: what reading the file fails with.
  package func document(
    of file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8]
  ) throws(SystemError) -> Document {
    let limits = ReadingLimits(configured: byteLimit, .current)
    let extractor = PlainTextExtractor(byteLimit: limits.bytes)
    return Document(try extractor.extract(file, status, name: name), status, within: limits)
  }
}

extension Document {
  init(_ extracted: ExtractedText, _ status: FileStatus, within limits: ReadingLimits) {
    self.init(status: status, type: extracted.type)
    title = extracted.title
    tags = extracted.tags
    text = extracted.text
    extractor = PlainTextExtractor.version
    switch extracted.extent {
    case .whole: state = .complete
    case .nothing: state = .withoutText
    case .beginning(let read, let size):
      state = .partial
      let reason = limits.reason.map { ": \($0.clause)" } ?? ""
      note = "Indexed \(Self.size(Int64(read), of: size))\(reason)."
    }
    let length = VocabularyLimit.length(of: text, limit: limits.words)
    if length < text.count {
      text = Array(text[..<length])
      state = .partial
      let reason = limits.reason.map { ", and \($0.clause)" } ?? ""
      note = """
        Indexed \(Self.size(Int64(length), of: status.size)): \
        it has more than \(limits.words) different words\(reason).
        """
    }
  }

  /// "3 of 40 MiB", "64 KiB of 3 MiB" or "3 of 40 KiB".
  private static func size(_ part: Int64, of whole: Int64) -> String {
    if whole < 1 << 20 { return "\(part >> 10) of \(whole >> 10) KiB" }
    return part < 1 << 20
      ? "\(part >> 10) KiB of \(whole >> 20) MiB" : "\(part >> 20) of \(whole >> 20) MiB"
  }
}
