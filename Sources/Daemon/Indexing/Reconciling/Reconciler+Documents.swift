import FileSelection
import LinuxSystem
import SittaSQLite
import SearchIndex
import TextExtraction
import Watching

/// How files become documents: within the available memory, and without delaying changes.
extension Reconciler {
  /// A text beyond this is large work: half a mebibyte whose words are all different takes up to half
  /// a second.
  static let largeText = 512 << 10
  /// A file below this is read whole, even if memory is short.
  private static let alwaysFits = 256 << 10

  /// Reads a file that differs from its entry in the index, and writes its document.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - status: its status from the kernel.
  ///   - stored: its entry in the index.
  ///   - folder: the open folder that it lies in.
  /// - Returns: the finding.
  /// - Throws: the errors of SQLite, and a shortage of descriptors or memory.
  func readAndWrite(
    _ path: FilePath, _ status: FileStatus, _ stored: StoredFile?,
    in folder: borrowing FileDescriptor
  ) throws -> Outcome.Finding {
    let begin = ContinuousClock.now
    let subject = FileVersion(status)
    var limits = ReadingLimits(
      configured: reader.extraction.byteLimit,
      status.size < Self.alwaysFits ? MemoryGrant() : MemoryGrant.current)
    // Whether this is not the time for large work.
    let isInTurn = currentItem?.item.hasWaited == false
    // To take the old text out takes as long as to put such a text in.
    let end = try mailboxEnd(stored, status)
    let replacesLarge = end == nil && stored.map { isLarge($0) } ?? false
    var isCareful = false
    let treatment = reader.readings.treatment(of: subject) {
      reader.version(replacing: $0).rawValue == $0
    }
    switch treatment {
    case .ordinary
    where isUnchanged(stored, status) && reader.memoryCuts.hasNoMore(limits, for: subject):
      return .done([])
    case .ordinary: break
    case .readInPart
    where !mustRead && stored?.matches(status, extractor: Document.unfinished) == true:
      return .done([])
    case .careful, .readInPart:
      if isInTurn { return .large }
      limits = limits.careful
      isCareful = true
    case .givenUp:
      // It was given up before, and has not changed.
      if let stored, stored.state == .failed, isCurrent(stored, status) { return .done([]) }
      if isInTurn, replacesLarge { return .large }
      report.tell(.failed(path, DocumentReader.killedTwice))
      guard try session.writer().removeMembers(of: path, limit: Self.removedAtOnce) else {
        session.countWrite()
        return .large
      }
      return try write(reader.givenUp(path, status), at: path, isLarge: replacesLarge, since: begin)
    }
    let version = reader.version(forName: path.name)
    let isLargeFile = version.textGrowsWithSize && status.size > Self.largeText
    // Otherwise its beginning would be read twice. A file with a name of plain text often is no
    // plain text.
    if isInTurn, replacesLarge || isLargeFile && !version.isPlainText { return .large }
    if !isCareful, currentItem?.item.hasWaited == true, currentItem?.isInterruptible == false {
      limits = limits.hurried
    }
    reader.readings.begin(ReadingLedger.Reading(subject: subject, reader: version.rawValue))
    defer { reader.readings.end() }
    let moment = FileClock.now
    var least = limits
    if isInTurn { least.bytes = min(least.bytes, Self.largeText + 1) }
    let isInterruptible = currentItem?.isInterruptible == true
    let (changes, readings) = (dueChanges, reader.readings)
    let members = MemberIntake(
      of: path, status, in: session, selection.selector.selection(in: path.parent),
      isBuffering: isInTurn)
    var document: Document
    let reading = try reader.read(
      path, status, in: folder, within: least, after: end, willRead: { members.isGrowing = $0 },
      isInterrupted: {
        members.isStopped || readings.isEnding || isInterruptible && changes.exist
      }, needsReading: members.needsReading, member: members.take)
    if let error = members.error { throw error }
    switch reading {
    case .document where members.isTooLarge, .interrupted where members.isTooLarge: return .large
    case .document(let read): document = read
    case .gone: return .done([])
    case .interrupted:
      outcome.largeWork = .interrupted(after: begin.duration(to: .now))
      return .large
    case .crashed:
      // Now it is treated as a document at which a reader died.
      let paths = reader.recordDeath(at: path, status)
      return .done(paths.map { .path($0, isRead: paths.count > 1) })
    }
    if let finding = try leaveOutPrivateKey(&document, at: path) { return finding }
    // Even the beginning of a large text can have as many different words as a document may.
    let isLargeWork =
      replacesLarge
      || !document.text.isEmpty && (isLargeFile || document.text.count > Self.largeText)
    if isInTurn, isLargeWork { return .large }
    recordRaciness(of: &document, in: folder, readAt: moment, after: stored)
    let isCut = members.isCut || document.state == .partial && limits.reason != nil
    if isCut { document.extractor = Document.unfinished }
    let finding = try write(document, at: path, isLarge: isCareful || isLargeWork, since: begin)
    if case .done = finding {
      let isFinished = try members.finish {
        readings.isEnding || isInterruptible && changes.exist
      }
      if !isFinished {
        outcome.largeWork = .interrupted(after: begin.duration(to: .now))
        return .large
      }
      if isCareful || isLargeWork {
        reader.readings.recordRead(subject, isWhole: !isCareful || !isCut)
      }
      if isCut { recordCut(path, subject, limits) }
    }
    return finding
  }

  /// Remembers that a document was cut, so that it is read again when more of it can be.
  private func recordCut(
    _ path: FilePath, _ subject: FileVersion, _ limits: ReadingLimits
  ) {
    switch limits.reason {
    case .changes: outcome.hurried.append(path)
    case .memory: reader.memoryCuts.add(subject, limits)
    case .death, nil: break
    }
  }

  /// Whether the file is read even if its times and size say that it need not be.
  private var mustRead: Bool {
    if case .path(_, _, isRead: true) = currentItem?.item.work { true } else { false }
  }

  /// The end of a mailbox that was read as a whole and has grown since; nil for all other files.
  ///
  /// Its own text is short, however long it is.
  private func mailboxEnd(
    _ stored: StoredFile?, _ status: FileStatus
  ) throws -> MailboxEnd? {
    guard let stored, stored.racyUntil == nil, status.size > stored.size,
      stored.state == .complete || stored.state == .withoutText,
      ReaderVersion(stored: stored.extractor).isOfMailboxes,
      reader.version(replacing: stored.extractor).rawValue == stored.extractor
    else { return nil }
    return try session.writer().end(ofDocument: stored.id).map {
      MailboxEnd(offset: $0.offset, checksum: $0.checksum)
    }
  }

  /// Whether a file that is to be read again is as it was, for all that is known.
  private func isUnchanged(_ stored: StoredFile?, _ status: FileStatus) -> Bool {
    !mustRead && stored?.isCurrent(status, extractor: Document.unfinished) == true
  }

  /// Writes a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - path: its path.
  ///   - isLarge: whether it is large work, which ripe changes interrupt.
  ///   - begin: when the work for it began.
  /// - Returns: the finding.
  /// - Throws: the errors of SQLite.
  // Inlined, it makes the optimizer of Swift 6.3.1 fail (CopyPropagation, an ownership error).
  @inline(never)
  private func write(
    _ document: Document, at path: FilePath, isLarge: Bool, since begin: ContinuousClock.Instant
  ) throws -> Outcome.Finding {
    if isLarge, currentItem != nil {
      let finding = try doLargeWork(on: path, since: begin) { () throws(SQLiteError) in
        try self.session.openWriter?.replace(document, at: path)
      }
      if case .done = finding { session.countFile() }
      return finding
    }
    session.willWrite(path)
    try session.writer().replace(document, at: path)
    session.countWrite()
    session.countFile()
    return .done([])
  }

  /// The text of a file that is as it was when it was indexed; nil for any other.
  func text(of path: FilePath, as stored: StoredFile) -> [UInt8]? {
    guard let folder = try? rules.open(folder: path.parent),
      let status = try? FileStatus(of: path.name, in: folder),
      isCurrent(stored, status),
      case .document(let document)? = try? reader.read(path, status, in: folder),
      document.state != .unreadable,
      stored.matches(document.status, extractor: document.extractor)
    else { return nil }
    return document.text
  }
}
