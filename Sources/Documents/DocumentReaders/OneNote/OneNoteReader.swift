import ExtractionProtocol

/// Reads sections of notebooks of OneNote: the current text of all pages.
///
/// Sources: MS-ONESTORE, MS-ONE.
public enum OneNoteReader {
  /// The GUID of the form that OneNote for Windows saves, at ``formOffset``.
  private static let revisionStore: [UInt8] = [
    0x3f, 0xdd, 0x9a, 0x10, 0x1b, 0x91, 0xf5, 0x49, 0xa5, 0xd0, 0x17, 0x91, 0xed, 0xc8, 0xae, 0xd8,
  ]
  /// The first bytes of a section.
  static let signature: [UInt8] = [
    0xe4, 0x52, 0x5c, 0x7b, 0x8c, 0xd8, 0xa7, 0x4d, 0xae, 0xb1, 0x53, 0x78, 0xd0, 0x29, 0x96, 0xd3,
  ]
  private static let formOffset = 48

  /// Reads a section.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - sink: gets the text of each page as a chapter with its title.
  /// - Throws: `encrypted` if the section has a password; `damaged` after everything readable was given to the
  ///   sink; `unsupported` for other forms.
  public static func read(
    _ bytes: Span<UInt8>, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    guard bytes.starts(with: signature) else { throw .damaged("no header of a section") }
    let (store, package) = (revisionStore, OneNotePackage.form)
    let content: OneNoteContent
    if bytes.hasBytes(store.span, at: formOffset) {
      content = RevisionStore(bytes).content
    } else if bytes.hasBytes(package.span, at: formOffset) {
      content = OneNotePackage(bytes).content
    } else {
      throw .unsupported("section of an unknown form")
    }
    var text = OneNoteText(content)
    text.read(bytes, into: &sink)
    if content.isEncrypted { throw .encrypted }
    if let damage = content.damage { throw .damaged(damage) }
    if content.spaces.isEmpty { throw .damaged("The section has no pages.") }
  }
}
