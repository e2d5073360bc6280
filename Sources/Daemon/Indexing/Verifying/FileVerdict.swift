import IndexStorage
import LinuxSystem
import SearchIndex
import TextExtraction

/// The result of comparing a file with what the index has of it, at one moment.
enum FileVerdict: Equatable, Sendable {
  /// The index has the file with its current content, or neither has it.
  case agrees
  case differs(Difference.Reason)
  case unknown(UncomparedReason)

  /// A file system can keep times rounded, and its cache exact ones: FAT to 2 s.
  private static let tick = Duration.seconds(2)

  /// Compares a file with the index.
  ///
  /// - Parameters:
  ///   - content: the file.
  ///   - stored: what the index has of it; nil for nothing.
  ///   - currentReader: the current version of the reader that is stored under a number.
  init(
    _ content: FileContent, _ stored: StoredContent?, currentReader: (Int64) -> Int64
  ) {
    switch (content, stored) {
    case (.absent, nil), (.leftOut, nil): self = .agrees
    case (.absent, _): self = .differs(.gone)
    case (.leftOut, _): self = .differs(.leftOut)
    case (.unknown(let reason), _): self = .unknown(reason)
    case (.read, nil): self = .differs(.missing)
    case (.read(let read), let stored?):
      let version = stored.file.extractor
      self = Self.compare(read, stored, isCurrent: currentReader(version) == version)
    }
  }

  private static func compare(
    _ read: ReadContent, _ stored: StoredContent, isCurrent: Bool
  ) -> FileVerdict {
    if stored.contradiction == .text { return .differs(.text) }
    let (before, now) = (stored.file.modified, read.status.modified)
    let isSameFile =
      stored.file.size == read.status.size && max(before, now) - min(before, now) <= Self.tick
    if stored.digest == read.digest, stored.members == read.members {
      if stored.contradiction == .words { return .differs(.words) }
      if !isSameFile { return .differs(.status) }
      return read.access == nil || read.access == stored.access ? .agrees : .differs(.access)
    }
    // If the file is another one than the index has, no limit is the cause.
    if isSameFile, let reason = reason(read, stored, isCurrent) { return .unknown(reason) }
    return .differs(stored.digest == read.digest ? .members : .content)
  }

  /// Why an unchanged file can have another text now; nil if nothing but its content can be the reason.
  private static func reason(
    _ read: ReadContent, _ stored: StoredContent, _ isCurrent: Bool
  ) -> UncomparedReason? {
    let file = stored.file
    if file.state == .failed || read.state == .failed { return .unreadable }
    if file.state == .unreadable || read.state == .unreadable { return .unreadable }
    let reader = ReaderVersion(stored: read.extractor)
    if !isCurrent || reader.isWaiting || reader.isLeftOut || stored.scan != read.scan {
      return .waiting
    }
    if read.isCut || file.extractor == Document.unfinished { return .partial }
    let isPartial = file.state == .partial || read.state == .partial
    // A limit of time can cut other formats elsewhere each time.
    return isPartial && !reader.isPlainText ? .partial : nil
  }
}
