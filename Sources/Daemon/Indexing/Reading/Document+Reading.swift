import ExtractionProtocol
package import IndexStorage
package import LinuxSystem
package import TextExtraction

extension ExtractionSettings {
  /// Reads a plain text file as the indexer would read it now, within the available memory.
  ///
  /// - Returns: the document; nil if a jailed program reads the file.
  /// - Throws: the error of read(2).
  package func plainTextDocument(
    of file: borrowing FileDescriptor, _ status: FileStatus, name: [UInt8]
  ) throws(SystemError) -> Document? {
    if externalReader(forName: name) != nil { return nil }
    let limits = ReadingLimits(configured: byteLimit, .current)
    let text = try DocumentExtractor.plainText(
      of: file, status, name: name, byteLimit: limits.bytes)
    return text.map { Document($0, status, within: limits) }
  }
}

extension Document {
  init(_ extracted: ExtractedText, _ status: FileStatus, within limits: ReadingLimits) {
    self.init(status: status, type: extracted.type)
    properties = extracted.properties
    scan = Scan(waitingIn: extracted)
    text = extracted.text
    parts = extracted.parts.map(Part.init)
    end = extracted.mailboxEnd.map { End(offset: $0.offset, checksum: $0.checksum) }
    extractor = extracted.reader.rawValue
    switch extracted.extent {
    case .whole:
      state = .complete
      note = Self.note(onUnrecognizable: extracted.unrecognizablePages)
    case .nothing: state = .withoutText
    case .part(let reason):
      state = text.isEmpty ? .withoutText : .partial
      note = text.isEmpty ? "No text: \(reason)." : "Indexed in part: \(reason)."
    case .locked:
      state = text.isEmpty ? .locked : .partial
      note = text.isEmpty ? "It needs a password." : "Indexed in part: the rest needs a password."
    case .beginning(let read, let size):
      state = .partial
      let reason = limits.reason.map { ": \($0.clause)" } ?? ""
      note = "Indexed \(Self.size(Int64(read), of: size))\(reason)."
    case .ends(let read, let size):
      state = .partial
      let reason = limits.reason.map { ": \($0.clause)" } ?? ""
      note = "Indexed \(Self.size(Int64(read), of: size)), the first and the last lines\(reason)."
    }
    cutWords(within: limits)
    let language = DocumentLanguage(of: text, type: type, declared: extracted.declaredLanguage)
    self.language = language?.code
    self.declaresLanguage = language?.isDeclared ?? false
  }

  /// Whether lower limits than usual may be why only a part of the text was read.
  ///
  /// A damaged document has far less text than they allow, and has no more with others. The text of a file in
  /// UTF-16 has half of its bytes.
  func isCut(by limits: ReadingLimits) -> Bool {
    guard state == .partial, limits.reason != nil else { return false }
    return text.count >= limits.bytes / 4
      || VocabularyLimit.length(of: text, limit: limits.words / 2) < text.count
  }

  /// Removes the words that are too many: from the middle of plain text, and from the end of other texts.
  mutating func cutWords(within limits: ReadingLimits) {
    let length = VocabularyLimit.length(of: text, limit: limits.words)
    if length == text.count { return }
    var kept = (first: length, last: text.count)
    if ReaderVersion(stored: extractor) == .plainText, parts.isEmpty {
      let ends = VocabularyLimit.ends(of: text, limit: limits.words)
      if ends.last < text.count { kept = ends }
    }
    let end = text[kept.last...]
    let size = kept.first + end.count
    text = Array(text[..<kept.first]) + (end.isEmpty ? [] : ExtractedText.gap + end)
    state = .partial
    let reason = limits.reason.map { ", and \($0.clause)" } ?? ""
    let lines = end.isEmpty ? "" : ", the first and the last lines"
    note = """
      Indexed \(Self.size(Int64(size), of: status.size))\(lines): \
      it has more than \(limits.words) different words\(reason).
      """
  }

  /// A note on the pages of a compressed document that have hardly any letters, because images in compressed
  /// files are not recognized.
  private static func note(onUnrecognizable pages: PageNumbers) -> String? {
    if pages.isEmpty { return nil }
    let verb = pages.count == 1 ? "has" : "have"
    let scan = Scan(isPicture: false, pages: pages.text)
    return """
      In compressed files no text in images is recognized; \(scan.pagesInWords) \(verb) hardly any letters.
      """
  }

  /// "3 of 40 MiB", "64 KiB of 3 MiB" or "3 of 40 KiB".
  private static func size(_ part: Int64, of whole: Int64) -> String {
    if whole < 1 << 20 { return "\(part >> 10) of \(whole >> 10) KiB" }
    return part < 1 << 20
      ? "\(part >> 10) KiB of \(whole >> 20) MiB" : "\(part >> 20) of \(whole >> 20) MiB"
  }
}

extension Document.Scan {
  /// "page 3" or "pages 1-3, 7"; at most the first eight ranges.
  package var pagesInWords: String {
    let ranges = pages.split(separator: ",")
    let shown = ranges.prefix(8).joined(separator: ", ") + (ranges.count > 8 ? " …" : "")
    return (ranges.count == 1 && !pages.contains("-") ? "page " : "pages ") + shown
  }
}

extension Document.Part {
  fileprivate init(_ part: ExtractionAnswer.Part) {
    let kind: Kind =
      switch part.part.kind {
      case .page: .page
      case .slide: .slide
      case .sheet: .sheet
      case .chapter: .chapter
      case .body: .body
      }
    self.init(offset: part.offset, kind, label: part.part.label)
  }
}
