/// Reads compound files: documents of Word, Excel and PowerPoint 97 to 2003, and mails of Outlook.
///
/// Sources: MS-CFB, MS-OLEPS, MS-DOC, MS-XLS, MS-PPT, MS-OXMSG.
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
      let isText = file.entry("WordDocument") != nil
      if let summary = file.read("\u{5}SummaryInformation", of: bytes) {
        PropertySet.readSummary(summary.span, countsPages: isText, into: &sink)
      }
      if isText {
        try WordReader.read(&file, of: bytes, into: &sink)
      } else if let workbook = file.read("Workbook", of: bytes) ?? file.read("Book", of: bytes) {
        try WorkbookReader.read(workbook.span, into: &sink)
      } else if let slides = file.read("PowerPoint Document", of: bytes) {
        let user = file.read("Current User", of: bytes) ?? []
        try PresentationReader.read(slides.span, currentUser: user.span, into: &sink)
      } else {
        throw .unsupported("compound file without a known document")
      }
    }
    if let damage = file.damage { throw .damaged(damage) }
  }
}
