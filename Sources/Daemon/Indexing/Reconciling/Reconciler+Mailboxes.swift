import IndexStorage
import LinuxSystem
import TextExtraction

/// Mailboxes that were read as a whole.
extension Reconciler {
  /// The size in bytes above which a mailbox is compared with what was read only if nothing else is to be done.
  private static let largeMailbox: Int64 = 8 << 20

  /// The end of a mailbox that was read as a whole; nil for other files.
  ///
  /// If it has grown since, removing its old text takes no time, because the texts of the messages belong to
  /// members.
  func mailboxEnd(_ stored: StoredFile) throws -> MailboxEnd? {
    guard stored.state == .complete || stored.state == .withoutText,
      ReaderVersion(stored: stored.extractor).isOfMailboxes,
      reader.version(replacing: stored.extractor).rawValue == stored.extractor
    else { return nil }
    return try session.writer().end(ofDocument: stored.id).map {
      MailboxEnd(offset: $0.offset, checksum: $0.checksum)
    }
  }

  /// Keeps the messages of a mailbox in which a mail program has only marked what was read.
  ///
  /// - Returns: nil if the mailbox has to be read.
  /// - Throws: the errors of SQLite, and a shortage of descriptors or memory.
  func keepMailbox(
    _ path: FilePath, _ status: FileStatus, _ stored: StoredFile,
    in folder: borrowing FileDescriptor
  ) throws -> Outcome.Finding? {
    guard status.size == stored.size, let end = try mailboxEnd(stored), end.offset == status.size
    else { return nil }
    let begin = ContinuousClock.now
    let moment = FileClock.now
    do throws(SystemError) {
      let file = try FileDescriptor(openingForeign: path.name, in: folder)
      guard try file.status() == status else { return nil }
      if status.size > Self.largeMailbox, currentItem?.item.hasWaited == false { return .large }
      guard
        let found = try MailboxEnd(
          of: file, at: status.size, isInterrupted: { self.isInterrupted })
      else {
        outcome.largeWork = .interrupted(after: begin.duration(to: .now))
        return .large
      }
      guard found == end, try file.status() == status else { return nil }
    } catch {
      if error.isShortage { throw error }
      return nil
    }
    var document = Document(status: status, type: "")
    recordRaciness(of: &document, in: folder, readAt: moment, after: stored)
    session.batch.add(path)
    try session.writer().record(status, racyUntil: document.racyUntil, of: stored)
    session.countWrite()
    return .done([])
  }
}
