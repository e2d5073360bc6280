import FileSelection
package import LinuxSystem
package import SearchIndex
package import TextExtraction

/// What makes documents of files, within the memory there is.
final class DocumentReader {
  /// What makes text of files.
  var extractor: PlainTextExtractor
  let readings: ReadingNotes
  var memoryCuts = MemoryCuts()
  private let report: IndexingReport

  /// - Parameters:
  ///   - extractor: what makes text of files.
  ///   - readings: remembers documents at which the daemon died.
  ///   - report: reports files that cannot be read.
  init(_ extractor: PlainTextExtractor, _ readings: ReadingNotes, _ report: IndexingReport) {
    (self.extractor, self.readings, self.report) = (extractor, readings, report)
  }

  /// Reads a file; nil where it is gone or no regular file any more, which an event will tell.
  func read(
    _ path: FilePath, _ status: FileStatus, in folder: borrowing FileDescriptor,
    within limits: ReadingLimits? = nil
  ) throws -> Document? {
    let limits = limits ?? ReadingLimits(configured: extractor.byteLimit, .current)
    let extractor = PlainTextExtractor(byteLimit: limits.bytes)
    do throws(SystemError) {
      let file = try FileDescriptor(openingForeign: path.name, in: folder)
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      return Document(
        try extractor.extract(file, status, name: path.name), status, within: limits)
    } catch {
      if error.isMissing || error.isSymbolicLink { return nil }
      if error.isShortage { throw error }
      return unreadable(path, status, error)
    }
  }

  private func unreadable(
    _ path: FilePath, _ status: FileStatus, _ error: SystemError
  ) -> Document {
    report.addUnreadable(path, error.reason)
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .unreadable
    // A permission that is given changes `st_ctim`. Any other reason, such as a disk or server that
    // fails, may pass without a trace; so the file is read again whenever its folder is compared.
    document.extractor = error.isDenied ? PlainTextExtractor.version : Document.unfinished
    document.note = "Cannot be read: \(error.reason)."
    return document
  }

  /// Why a document is given up.
  static let killedTwice = "sittad was killed twice while it read it"

  /// The document of a file that is not read any more.
  func givenUp(_ path: FilePath, _ status: FileStatus) -> Document {
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
