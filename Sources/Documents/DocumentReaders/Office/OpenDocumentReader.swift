/// Reads OpenDocument (odt, ods, odp, odg, odb and their templates), its flat form (fodt, fods, fodp),
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
    let objects = package.names.filter { $0.hasSuffix("/content.xml") }
    for name in ["meta.xml", "content.xml"] + objects + ["styles.xml"] where sink.wantsMore {
      handler.reset()
      do throws(ReadingFailure) {
        if let content = try package.content(of: name, limit: longestFile) {
          let isObject = name.contains("/")
          let end =
            isObject
            ? handler.readObject(content.span, into: &sink)
            : handler.read(content.span, into: &sink)
          failure = end ?? failure
        } else if name == "content.xml" {
          failure = .damaged("there is no content.xml")
        }
      } catch {
        failure = error
      }
      if name == "meta.xml" { handler.finish() }
    }
    handler.flush(to: &sink)
    readDatabase(&package, into: &sink)
    addFiles(handler.objects, of: &package, to: &sink)
    if let failure { throw failure }
  }

  private static let paragraph: [UInt8] = [0x0a, 0x0a]

  /// Reads the descriptions and the rows of a database.
  private static func readDatabase(
    _ package: inout some DocumentPackage, into sink: inout some DocumentSink
  ) {
    guard let type = try? package.content(of: "mimetype", limit: 256),
      [".base", ".database"].contains(where: type.span.string.hasSuffix),
      let content = try? package.content(of: "content.xml", limit: longestFile)
    else { return }
    var handler = OpenDatabaseText()
    sink.add(text: paragraph.span)
    _ = handler.read(content.span, into: &sink)
    handler.flush(to: &sink)
    if let script = try? package.content(of: "database/script", limit: longestFile) {
      sink.add(text: paragraph.span)
      DatabaseScript.read(script.span, into: &sink)
    }
  }

  /// Gives embedded documents of other programs to a sink as members.
  private static func addFiles(
    _ names: [String], of package: inout some DocumentPackage, to sink: inout some DocumentSink
  ) {
    var rest = Set(package.names)
    for name in names where sink.wantsMore && rest.remove(name) != nil {
      guard let content = try? package.content(of: name, limit: longestFile),
        CompoundFileReader.canRead(object: content.span)
      else { continue }
      sink.add(DocumentMember(part: name, size: content.count), content: content)
    }
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
