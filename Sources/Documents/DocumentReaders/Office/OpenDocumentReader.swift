/// Reads OpenDocument (odt, ods, odp, odg and their templates), its flat form (fodt, fods, fodp),
/// and OpenOffice.org 1.x (sxw, sxc, sxi).
///
/// Source: OASIS OpenDocument 1.3.
public enum OpenDocumentReader {
  /// A longer file is cut after this number of bytes: a whole file is held in memory.
  private static let longestFile = 128 << 20
  /// A longer manifest is cut after this number of bytes.
  private static let longestManifest = 16 << 20

  /// Reads a document in the form of a package.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read(
    _ package: inout some DocumentPackage, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var handler = OpenDocumentText()
    if let manifest = try? package.content(of: "META-INF/manifest.xml", limit: longestManifest) {
      _ = handler.read(manifest.span, into: &sink)
      if handler.isEncrypted { throw .encrypted }
    }
    var failure: ReadingFailure?
    for name in ["meta.xml", "content.xml", "styles.xml"] where sink.wantsMore {
      handler.reset()
      do throws(ReadingFailure) {
        if let content = try package.content(of: name, limit: longestFile) {
          failure = handler.read(content.span, into: &sink) ?? failure
        } else if name == "content.xml" {
          failure = .damaged("there is no content.xml")
        }
      } catch {
        failure = error
      }
      if name == "meta.xml" { handler.finish() }
    }
    handler.flush(to: &sink)
    if let failure { throw failure }
  }

  /// Reads a document in the form of one XML file.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var handler = OpenDocumentText()
    try handler.readDocument(bytes, into: &sink)
  }
}
