/// Reads compound files: documents of Word, Excel and PowerPoint 97 to 2003, mails of Outlook, and files that
/// were embedded in a document.
///
/// Sources: MS-CFB, MS-OLEPS, MS-DOC, MS-XLS, MS-PPT, MS-OXMSG, MS-OLEDS.
public enum CompoundFileReader {
  /// Reads a document; recognizes the format by the names of its streams.
  ///
  /// - Throws: `.encrypted` for documents with a password, also of Office 2007 and later; `.unsupported` for
  ///   compound files that are not documents; `.damaged` after everything readable was given to the sink.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var file = try CompoundFile(bytes)
    if file.entry("EncryptedPackage") != nil { throw .encrypted }
    if file.entry("__properties_version1.0") != nil {
      OutlookReader.read(&file, of: bytes, into: &sink)
    } else {
      readProperties(&file, of: bytes, into: &sink)
      let failure = EmbeddedObject.readDocument(
        &file, in: CompoundFile.root, of: bytes, into: &sink)
      EmbeddedObject.readAll(of: &file, bytes, into: &sink)
      if let failure { throw failure }
    }
    if let damage = file.damage { throw .damaged(damage) }
  }

  private static func readProperties(
    _ file: inout CompoundFile, of bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) {
    if let summary = file.read("\u{5}SummaryInformation", of: bytes) {
      let isText = file.entry("WordDocument") != nil
      PropertySet.readSummary(summary.span, countsPages: isText, into: &sink)
    }
    if let summary = file.read("\u{5}DocumentSummaryInformation", of: bytes) {
      PropertySet.readDocumentSummary(summary.span, into: &sink)
    }
  }

  /// Whether a file that is embedded in a document can have text; formulas and drawings of other programs,
  /// which are compound files as well, have none.
  static func canRead(object bytes: Span<UInt8>) -> Bool {
    guard bytes.starts(with: CompoundFile.signature) else { return true }
    guard let file = try? CompoundFile(bytes) else { return false }
    return EmbeddedObject.isKnown(CompoundFile.root, file)
      || file.entry("__properties_version1.0") != nil
  }
}
