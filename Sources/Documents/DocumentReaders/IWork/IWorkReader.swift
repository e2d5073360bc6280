import ExtractionProtocol

/// Reads Pages, Numbers and Keynote: the packages since 2013, and those of 2008 and 2009.
public enum IWorkReader {
  /// A longer file is cut after this number of bytes.
  private static let longestFile = 128 << 20
  /// The most bytes that all files of a document unpack to.
  private static let mostBytes = 256 << 20

  /// Reads a document.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read(
    _ package: inout some DocumentPackage, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    let names = package.names
    if names.contains(where: { $0.hasSuffix(".iwpv2") }) { throw .encrypted }
    if let name = names.first(where: isMainXML) {
      guard let content = try package.content(of: name, limit: longestFile) else {
        throw .damaged("the main file is missing")
      }
      var handler = IWorkXMLText()
      return try handler.readDocument(content.span, into: &sink)
    }
    if names.contains(where: { $0.hasSuffix(".iwa") }) {
      return try readArchive(&package, into: &sink)
    }
    guard let name = names.first(where: { $0.hasSuffix("Index.zip") }),
      let content = try package.content(of: name, limit: longestFile)
    else { throw .damaged("there is no document") }
    var inner = StoredZip(content)
    try readArchive(&inner, into: &sink)
  }

  /// Whether a file has the whole text of a document of 2008 or 2009.
  private static func isMainXML(_ name: String) -> Bool {
    let file = name.split(separator: "/").last ?? ""
    return file == "index.xml" || file == "index.apxl"
  }

  private static func readArchive(
    _ package: inout some DocumentPackage, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var (archive, failure, packed) = (IWorkArchive(), ReadingFailure?.none, 0)
    let names = package.names.filter { $0.hasSuffix(".iwa") && !IWorkArchive.isTemplate($0) }
    // The document's own text comes first.
    let first = names.filter { $0.hasSuffix("Document.iwa") }
    for name in first + names.filter({ !first.contains($0) }) {
      do throws(ReadingFailure) {
        guard let content = try package.content(of: name, limit: longestFile) else { continue }
        packed += content.count
        let budget = UnpackingBudget(packedSize: packed, most: mostBytes).remaining
        archive.add(content.span, limit: max(0, budget - archive.bytes.count))
        if archive.bytes.count >= budget { failure = .sizeLimit }
      } catch {
        failure = failure ?? error
      }
    }
    if archive.objects.isEmpty { failure = failure ?? .damaged("there are no objects") }
    var text = IWorkText(archive)
    text.read(into: &sink)
    if let failure { throw failure }
  }
}
