/// Reads Office Open XML: docx, pptx, xlsx, their templates, and their variants with macros; xlsb, whose
/// parts are records in the same kind of package; and drawings of Visio.
///
/// Sources: ECMA-376, the transitional and the strict form; MS-XLSB; MS-VSDX.
public enum OfficeOpenXMLReader {
  /// Reads a document.
  ///
  /// - Throws: ``ReadingFailure`` after everything readable was given to the sink.
  public static func read<Package: DocumentPackage>(
    _ package: inout Package, into sink: inout some DocumentSink
  ) throws(ReadingFailure) {
    var office = OfficePackage(package)
    let root = office.relationships(of: "")
    let main = mainPart(root, office)
    readProperties(root, &office, &sink)
    if let main, main.lowercased().hasSuffix(".bin"), let content = office.content(of: main) {
      BinaryWorkbook.read(content.span, main, &office, &sink)
    } else if let main, let content = office.content(of: main) {
      switch kind(content.span) {
      case .document: WordDocument.read(content.span, main, &office, &sink)
      case .presentation: Presentation.read(content.span, main, &office, &sink)
      case .workbook: Workbook.read(content.span, main, &office, &sink)
      case .drawing: Drawing.read(main, &office, &sink)
      case .other: office.fail(.unsupported("an unknown kind of Office document"))
      }
    } else {
      office.fail(.damaged("there is no main part"))
    }
    package = office.package
    if let failure = office.failure { throw failure }
  }

  /// The kind of document, by the root element of its main part.
  private enum Kind: String, CaseIterable, XMLVocabulary {
    case document, presentation, workbook
    case drawing = "VisioDocument"
    case other = ""

    static let names = XMLNameTable<Self>()
  }

  private static func mainPart(
    _ root: OfficeRelationships, _ package: OfficePackage<some DocumentPackage>
  ) -> String? {
    let usual = [
      "word/document.xml", "ppt/presentation.xml", "xl/workbook.xml", "xl/workbook.bin",
      "visio/document.xml",
    ]
    return (root.parts("officeDocument") + root.parts("document") + usual).first(where: package.has)
  }

  private static func kind(_ bytes: Span<UInt8>) -> Kind {
    var kind = Kind.other
    Kind.forEachTag(in: bytes) { tag, _ in
      kind = tag.name
      return false
    }
    return kind
  }

  private static func readProperties(
    _ root: OfficeRelationships, _ package: inout OfficePackage<some DocumentPackage>,
    _ sink: inout some DocumentSink
  ) {
    var properties = OfficeProperties()
    let parts =
      root.parts("extended-properties") + root.parts("core-properties")
      + root.parts("custom-properties")
      + ["docProps/app.xml", "docProps/core.xml", "docProps/custom.xml"]
    for part in parts { package.read(part, with: &properties, into: &sink) }
    properties.metadata.flush(to: &sink)
  }
}
