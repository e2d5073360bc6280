import ExtractionProtocol

/// Reads EPUB 2 and 3: the metadata, and the chapters in reading order.
///
/// Source: EPUB 3.3, section 4 (container) and 5 (package document).
public enum EPUBReader {
  /// A longer chapter is cut after this number of bytes: a whole chapter is held in memory.
  private static let longestChapter = 32 << 20
  /// A longer package document is cut after this number of bytes.
  private static let longestPackageDocument = 16 << 20
  private static let longestContainer = 1 << 20

  /// Reads a book.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read(
    _ package: inout some DocumentPackage, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard let path = try packageDocument(of: &package) else {
      throw .damaged("there is no package document")
    }
    guard let bytes = try package.content(of: path, limit: longestPackageDocument) else {
      throw .damaged("the package document is missing")
    }
    let slash = path.lastIndex(of: "/")
    var document = EPUBPackageDocument(folder: slash.map { String(path[..<$0]) } ?? "")
    var failure = document.read(bytes.span, into: &sink)
    document.metadata.flush(to: &sink)
    // rights.xml means an encrypted book; encryption.xml alone may only mean obfuscated fonts.
    if package.names.contains("META-INF/rights.xml") { throw .encrypted }
    for (index, chapter) in document.chapters.enumerated() where sink.wantsMore {
      do throws(ReadingFailure) {
        if let content = try package.content(of: chapter, limit: longestChapter) {
          BookChapter.read(content.span, number: index + 1, into: &sink)
          if content.count >= longestChapter { failure = failure ?? .sizeLimit }
        } else {
          failure = failure ?? .damaged("a chapter is missing")
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// The names in `META-INF/container.xml`.
  private enum ContainerName: String, CaseIterable, XMLVocabulary {
    case rootFile = "rootfile"
    case path = "full-path"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  /// Returns the path of the package document, which the container names; nil if there is none.
  private static func packageDocument(
    of package: inout some DocumentPackage
  ) throws(ReadingFailure) -> String? {
    var path: String?
    if let bytes = try package.content(of: "META-INF/container.xml", limit: longestContainer) {
      ContainerName.forEachTag(in: bytes.span) { tag, bytes in
        if tag.name == .rootFile { path = tag.value(of: .path, in: bytes) }
        return path == nil
      }
    }
    return path.map { OfficeRelationships.resolve($0, in: "") }
      ?? package.names.first { $0.hasSuffix(".opf") }
  }
}
