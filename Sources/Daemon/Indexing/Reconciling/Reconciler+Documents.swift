import FileSelection
import IndexStorage
import LinuxSystem
import SittaSQLite
import TextExtraction
import Watching

/// Reads files into documents, within the available memory and without delaying fresh work.
extension Reconciler {
  /// The size in bytes above which a text is large work: writing 512 KiB of different words takes
  /// up to half a second.
  static let largeText = 512 << 10
  /// The size in bytes below which a file is read as a whole, even if memory is short.
  private static let alwaysFits = 256 << 10

  /// A file to read, and how to read it.
  private struct Attempt {
    let path: FilePath
    let status: FileStatus
    /// The entry of the file in the index; nil for a new file.
    let stored: StoredFile?
    let begin = ContinuousClock.now
    let mailboxEnd: MailboxEnd?
    /// Whether the item has not waited as large work yet, so that large work must be put off.
    let isInTurn: Bool
    /// Whether the old text is large; removing it takes as long as adding it.
    let replacesLarge: Bool
    var limits: ReadingLimits
    /// Whether the file is read with care, because a reader or the daemon has died at it.
    var isCareful = false
    /// Whether the size of the file shows that its text is large.
    var isLargeFile = false

    var subject: FileVersion { FileVersion(status) }
  }

  /// Reads a file that is new or changed, and writes its document.
  ///
  /// - Throws: the errors of SQLite, and a shortage of descriptors or memory.
  func readAndWrite(
    _ path: FilePath, _ status: FileStatus, _ stored: StoredFile?,
    in folder: borrowing FileDescriptor
  ) throws -> Outcome.Finding {
    if let stored, let finding = try keepMailbox(path, status, stored, in: folder) {
      return finding
    }
    let end = try stored.flatMap { try mailboxEnd($0) }.flatMap {
      $0.offset < status.size ? $0 : nil
    }
    var attempt = Attempt(
      path: path, status: status, stored: stored, mailboxEnd: end,
      isInTurn: currentItem?.item.hasWaited == false,
      replacesLarge: end == nil && stored.map { isLarge($0) } ?? false,
      limits: ReadingLimits(
        configured: reader.extraction.byteLimit,
        status.size < Self.alwaysFits ? MemoryGrant() : MemoryGrant.current))
    if let finding = try settle(&attempt) { return finding }
    let version = reader.version(forName: path.name)
    attempt.isLargeFile = version.textGrowsWithSize && status.size > Self.largeText
    // Large work is put off before reading, except for plain-text names: such files are often no text at all.
    if attempt.isInTurn,
      attempt.replacesLarge || attempt.isLargeFile && !version.isPlainText
    {
      return .large
    }
    if isHurried(attempt) { attempt.limits = attempt.limits.hurried }
    let isForReader = try isForReader(attempt, version)
    let read = currentItem?.reading.flatMap { isForReader && isOf(attempt, $0) ? $0 : nil }
    if isForReader, read == nil, !version.isPlainText, currentItem?.hasFreeReader != true {
      return .awaitsReader
    }
    reader.readings.begin(
      ReadingLedger.Reading(subject: attempt.subject, reader: version.rawValue))
    defer { reader.readings.end() }
    if let read, let finding = try conclude(read, attempt, in: folder) { return finding }
    let moment = FileClock.now
    let folderSelection = selection.selector.selection(in: path.parent)
    let members = MemberIntake(
      of: path, status, in: session, MemberBuffer(of: path.name, folderSelection),
      isBuffering: attempt.isInTurn)
    var request = DocumentReader.Request(path: path, status: status, limits: attempt.limits)
    request.mailboxEnd = end
    if attempt.isInTurn { request.limits?.bytes = min(attempt.limits.bytes, Self.largeText + 1) }
    let reading: DocumentReader.Reading
    if isForReader {
      reading = try reader.readPlainText(request, in: folder)
    } else {
      reading = try reader.read(request, in: folder, into: members) {
        members.isStopped || isInterrupted
      }
    }
    if let error = members.error { throw error }
    switch reading {
    case .document where members.isTooLarge, .interrupted where members.isTooLarge: return .large
    case .document(let document):
      return try write(document, of: attempt, members, in: folder, readAt: moment)
    case .gone: return .done([])
    case .interrupted: return interrupted(attempt)
    case .crashed: return crashed(at: path, status)
    case .needsProgram(let file, let opened):
      guard currentItem?.hasFreeReader == true else { return .awaitsReader }
      // Bulk work ends for fresh work, so it is read as a whole at once; what was read waits if it is large work.
      let isBulk = currentItem?.item.lane == .bulk
      let byteLimit = isBulk ? nil : request.limits?.bytes
      return .reading(
        ReadingOrder(
          path: path, file: file, status: opened, limits: attempt.limits,
          byteLimit: byteLimit ?? attempt.limits.bytes, reader: version,
          selection: folderSelection))
    }
  }

  /// Whether changes have interrupted large work for so long that fewer words of the document are indexed.
  private func isHurried(_ attempt: Attempt) -> Bool {
    !attempt.isCareful && currentItem?.item.hasWaited == true
      && currentItem?.isInterruptible == false
  }

  /// Whether one of the readers reads a file if it is not plain text, while other work goes on.
  ///
  /// The others are read by the indexer itself: at once, because no program has to run; alone, because it was
  /// the last one of a daemon; or with their members, because these are compared with those in the index.
  private func isForReader(_ attempt: Attempt, _ version: ReaderVersion) throws -> Bool {
    guard let item = currentItem?.item, !item.isStreamed, !attempt.isCareful,
      attempt.mailboxEnd == nil, suspects[attempt.path] == nil, !version.isWaiting,
      !version.isLeftOut
    else { return false }
    return try attempt.stored == nil || !session.writer().hasMembers(attempt.path)
  }

  /// Whether a reading is of the file that is being compared.
  ///
  /// If the file has changed since, but not been read again, its event is under way; until then an earlier
  /// text is better than none.
  private func isOf(_ attempt: Attempt, _ read: FinishedReading) -> Bool {
    let (old, new) = (read.order.status, attempt.status)
    if read.order.path != attempt.path || (old.inode, old.device) != (new.inode, new.device) {
      return false
    }
    return old == new || attempt.stored.map { !isCurrent($0, new) } ?? true
  }

  /// Writes what a reader has read.
  ///
  /// - Returns: nil if the file has to be read again.
  private func conclude(
    _ read: FinishedReading, _ attempt: Attempt, in folder: borrowing FileDescriptor
  ) throws -> Outcome.Finding? {
    var attempt = attempt
    attempt.limits = isHurried(attempt) ? read.order.limits.hurried : read.order.limits
    let (path, status) = (attempt.path, read.order.status)
    switch read.result {
    case .document(var document, let buffer):
      reader.recordSuccess(of: read.reader)
      if attempt.limits != read.order.limits { document.cutWords(within: attempt.limits) }
      let members = MemberIntake(of: path, status, in: session, buffer, isBuffering: true)
      return try write(document, of: attempt, members, in: folder, readAt: read.moment)
    case .container: return .largeContainer
    case .crashed: return crashed(at: path, status, reader: read.reader)
    case .interrupted: return nil
    case .failed(let error):
      guard case .document(let document) = try reader.reading(of: path, status, after: error)
      else { return .done([]) }
      let members = MemberIntake(
        of: path, status, in: session, MemberBuffer(of: path.name, nil), isBuffering: true)
      return try write(document, of: attempt, members, in: folder, readAt: read.moment)
    }
  }

  /// Records that the program that read a file died.
  ///
  /// Compared again, the file is treated as a document at which a reader has died.
  private func crashed(
    at path: FilePath, _ status: FileStatus, reader version: ReaderVersion? = nil
  ) -> Outcome.Finding {
    let paths = reader.recordDeath(at: path, status, of: version)
    return .done(paths.map { .path($0, isRead: paths.count > 1) })
  }

  /// Decides by earlier deaths of readers at a file whether it is read, and with which limits.
  ///
  /// - Returns: nil if the file is read now; otherwise the finding.
  private func settle(_ attempt: inout Attempt) throws -> Outcome.Finding? {
    let (path, status, stored) = (attempt.path, attempt.status, attempt.stored)
    let treatment = reader.readings.treatment(of: attempt.subject) {
      reader.version(replacing: $0).rawValue == $0
    }
    switch treatment {
    case .ordinary:
      let isDone =
        isUnchanged(stored, status) && memoryCuts.hasNoMore(attempt.limits, for: attempt.subject)
      return isDone ? .done([]) : nil
    case .readInPart
    where !mustRead && stored?.matches(status, extractor: Document.unfinished) == true:
      return .done([])
    case .careful, .readInPart:
      if attempt.isInTurn { return .large }
      (attempt.limits, attempt.isCareful) = (attempt.limits.careful, true)
      return nil
    case .givenUp:
      // The file was given up before, and has not changed since.
      if let stored, stored.state == .failed, isCurrent(stored, status) { return .done([]) }
      if attempt.isInTurn, attempt.replacesLarge { return .large }
      report.tell(.failed(path, DocumentReader.killedTwice))
      guard try session.writer().removeMembers(of: path, limit: Self.removedAtOnce) else {
        session.countWrite()
        return .large
      }
      return try write(
        reader.givenUp(path, status), at: path, isLarge: attempt.replacesLarge,
        since: attempt.begin)
    }
  }

  /// Writes the document of a file and those of its members.
  private func write(
    _ read: Document, of attempt: Attempt, _ members: MemberIntake,
    in folder: borrowing FileDescriptor, readAt moment: FileTime
  ) throws -> Outcome.Finding {
    var document = read
    if let finding = try leaveOutPrivateKey(&document, at: attempt.path) { return finding }
    // Even the first part of a large text can have the most different words that a document may have.
    let isLarge =
      attempt.replacesLarge
      || !document.text.isEmpty && (attempt.isLargeFile || document.text.count > Self.largeText)
    if attempt.isInTurn, isLarge { return .large }
    recordRaciness(of: &document, in: folder, readAt: moment, after: attempt.stored)
    let isCut = members.isCut || document.isCut(by: attempt.limits)
    if isCut { document.extractor = Document.unfinished }
    let isLargeWork = attempt.isCareful || isLarge
    let finding = try write(
      document, at: attempt.path, isLarge: isLargeWork, since: attempt.begin)
    guard case .done = finding else { return finding }
    guard try members.finish(isStopped: { isInterrupted }) else { return interrupted(attempt) }
    if isLargeWork {
      reader.readings.recordRead(attempt.subject, isWhole: !attempt.isCareful || !isCut)
    }
    if isCut { recordCut(attempt) }
    return finding
  }

  /// Whether something else has to be done before the current item.
  var isInterrupted: Bool {
    reader.readings.isEnding || currentItem?.isInterruptible == true && dueChanges.exist
  }

  private func interrupted(_ attempt: Attempt) -> Outcome.Finding {
    outcome.largeWork = .interrupted(after: attempt.begin.duration(to: .now))
    return .large
  }

  /// Remembers that a document was cut, so that it is read again once more of it can be read.
  private func recordCut(_ attempt: Attempt) {
    switch attempt.limits.reason {
    case .changes: outcome.hurried.append(attempt.path)
    case .memory: memoryCuts.add(attempt.subject, attempt.limits)
    case .death, nil: break
    }
  }

  /// Whether to read the file even if its times and size are those in the index.
  private var mustRead: Bool {
    if case .path(_, _, isRead: true) = currentItem?.item.work { true } else { false }
  }

  /// Whether an event reported the change of the current item just now.
  private var isReported: Bool {
    guard let item = currentItem?.item, item.lane == .fresh else { return false }
    if case .path(_, isReported: true, _) = item.work { return true }
    return false
  }

  /// Whether a file that is to be read again has, as far as is known, not changed.
  private func isUnchanged(_ stored: StoredFile?, _ status: FileStatus) -> Bool {
    !mustRead && stored?.isCurrent(status, extractor: Document.unfinished) == true
  }

  /// Writes a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - path: its path.
  ///   - isLarge: whether this is large work, which due changes interrupt.
  ///   - begin: when the work on the document began.
  /// - Returns: the finding.
  /// - Throws: the errors of SQLite.
  // If this function is inlined, the optimizer of Swift 6.3.1 fails (CopyPropagation, an ownership error).
  @inline(never)
  private func write(
    _ document: Document, at path: FilePath, isLarge: Bool, since begin: ContinuousClock.Instant
  ) throws -> Outcome.Finding {
    if isLarge, currentItem != nil {
      let finding = try doLargeWork(on: path, since: begin) { () throws(SQLiteError) in
        try self.session.openWriter?.replace(document, at: path, access: self.accessOfNewFile)
      }
      if case .done = finding { session.batch.countFile() }
      return finding
    }
    session.batch.add(path)
    try session.writer().replace(document, at: path, access: accessOfNewFile)
    session.countWrite()
    session.batch.countFile(changed: isReported ? document.status.changed : nil)
    return .done([])
  }

  /// Records in a document when it has to be read again because its times may hide a later write;
  /// nothing if they cannot.
  func recordRaciness(
    of document: inout Document, in folder: borrowing FileDescriptor, readAt moment: FileTime,
    after stored: StoredFile?
  ) {
    document.racyUntil = StampClock.current.racyUntil(
      document.status, readAt: moment, after: stored, on: { try? folder.fileSystemType() })
    if let final = document.racyUntil { outcome.racy.append((final, moment)) }
  }

  /// The text of a file that has not changed since it was indexed; nil for other files.
  func text(of path: FilePath, as stored: StoredFile) -> [UInt8]? {
    guard let folder = try? rules.open(folder: path.parent),
      let status = try? FileStatus(of: path.name, in: folder),
      isCurrent(stored, status),
      case .document(let document)? = try? reader.read(
        .init(path: path, status: status), in: folder),
      document.state != .unreadable,
      stored.matches(document.status, extractor: document.extractor)
    else { return nil }
    return document.text
  }
}
