import FileSelection
package import LinuxSystem
package import SearchIndex
package import TextExtraction

/// Reads files as documents, within the memory there is.
final class DocumentReader {
  /// What came of reading a file.
  enum Reading {
    case document(Document)
    /// It is gone, or no regular file any more, which an event will tell.
    case gone
    /// The program that read it ended, or had to be killed.
    case crashed
    /// Something else had to be done first.
    case interrupted
  }

  let readings: ReadingNotes
  /// The texts of images that were recognized.
  let cache: RecognitionCache
  /// Whether the last attempt to recognize an image found no program.
  var isRecognitionMissing = false
  var memoryCuts = MemoryCuts()
  private let report: IndexingReport
  private let extractor: DocumentExtractor

  /// - Parameters:
  ///   - settings: how files are read.
  ///   - readings: remembers documents at which a reader died.
  ///   - cache: the texts of images that were recognized.
  ///   - report: reports files that cannot be read.
  ///   - loop: told of the end of the programs that read.
  init(
    _ settings: ExtractionSettings, _ readings: ReadingNotes, _ cache: RecognitionCache,
    _ report: IndexingReport, _ loop: EventLoop
  ) {
    (self.readings, self.cache, self.report) = (readings, cache, report)
    extractor = DocumentExtractor(settings) { [weak loop] descriptor, reap in
      try? loop?.addHandler(for: descriptor, .readable) { [weak loop] _ in
        loop?.removeHandler(for: descriptor)
        reap()
      }
    }
    extractor.recognizedTexts = { pages, status, languages in
      cache.texts(of: pages, in: RecognizedFile(status), languages: languages, now: .now)
    }
  }

  /// How files are read.
  var extraction: ExtractionSettings {
    get { extractor.settings }
    set { extractor.settings = newValue }
  }

  /// The current version of the reader that has a stored number.
  func version(inPlaceOf stored: Int64) -> ReaderVersion { extractor.version(inPlaceOf: stored) }

  /// What keeps documents from being read, as sentences for people.
  var warnings: [String] {
    readingWarnings + recognitionWarnings
  }

  private var readingWarnings: [String] {
    DocumentExtractor.Obstacle.allCases.filter(extractor.obstacles.contains).map(\.text)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - status: its status when it was found.
  ///   - folder: the open folder that it is in.
  ///   - limits: how much of it is read; nil for what memory allows now.
  ///   - isInterrupted: asked now and then whether something else has to be done first.
  /// - Returns: what came of it.
  /// - Throws: want of descriptors or memory.
  func read(
    _ path: FilePath, _ status: FileStatus, in folder: borrowing FileDescriptor,
    within limits: ReadingLimits? = nil, isInterrupted: () -> Bool = { false }
  ) throws -> Reading {
    let limits = limits ?? ReadingLimits(configured: extraction.byteLimit, .current)
    do throws(SystemError) {
      let file = try FileDescriptor(openingForeign: path.name, in: folder)
      let status = try file.status()
      guard status.kind == .regular else { return .gone }
      let result = try extractor.extract(
        file, status, name: path.name, byteLimit: limits.bytes, isInterrupted: isInterrupted)
      switch result {
      case .read(let extracted):
        var document = Document(extracted, status, within: limits)
        document.scan = waitingScan(in: extracted)
        return .document(document)
      case .crashed: return .crashed
      case .interrupted: return .interrupted
      }
    } catch {
      if error.isMissing || error.isSymbolicLink { return .gone }
      if error.isShortage { throw error }
      return .document(unreadable(path, status, error))
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
    document.extractor =
      error.isDenied ? extraction.version(forName: path.name).rawValue : Document.unfinished
    document.note = "Cannot be read: \(error.reason)."
    return document
  }

  /// Why a document is given up.
  static let killedTwice = "the program that read it was killed twice"

  /// The document of a file that is not read any more.
  func givenUp(_ path: FilePath, _ status: FileStatus) -> Document {
    var document = Document(status: status, type: MediaType(fileName: path.name).name)
    document.state = .failed
    document.extractor = extraction.version(forName: path.name).rawValue
    document.note = "Given up: \(Self.killedTwice)."
    return document
  }
}

extension ReadingLedger.Subject {
  init(_ status: FileStatus) {
    self.init(
      size: status.size, modified: status.modified.nanoseconds, inode: status.inode,
      extractor: ReaderVersion.all)
  }
}

extension ExtractionSettings {
  /// Reads a plain text file as it would be read for the index now, within the available memory.
  ///
  /// - Parameters:
  ///   - file: the open file.
  ///   - status: its status.
  ///   - name: its name.
  /// - Returns: the document, and its encoding unless that is UTF-8; nil if a jailed program reads
  ///   the file.
  /// - Throws: the error of read(2).
  package func plainTextDocument(
    of file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8]
  ) throws(SystemError) -> (document: Document, charset: String?)? {
    let limits = ReadingLimits(configured: byteLimit, .current)
    let text = try DocumentExtractor.plainText(
      of: file, status, name: name, byteLimit: limits.bytes)
    return text.map { (Document($0, status, within: limits), $0.charset) }
  }
}

extension Document {
  init(_ extracted: ExtractedText, _ status: FileStatus, within limits: ReadingLimits) {
    self.init(status: status, type: extracted.type)
    title = extracted.title
    tags = extracted.tags
    text = extracted.text
    extractor = extracted.reader.rawValue
    switch extracted.extent {
    case .whole: state = .complete
    case .nothing: state = .withoutText
    case .part(let reason):
      state = text.isEmpty ? .withoutText : .partial
      note = text.isEmpty ? "No text: \(reason)." : "Indexed in part: \(reason)."
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
