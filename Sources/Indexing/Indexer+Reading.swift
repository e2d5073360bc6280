package import LinuxSystem
import SQLite
package import SearchIndex
package import TextExtraction
import Watching

/// How files become documents: within the memory there is, and so that nobody waits long for it.
extension Indexer {
  /// A text beyond this comes after everything else, as work in bulk, and is left when changes come:
  /// half a mebibyte whose words are all different takes up to half a second.
  static let largeText = 512 << 10
  /// So soon changes may be ripe when work begins that would have to be left for them.
  private static let imminent = Duration.milliseconds(100)

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
      status.size < 1 << 18 ? MemoryGrant() : MemoryGrant.current)
    // Whether this is not the time for a large text.
    let isInTurn = underWay?.hasWaited == false
    var isCareful = false
    switch readings.treatment(of: subject) {
    case .ordinary: break
    case .enough where stored?.matches(status, extractor: Document.unfinished) == true:
      return .done([])
    case .careful, .enough:
      if isInTurn { return .large }
      limits = limits.careful
      isCareful = true
    case .givenUp:
      try write(givenUp(path, status), at: path)
      return .done([])
    }
    if underWay?.hasWaited == true,
      !patience.givesWay(at: begin, isAwaited: queue.isAwaited)
    {
      limits = limits.hurried
    }
    if isInTurn { limits.bytes = min(limits.bytes, Self.largeText + 1) }
    readings.begin(subject)
    defer { readings.end() }
    let moment = FileClock.now
    guard var document = try read(path, status, in: folder, within: limits),
      try !leavesOut(&document, at: path)
    else { return .done([]) }
    // Even the beginning of a large text can have as many different words as a document may.
    let isLarge =
      !document.text.isEmpty
      && max(document.text.count, Int(clamping: document.status.size)) > Self.largeText
    if isInTurn, isCareful || isLarge { return .large }
    noteRaciness(of: &document, in: folder, readAt: moment, after: stored)
    if !isCareful, underWay == nil || !isLarge {
      try write(document, at: path)
      return .done([])
    }
    let isWhole = !isCareful && limits.reason != .changes || document.state != .partial
    if !isWhole { document.extractor = Document.unfinished }
    let finding = try writeAlone(since: begin) { [document] () throws(SQLiteError) in
      try self.openedWriter?.replace(document, at: path)
    }
    if case .done = finding { readings.noteRead(subject, isWhole: isWhole) }
    return finding
  }

  private func write(_ document: Document, at path: FilePath) throws {
    written.append(path)
    try writer().replace(document, at: path)
    countWrite()
  }

  private func givenUp(_ path: FilePath, _ status: FileStatus) -> Document {
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .failed
    document.extractor = PlainTextExtractor.version
    document.note = "Given up: sittad was killed twice while it read it."
    tell.yield(.failed(path, "sittad was killed twice while it read it"))
    return document
  }

  /// Makes a change of one document in a transaction of its own, and leaves it where changes are ripe:
  /// then it is done later.
  ///
  /// - Parameters:
  ///   - begin: when the work for it began.
  ///   - change: changes the document.
  /// - Returns: what came of it.
  /// - Throws: what SQLite fails with.
  private func writeAlone(
    since begin: ContinuousClock.Instant = .now, _ change: () throws(SQLiteError) -> Void
  ) throws -> Finding {
    let givesWay = patience.givesWay(at: begin, isAwaited: queue.isAwaited)
    let changes = watcher.ripeChanges
    try commit()
    do {
      _ = try writer()
      if givesWay, changes.areThere { throw SQLiteError.interruption }
      try openedWriter?.leaving(
        when: { [readings] in readings.isEnding || givesWay && changes.areThere }, change)
      countWrite()
      try commit()
      patience.noteEnd()
      return .done([])
    } catch let error as SQLiteError where error.isInterruption {
      rollBack()
      patience.noteInterruption(after: begin.duration(to: .now), at: .now)
      return .large
    }
  }

  /// Removes a document whose text is large; nil where there is none at a path.
  func removeLarge(_ path: FilePath) throws -> Finding? {
    guard let underWay, let stored = try writer().storedFile(at: path),
      isLarge(stored, Self.largeText)
    else { return nil }
    if !underWay.hasWaited { return .large }
    return try writeAlone { () throws(SQLiteError) in
      _ = try self.openedWriter?.remove(path)
    }
  }

  /// Whether a rename means so much work that it is better done as that of a new document: the text
  /// is taken apart twice for a new name.
  func isTooLarge(_ move: ChangeBatch.Move) throws -> Bool {
    guard move.origin.name != move.target.name,
      let stored = try writer().storedFile(at: move.origin)
    else { return false }
    return isLarge(stored, 8 * Self.largeText)
  }

  private func isLarge(_ stored: StoredFile, _ size: Int) -> Bool {
    stored.size > size && [.complete, .partial].contains(stored.state)
  }

  /// Whether work is to be taken up that waits until nothing else is to do.
  var mayBePatient: Bool {
    guard queue.hasPatient, !watcher.ripeChanges.areThere(within: Self.imminent) else {
      return false
    }
    return patience.due(isAwaited: queue.isAwaited).map { $0 <= .now } ?? true
  }

  /// When to ask again whether to take it up; nil where nothing waits.
  var patienceDeadline: ContinuousClock.Instant? {
    guard queue.hasPatient else { return nil }
    return max(patience.due(isAwaited: queue.isAwaited) ?? .now, .now + Self.imminent / 2)
  }
}

extension ReadingLedger.Subject {
  init(_ status: FileStatus) {
    self.init(
      size: status.size, modified: status.modified, inode: status.inode,
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
      note = "Indexed \(read >> 20) of \(size >> 20) MiB\(reason)."
    }
    let length = VocabularyLimit.length(of: text, limit: limits.words)
    if length < text.count {
      text = Array(text[..<length])
      state = .partial
      let reason = limits.reason.map { ", and \($0.clause)" } ?? ""
      note = """
        Indexed \(length >> 20) of \(status.size >> 20) MiB: \
        it has more than \(limits.words) different words\(reason).
        """
    }
  }
}
